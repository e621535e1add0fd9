import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import type { SubmittedOrder } from '../payment/submittedOrder.testing.ts';
import { closeAsLost, createDispute, deliverDisputeWebhook, openDisputedOrders } from './disputedOrders.testing.ts';
import { findDispute } from './disputeStore.ts';
import {
  deleteOldEvidence,
  findManualEvidence,
  insertManualEvidence,
  type ManualEvidence,
  saveSubmittedEvidence,
} from './manualEvidenceStore.ts';
import { processDueDisputes } from './processDueDisputes.ts';
import { sendManualAnswer } from './sendManualAnswer.ts';

const orders = await openDisputedOrders();
const { database, createDeliveredOrder, paidOrder, passDays, alerts } = orders;
afterEach(() => orders.resetClock());

const PDF = Buffer.from('%PDF-1.7 a letter of the buyer');
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const manualEvidence: ManualEvidence = {
  text: 'The buyer wrote that the coins had come.',
  files: [
    { kind: 'communication', type: 'application/pdf', bytes: PDF },
    { kind: 'delivery', type: 'image/png', bytes: PNG },
  ],
};

const buildContext = (order: SubmittedOrder) => ({ ...order.context, operatorName: 'Slipway', explorerUrl: undefined });
const processDue = (order: SubmittedOrder) => processDueDisputes({ ...buildContext(order), log: order.context.log });

/** Stores an approved request with its evidence, and returns its id. */
async function createRequest(disputeId: string, given: ManualEvidence = manualEvidence): Promise<number> {
  const { id } = await database.one<{ id: number }>(sql`
    insert into operator_requests (action, subject, input, who, why, status, created_at)
    values ('send-evidence', ${disputeId}, '{}', 'cleo', 'a test', 'approved', slipway_now()) returning id`);
  await database.transaction((transaction) => insertManualEvidence(transaction, id, disputeId, given));
  return id;
}

const settleRequest = (id: number, status: 'done' | 'refused') =>
  database.run(sql`update operator_requests set status = ${status}, settled_at = slipway_now() where id = ${id}`);
const send = (order: SubmittedOrder, id: number) => sendManualAnswer(buildContext(order), id);
const passTwoMinutes = () => passDays(1 / 24 / 30);

async function createDisputedOrder(
  overrides: Parameters<typeof createDispute>[1] = {},
  make: () => Promise<SubmittedOrder> = createDeliveredOrder,
) {
  const order = await make();
  const { disputeId } = await deliverDisputeWebhook(order, createDispute(order, overrides));
  return { order, disputeId, id: await createRequest(disputeId) };
}

const readState = async (disputeId: string) => (await findDispute(database, disputeId))?.evidence;

