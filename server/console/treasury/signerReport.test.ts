import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import { executeClerkRequests } from '../../operator/requests/executeClerkRequests.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { createIso20022Files } from '../../providers/bank/iso20022/iso20022.ts';
import { endLease, takeLease } from '../../signer/lead/leaseStore.ts';
import { saveSignerReport } from '../../signer/lead/signerReportStore.ts';
import type { SignerStatus } from '../../signer/status/signerStatus.ts';
import { saveSignerStatus } from '../../signer/status/signerStatusStore.ts';
import { openConsoleWorld } from '../consoleWorld.testing.ts';

const world = await openConsoleWorld();
const { database } = world;

async function logInAs(name: string) {
  const person = world.createVisitor(name);
  await person.logIn();
  return person;
}

const vera = await logInAs('vera');
const cleo = await logInAs('cleo');
const tess = await logInAs('tess');

const STATUS: SignerStatus = {
  version: '1.0.0',
  startedAt: '2026-03-01T11:00:00.000Z',
  comparedAfter: '2026-03-01T11:00:00.000Z',
  stops: [],
  caps: {
    transaction: '5000000',
    fee: '10000',
    hour: { cap: '10000000', used: '412000' },
    day: { cap: '50000000', used: '3801420' },
    coins: [
      { asset: 'eip155:1/slip44:60', cap: '40000000000000000000', used: '7400000000000000000' },
      { asset: 'a coin that is sold no more', cap: '1', used: '1' },
    ],
    secondApprovalAbove: '100000',
  },
  pricesAt: null,
  contradictions: [{ row: 'crypto USDC', change: 'changed' }],
};

const executeRequests = () =>
  executeClerkRequests({
    database: roleDatabase(database, 'clerk'),
    rootKeys: world.persons.rootKeys,
    isSandbox: true,
    bankFiles: createIso20022Files(),
    log: createLog('silent'),
  });
const storeStatus = (status: Partial<SignerStatus> = {}) => saveSignerStatus(database, { ...STATUS, ...status });
const readSigner = async (who = vera) => (await who.call('treasury', {})).signer;
const findHealthLine = async () => (await vera.call('today', {})).health.find(({ name }) => name === 'Signer');

beforeEach(async () => {
  await database.run(sql`delete from signer_status`);
  await database.run(sql`delete from operator_requests`);
});

test('shows which of two signers is active, and how many entries the other one is behind', async () => {
  const report = { version: '1', startedAt: '2026-03-01T11:00:00.000Z', stopFile: null, faults: [] };
  expect((await readSigner()).signers).toEqual([]);
  await saveSignerReport(database, 'a', { ...report, state: 'active', forms: 12, releases: 3 });
  await saveSignerReport(database, 'b', { ...report, state: 'passive', forms: 10, releases: 3, faults: ['full'] });
  await takeLease(database, { signer: 'a', instance: 'a1' }, 60_000);
  await database.run(sql`update signers set written_at = written_at - interval '6 minutes' where signer = 'b'`);
  expect((await readSigner()).signers).toMatchObject([
    { name: 'a', isActive: true, isSilent: false, entriesBehind: 0, faults: [] },
    { name: 'b', isActive: false, isSilent: true, entriesBehind: 2, faults: ['full'] },
  ]);
  await endLease(database, { signer: 'a', instance: 'a1' });
  expect((await readSigner()).signers.filter(({ isActive }) => isActive)).toEqual([]);
});

test('shows the signer’s own caps and their use', async () => {
  expect(await readSigner()).toMatchObject({ state: 'unknown', reportedAt: null, caps: null });
  expect(await findHealthLine()).toMatchObject({ state: 'unknown', summary: 'not known' });
  await storeStatus();
  expect(await readSigner()).toMatchObject({
    state: 'signs',
    version: '1.0.0',
    caps: {
      transaction: { amount: '50000.00', unit: 'EUR' },
      hour: { cap: { amount: '100000.00' }, used: { amount: '4120.00' } },
      coins: [{ cap: { amount: '40.000000000000000000', unit: 'ETH' }, used: { amount: '7.400000000000000000' } }],
      secondApprovalAbove: { amount: '1000.00' },
    },
    contradictions: [{ row: 'crypto USDC', change: 'changed' }],
  });
  expect(await findHealthLine()).toMatchObject({ state: 'good', summary: '38014.20 EUR in 24 h' });
});

