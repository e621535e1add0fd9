import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { findRequest } from '../../../action/requests/requestStore.ts';
import { runWithWorker } from '../../../operator/commandLine/commandRunner.testing.ts';
import { runCommand } from '../../../operator/commandLine/runCommand.ts';
import { createCommandContext, testRootKeys } from '../../../operator/persons/testPersons.testing.ts';
import { executeEvidenceRequests } from '../../../operator/requests/executeEvidenceRequests.ts';
import { roleDatabase } from '../../../platform/database/roles/roleDatabase.testing.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createDispute, deliverDisputeWebhook, openDisputedOrders } from '../../dispute/disputedOrders.testing.ts';
import type { SubmittedOrder } from '../../payment/submittedOrder.testing.ts';

const orders = await openDisputedOrders();
const { database } = orders;
const folder = await mkdtemp(join(tmpdir(), 'evidence-'));
const letter = join(folder, 'letter.pdf');
const text = join(folder, 'text.txt');
await writeFile(letter, '%PDF-1.7 a letter');
await writeFile(text, 'The buyer wrote that the coins had come.\n');

/** Executes evidence requests with the database role of a worker. */
const executeRequests = (order: SubmittedOrder) =>
  executeEvidenceRequests({
    ...order.context,
    database: roleDatabase(database, 'worker'),
    operatorName: 'Slipway',
    explorerUrl: undefined,
    rootKeys: testRootKeys,
    isSandbox: true,
    log: createLog('silent'),
  });

const sendEvidence = (order: SubmittedOrder, dispute: string, options: Readonly<Record<string, string>>, by = 'anna') =>
  runWithWorker(runCommand(createCommandContext(by, { database, options }), 'send-evidence', [dispute]), () =>
    executeRequests(order),
  );

async function createDisputedOrder() {
  const order = await orders.createDeliveredOrder();
  const { disputeId } = await deliverDisputeWebhook(order, createDispute(order));
  return { order, disputeId };
}

test('sends text and a file by command once, and records it in the audit trail', async () => {
  const { order, disputeId } = await createDisputedOrder();
  expect(await sendEvidence(order, disputeId, { text, communication: letter })).toContain(
    'the acquirer has received the evidence, which can no longer be changed',
  );
  const [{ evidence }] = order.acquirer.evidence as [(typeof order.acquirer.evidence)[number]];
  expect(evidence.summary).toContain('The buyer wrote that the coins had come.');
  expect(evidence.files).toMatchObject([{ kind: 'communication' }]);
  await expect(sendEvidence(order, disputeId, { text })).rejects.toThrow('already submitted');
  const lines = await database.many<{ who: string; after: object }>(
    sql`select who, after from audit_trail where subject = ${`dispute ${disputeId}`}`,
  );
  expect(lines).toMatchObject([{ who: 'anna', after: { status: 'done', amount: '40.00 EUR', order: order.orderNo } }]);
  expect(JSON.stringify(lines)).not.toContain('coins had come');
});

test('refuses invalid evidence before it is signed', async () => {
  const { order, disputeId } = await createDisputedOrder();
  await expect(sendEvidence(order, disputeId, { delivery: text })).rejects.toThrow('not a PDF, JPEG or PNG');
  await expect(sendEvidence(order, disputeId, { delivery: join(folder, 'none.pdf') })).rejects.toThrow(
    'cannot be read',
  );
  await expect(sendEvidence(order, 'du_none', {})).rejects.toThrow('there is no dispute du_none');
  expect(await database.many(sql`select 1 from operator_statements where text like ${`%${disputeId}%`}`)).toEqual([]);
});

test.each([
  [
    'the text',
    sql`update manual_evidence e set sealed = o.sealed from manual_evidence o where o.request_id <> e.request_id and e.request_id = (select max(request_id) from manual_evidence)`,
  ],
  ['a deleted file', sql`delete from evidence_files where request_id = (select max(request_id) from manual_evidence)`],
  [
    'a file of another kind',
    sql`update evidence_files set kind = 'policy' where request_id = (select max(request_id) from manual_evidence)`,
  ],
  [
    'another dispute',
    sql`update manual_evidence set dispute_id = (select min(id) from disputes where id <> dispute_id) where request_id = (select max(request_id) from manual_evidence)`,
  ],
] as const)('sends nothing if the signed evidence was changed in the database: %s', async (_name, forgery) => {
  const { order, disputeId } = await createDisputedOrder();
  let isForged = false;
  const pendingOutput = runCommand(
    createCommandContext('anna', { database, options: { text, communication: letter } }),
    'send-evidence',
    [disputeId],
  );
  const answered = runWithWorker(pendingOutput, async () => {
    const [request] = await database.many<{ id: number }>(
      sql`select id from operator_requests where subject = ${disputeId}`,
    );
    if (!request) return;
    if (!isForged) await database.run(forgery);
    isForged = true;
    await executeRequests(order);
    // Evidence that cannot be decrypted is skipped, with an error in the log: nothing is sent.
    const { status } = (await findRequest(database, request.id)) ?? {};
    if (status === 'approved')
      await database.run(
        sql`update operator_requests set status = 'refused', result = 'unreadable' where id = ${request.id}`,
      );
  });
  await expect(answered).rejects.toThrow(/not what was signed|unreadable/);
  expect(order.acquirer.evidence).toEqual([]);
  expect(order.acquirer.files.size).toBe(0);
});