describe('a manual answer to a dispute', () => {
  test('sends the person’s text, the order’s records and the unchanged files, once', async () => {
    const { order, disputeId, id } = await createDisputedOrder();
    expect(await send(order, id)).toEqual({ kind: 'sent' });
    expect(order.acquirer.evidence).toHaveLength(1);
    const [{ evidence }] = order.acquirer.evidence as [(typeof order.acquirer.evidence)[number]];
    expect(evidence.summary.startsWith(`${manualEvidence.text}\n\n`)).toBe(true);
    expect(evidence.summary).toContain(`Order ${order.orderNo}`);
    expect(evidence.activity).toContain('Payment of 100.00 EUR captured.');
    expect(
      evidence.files?.map(({ kind, fileId }) => [kind, Buffer.from(order.acquirer.files.get(fileId) ?? [])]),
    ).toEqual([
      ['communication', PDF],
      ['delivery', PNG],
    ]);
    expect(await readState(disputeId)).toBe('sent');
    // Simulates a worker that crashed after sending and before recording it: the answer is not sent again.
    await passDays(0.01);
    expect(await send(order, id)).toEqual({ kind: 'sent' });
    expect(await send(order, await createRequest(disputeId))).toMatchObject({
      kind: 'refused',
      why: expect.stringMatching(/already submitted/),
    });
    expect(order.acquirer.evidence).toHaveLength(1);
  });

  test('is composed by the worker, even if the inserted row already contains an answer', async () => {
    const { order, id } = await createDisputedOrder();
    const inserted = { product: 'coins', activity: '', refusal: 'none', summary: 'We have not delivered.' };
    await saveSubmittedEvidence(database, { requestId: id, text: manualEvidence.text }, inserted);
    // The role of the console cannot write this column.
    await database.run(sql`update manual_evidence set submitted_at = null where request_id = ${id}`);
    expect(await send(order, id)).toEqual({ kind: 'sent' });
    expect(order.acquirer.evidence.map(({ evidence }) => evidence.summary)).toEqual([
      expect.stringContaining(`Order ${order.orderNo}`),
    ]);
  });

  test('is also sent for an undelivered order', async () => {
    const { order, id } = await createDisputedOrder({}, paidOrder);
    expect(await send(order, id)).toEqual({ kind: 'sent' });
  });

  test.each(['upload', 'answer'] as const)(
    'is sent once when the acquirer’s response to the %s is lost',
    async (lostCall) => {
      const { order, disputeId, id } = await createDisputedOrder();
      if (lostCall === 'upload') order.acquirer.loseNextAnswer();
      else {
        const { card } = order.acquirer;
        const losing = {
          ...card,
          submitEvidence: async (submission: Parameters<typeof card.submitEvidence>[0]) => {
            await card.submitEvidence(submission);
            return { kind: 'unknown', detail: 'lost' } as const;
          },
        };
        expect(await sendManualAnswer({ ...buildContext(order), card: losing }, id)).toBe('later');
      }
      if (lostCall === 'upload') expect(await send(order, id)).toBe('later');
      expect(await readState(disputeId)).toBe('sending');
      // The next try is made only after the pause.
      expect(await send(order, id)).toBe('later');
      await passTwoMinutes();
      expect(await send(order, id)).toEqual({ kind: 'sent' });
      expect(order.acquirer.evidence).toHaveLength(1);
      expect(order.acquirer.files.size).toBe(2);
    },
  );

  test('stays the same on every retry, even if the records change', async () => {
    const { order, id } = await createDisputedOrder();
    const { card } = order.acquirer;
    const submissions: unknown[] = [];
    const away = {
      ...card,
      submitEvidence: async (one: Parameters<typeof card.submitEvidence>[0]) => {
        submissions.push(one);
        return { kind: 'unknown', detail: 'lost' } as const;
      },
    };
    expect(await sendManualAnswer({ ...buildContext(order), card: away }, id)).toBe('later');
    await database.run(sql`update buyers set email = 'another@example.com' where id = ${order.orderNo}`);
    await passTwoMinutes();
    expect(await sendManualAnswer({ ...buildContext(order), card: away }, id)).toBe('later');
    expect(submissions).toHaveLength(2);
    expect(submissions[1]).toEqual(submissions[0]);
  });

  test('leaves the dispute to the automatic answer when the acquirer refuses it', async () => {
    const { order, disputeId, id } = await createDisputedOrder();
    order.acquirer.refuseEvidence('too_long');
    expect(await send(order, id)).toMatchObject({
      kind: 'refused',
      why: expect.stringMatching(/more pages or characters/),
    });
    expect(await readState(disputeId)).toBe('none');
    order.acquirer.refuseEvidence(undefined);
    await passDays(4.1);
    await processDue(order);
    expect(order.acquirer.evidence).toHaveLength(1);
    expect(await readState(disputeId)).toBe('sent');
  });

  test('leaves the dispute to the automatic answer when the acquirer no longer knows it on the retry', async () => {
    const { order, disputeId, id } = await createDisputedOrder();
    order.acquirer.loseNextAnswer();
    expect(await send(order, id)).toBe('later');
    expect(await readState(disputeId)).toBe('sending');
    await passTwoMinutes();
    const card = {
      ...order.acquirer.card,
      getDispute: async () => ({ kind: 'refused', reason: 'not_found' }) as const,
    };
    expect(await sendManualAnswer({ ...buildContext(order), card }, id)).toMatchObject({ kind: 'refused' });
    expect(await readState(disputeId)).toBe('none');
  });

  test.each([
    ['decided', { status: 'lost' }, /decided: lost/],
    ['answered in the dashboard', { isAnswered: true }, /already submitted/],
    ['answerable only for an extra fee', { answerNeedsConsent: true }, /an extra fee/],
    ['not answerable', { answerBefore: undefined }, /does not accept evidence/],
  ] as const)('is refused when the dispute is %s', async (_name, overrides, why) => {
    const { order, disputeId, id } = await createDisputedOrder();
    const changed = { ...createDispute(order), ...overrides, disputeId };
    order.acquirer.disputes.set(disputeId, changed);
    expect(await send(order, id)).toMatchObject({ kind: 'refused', why: expect.stringMatching(why) });
    expect(order.acquirer.evidence).toEqual([]);
    expect(order.acquirer.files.size).toBe(0);
  });

  test('is refused after the deadline', async () => {
    const { order, id } = await createDisputedOrder();
    await passDays(8.1);
    expect(await send(order, id)).toMatchObject({ kind: 'refused', why: expect.stringMatching(/deadline has passed/) });
  });

  test('is refused when only its files were uploaded and the dispute was answered in the dashboard', async () => {
    const { order, disputeId, id } = await createDisputedOrder();
    order.acquirer.loseNextAnswer();
    expect(await send(order, id)).toBe('later');
    await deliverDisputeWebhook(order, { ...createDispute(order), disputeId, isAnswered: true });
    await passTwoMinutes();
    expect(await send(order, id)).toMatchObject({ kind: 'refused', why: expect.stringMatching(/already submitted/) });
    expect(await readState(disputeId)).toBe('none');
  });
});