test('shows a signer without a report for two minutes as silent, unless it is stopped', async () => {
  await storeStatus();
  await database.run(sql`update signer_status set written_at = slipway_now() - interval '119 seconds'`);
  expect(await readSigner()).toMatchObject({ state: 'signs' });
  await database.run(sql`update signer_status set written_at = slipway_now() - interval '121 seconds'`);
  expect(await readSigner()).toMatchObject({ state: 'silent', caps: { fee: { amount: '100.00' } } });
  expect((await findHealthLine())?.summary).toMatch(/^last heartbeat \d\d:\d\d$/);
  expect(await findHealthLine()).toMatchObject({ state: 'warn' });
  // Silence does not end a stop.
  await storeStatus({ stops: [{ who: null, statement: null, since: STATUS.startedAt, why: 'maintenance' }] });
  await database.run(sql`update signer_status set written_at = slipway_now() - interval '1 day'`);
  expect(await readSigner()).toMatchObject({
    state: 'stopped',
    stops: [{ who: null, why: 'maintenance', start: null }],
  });
  expect(await findHealthLine()).toMatchObject({ state: 'bad', summary: 'stopped by a file on the signer host 11:00' });
});

test('offers the stop to people with the right, and names the roles to others', async () => {
  for (const name of ['cleo', 'tess', 'dora', 'anna'])
    expect((await readSigner(await logInAs(name))).stop).toMatchObject({ allowed: true, needsSecondApproval: false });
  for (const name of ['vera', 'sam'])
    expect((await readSigner(await logInAs(name))).stop).toMatchObject({
      allowed: false,
      why: 'Requires the compliance, treasurer, or admin role.',
    });
});

test('shows a stop at once, alerts, and ends exactly this stop with two people', async () => {
  await storeStatus();
  const request = await tess.requestAction(
    'stop-signing',
    { action: 'stop-signing', subject: 'signer' },
    'two strange payouts',
  );
  expect(request).toMatchObject({ status: 'approved', mayAnswer: [] });
  const statement = request.statement ?? '';
  expect(await readSigner()).toMatchObject({
    state: 'stopped',
    stops: [{ who: 'tess', statement, why: 'two strange payouts', isSeen: false, requests: [] }],
  });
  await executeRequests();
  const { queue, health } = await cleo.call('today', {});
  expect(health.find(({ name }) => name === 'Signer')).toMatchObject({ state: 'bad' });
  const alert = queue.find(({ cause }) => cause === 'A person has stopped the signer: nothing is signed');
  expect(alert).toMatchObject({
    halted: true,
    clock: { otherwise: expect.stringMatching(/paid orders wait/) },
  });
  const shown = await cleo.call('alert', { id: Number(alert?.subject) });
  expect(shown).toMatchObject({ wakes: true, requests: [] });
  expect(shown.actions.map(({ action, allowed }) => [action, allowed])).toContainEqual(['stop-signing', true]);

  await storeStatus({ stops: [{ who: 'tess', statement, since: STATUS.startedAt, why: 'two strange payouts' }] });
  const [own, theirs] = [(await readSigner(tess)).stops[0]?.start, (await readSigner(cleo)).stops[0]?.start];
  expect(own).toMatchObject({ allowed: true, needsSecondApproval: true, input: { stop: statement } });
  expect(own?.approvers).toEqual(expect.arrayContaining(['cleo', 'dora', 'tom']));
  expect(own?.approvers).not.toContain('tess');
  expect(theirs).toMatchObject({ allowed: false, why: 'Requires the treasurer or admin role.' });
  const start = await tess.requestAction('start-signing', {
    action: 'start-signing',
    subject: 'signer',
    input: { stop: statement },
  });
  expect(start).toMatchObject({ status: 'waiting' });
  expect((await readSigner(cleo)).stops[0]?.requests).toMatchObject([
    { id: start.id, mayAnswer: expect.arrayContaining(['cleo']) },
  ]);
  expect((await cleo.call('counts', {})).treasury).toBe(1);
  expect((await cleo.call('treasury', {})).requests).toEqual([]);
  expect((await cleo.call('alert', { id: Number(alert?.subject) })).requests).toMatchObject([{ id: start.id }]);
  await cleo.answer(start.id, 'approve', start.statement ?? '');
  await executeRequests();
  expect((await tess.call('request', { id: start.id })).status).toBe('done');
  await expect(cleo.call('alert', { id: Number(alert?.subject) })).rejects.toMatchObject({ key: 'not_found' });
  await storeStatus();
  expect(await readSigner()).toMatchObject({ state: 'signs', stops: [] });
});

test('refuses an unknown stop, anything other than the signer, and people without the right', async () => {
  const input = { stop: 'd'.repeat(64) };
  const none = await tess.requestAction('start-signing', { action: 'start-signing', subject: 'signer', input });
  await cleo.answer(none.id, 'approve', none.statement ?? '');
  const other = await tess.requestAction('stop-signing', { action: 'stop-signing', subject: 'everything' });
  await executeRequests();
  expect((await tess.call('request', { id: none.id })).result).toBe(`there is no stop ${input.stop}`);
  expect((await tess.call('request', { id: other.id })).result).toMatch(/^the request stops nothing/);
  await expect(
    (await logInAs('sam')).requestAction('stop-signing', { action: 'stop-signing', subject: 'signer' }),
  ).rejects.toMatchObject({ key: 'act_refused' });
});