describe('a dispute with a manual and an automatic answer', () => {
  test('gets only the manual one when it comes first', async () => {
    const { order, id } = await createDisputedOrder();
    expect(await send(order, id)).toEqual({ kind: 'sent' });
    await passDays(4.1);
    await processDue(order);
    await passDays(3);
    await processDue(order);
    expect(order.acquirer.evidence).toHaveLength(1);
    expect(await alerts(order, 'dispute_unanswered')).toEqual([]);
  });

  test('gets only the automatic one when it comes first', async () => {
    const { order, id } = await createDisputedOrder();
    await passDays(4.1);
    await processDue(order);
    expect(await send(order, id)).toMatchObject({ kind: 'refused', why: expect.stringMatching(/already submitted/) });
    expect(order.acquirer.evidence).toHaveLength(1);
  });

  test('gets one answer when both are sent at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { order, id } = await createDisputedOrder();
      await passDays(4.1);
      await Promise.all([processDue(order), send(order, id), send(order, id), processDue(order)]);
      expect(order.acquirer.evidence).toHaveLength(1);
      expect(
        new Set(
          order.acquirer.idempotencyKeys.filter(
            (key) => key.includes(':evidence') && !/:(communication|delivery)$/.test(key),
          ),
        ).size,
      ).toBe(1);
      await orders.resetClock();
    }
  });

  test('gets the automatic one when the request of an unfinished manual one has ended', async () => {
    const { order, disputeId, id } = await createDisputedOrder();
    order.acquirer.loseNextAnswer();
    expect(await send(order, id)).toBe('later');
    await passDays(4.1);
    await processDue(order);
    expect(order.acquirer.evidence).toEqual([]);
    await settleRequest(id, 'refused');
    await passDays(0.1);
    await processDue(order);
    expect(order.acquirer.evidence).toHaveLength(1);
    expect(await readState(disputeId)).toBe('sent');
  });

  test('raises an alert when neither was sent within four fifths of the time', async () => {
    const { order, id } = await createDisputedOrder();
    const { card } = order.acquirer;
    const away = async () => ({ kind: 'unavailable', retryAfterMs: 1, detail: 'away' }) as const;
    expect(await sendManualAnswer({ ...buildContext(order), card: { ...card, uploadEvidenceFile: away } }, id)).toBe(
      'later',
    );
    await passDays(6.5);
    await processDue(order);
    expect(await alerts(order, 'dispute_unanswered')).toHaveLength(1);
  });
});

describe('stored manual evidence', () => {
  const listDataKeys = (id: number) =>
    database.many(sql`select 1 from data_keys where subject = ${`evidence:${String(id)}`}`);

  test('is encrypted, and deleted ninety days after the bank’s decision', async () => {
    const { order, disputeId, id } = await createDisputedOrder();
    await send(order, id);
    await settleRequest(id, 'done');
    const { said: storedText } = await database.one<{ said: string }>(sql`
      select (select string_agg(e::text, '') from manual_evidence e where e.request_id = ${id}) ||
        (select string_agg(f::text, '') from evidence_files f where f.request_id = ${id}) as said`);
    for (const plain of [manualEvidence.text, PDF.toString('hex'), Buffer.from(manualEvidence.text).toString('hex')])
      expect(storedText).not.toContain(plain);
    await deliverDisputeWebhook(order, closeAsLost({ ...createDispute(order), disputeId, isAnswered: true }));
    await passDays(89);
    await deleteOldEvidence(database);
    expect((await findManualEvidence(database, id))?.text).toBe(manualEvidence.text);
    await passDays(2);
    await deleteOldEvidence(database);
    expect(await findManualEvidence(database, id)).toBeUndefined();
    expect(await listDataKeys(id)).toEqual([]);
    expect(await database.many(sql`select 1 from evidence_files where request_id = ${id}`)).toEqual([]);
  });

  test('is deleted when its request is refused or too old to be executed', async () => {
    const { disputeId, id } = await createDisputedOrder();
    const open = await createRequest(disputeId);
    await settleRequest(id, 'refused');
    await deleteOldEvidence(database);
    expect(await findManualEvidence(database, id)).toBeUndefined();
    expect(await listDataKeys(id)).toEqual([]);
    expect(await findManualEvidence(database, open)).toBeDefined();
    await passDays(7.1);
    await deleteOldEvidence(database);
    expect(await findManualEvidence(database, open)).toBeUndefined();
  });
});
