import { randomUUID } from 'node:crypto';
import type { ChangeKind } from '@slipway/contract/entities/partnerPages.ts';
import { createAmount } from '@slipway/money/amount.ts';
import { parseDecimal } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { setRow } from '../../configuration/changeConfiguration.ts';
import { executeClerkRequests } from '../../operator/requests/executeClerkRequests.ts';
import { formatPartnerKey, generateKeyParts, generateSigningKeyPair } from '../../partner/api/partnerKey.ts';
import { insertPartnerKey } from '../../partner/api/partnerKeyStore.ts';
import { insertDelivery } from '../../partner/deliveryStore.ts';
import { switchEndpointOff } from '../../partner/endpointStore.ts';
import { rotateLinkKey } from '../../partner/linkKeyStore.ts';
import { insertChangeRequest, withdrawChangeRequest } from '../../partner/members/changeRequestStore.ts';
import { acceptInvitation, insertInvitation } from '../../partner/members/memberStore.ts';
import type { Partner } from '../../partner/partner.ts';
import { createWebhookSecret, insertOrderEvents } from '../../partner/partnerWorld.testing.ts';
import { createTestPartner, testKeys } from '../../partner/testPartner.testing.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { sha256 } from '../../platform/secrets.ts';
import { createIso20022Files } from '../../providers/bank/iso20022/iso20022.ts';
import { applyEvent } from '../../purchase/order/machine/applyEvent.ts';
import { exampleOrder } from '../../purchase/order/orderArbitraries.testing.ts';
import { happyPath } from '../../purchase/order/orderMachineHarness.testing.ts';
import { silentOrderMachine } from '../../purchase/order/silentStepContext.testing.ts';
import { storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { buildBankEntry, createTestBank } from '../../purchase/refund/testBank.testing.ts';
import { openConsoleWorld } from '../consoleWorld.testing.ts';

const world = await openConsoleWorld();
const { database } = world;
const vera = world.createVisitor('vera');
const dora = world.createVisitor('dora');
const refused = (key: string) => expect.objectContaining({ key });
const EUR = fiatAsset('EUR');
const clerk = {
  database: roleDatabase(database, 'clerk'),
  rootKeys: world.persons.rootKeys,
  isSandbox: true,
  bankFiles: createIso20022Files(),
  log: createLog('silent'),
};
const HOOKS = 'https://shop.example/hooks';
/** Secrets that no answer may contain. */
const secrets: string[] = [];
let lane = '';

/** Adds a partner as the configuration does. */
async function addPartner(id: string, name: string): Promise<void> {
  const origins = [`https://${id}.example`];
  const agreed = { share: '0.01', webhookUrl: HOOKS, savedCardEuroPerDay: '50' };
  const fields = { name, kind: 'partner_site', origins, ...agreed };
  await database.transaction((transaction) =>
    setRow(transaction, { kind: 'partner', key: id, fields }, { who: 'dora', why: 'a test' }),
  );
  const partner = { ...createTestPartner(id, HOOKS), name, origins, share: parseDecimal('0.01') };
  (world.context.settings().partners as Map<string, Partner>).set(id, partner);
}

beforeAll(async () => {
  await addPartner('shop', 'A shop');
  await addPartner('quiet', 'A quiet one');
  await vera.logIn();
  await dora.logIn();
  const parts = generateKeyParts();
  const { publicKey, privatePem } = generateSigningKeyPair();
  secrets.push(parts.secret, formatPartnerKey(parts), privatePem, await createWebhookSecret(database, 'shop'));
  await database.transaction(async (transaction) => {
    await insertPartnerKey(transaction, { partnerId: 'shop', parts, publicKey, atOnce: false });
    const { secret } = await rotateLinkKey(transaction, testKeys.partnerSecrets, 'shop', { atOnce: false });
    secrets.push(secret.toString('base64url'), secret.toString('base64'), secret.toString('hex'));
  });
  const sealed = await database.many<{ sealed: Buffer }>(
    sql`select sealed from partner_secrets union all select sealed from partner_link_keys`,
  );
  for (const row of sealed) secrets.push(row.sealed.toString('base64'), row.sealed.toString('hex'));
  lane = await insertOrderEvents(database, 'shop', 3);
  await storeDeliveries(1, [503, 200], 'taken');
  await storeDeliveries(2, [503, 410], 'given_up');
  const share = { ...exampleOrder.pay, units: 100n };
  const { id } = await storeOrder(database, { partnerId: 'shop', partnerShare: share });
  for (const [event] of happyPath)
    await database.transaction((transaction) => applyEvent(silentOrderMachine, transaction, id, event(randomUUID())));
});

/** Stores deliveries as the worker does. */
async function storeDeliveries(sequence: number, answers: readonly number[], delivery: string): Promise<void> {
  const { entry } = await database.one<{ entry: number }>(sql`
    update partner_events set delivery = ${delivery} where lane = ${lane} and sequence = ${sequence} returning entry`);
  for (const [index, status] of answers.entries())
    await insertDelivery(database, entry, {
      number: index + 1,
      answer: { status, text: 'a response', retryAfter: undefined, milliseconds: 84 },
    });
}

describe('partners', () => {
  test('are listed with waiting and failed events, orders and the owed share', async () => {
    const { list, owed } = await vera.call('partners', {});
    expect(list.map(({ id }) => id)).toEqual(['shop', 'quiet']);
    const events = await database.one<{ waiting: number }>(
      sql`select count(*)::int as waiting from partner_events where partner_id = 'shop' and delivery = 'waiting'`,
    );
    expect(list[0]).toMatchObject({
      name: 'A shop',
      share: '1',
      webhook: { url: HOOKS, state: 'on', waiting: events.waiting, failed: 1, oldestWaiting: expect.any(String) },
      orders: { made: 2, delivered: 1 },
      owed: [{ amount: '1.00', unit: 'EUR' }],
    });
    expect(list[1]).toMatchObject({ webhook: { state: 'none', waiting: 0 }, owed: [], keyUsedAt: null });
    expect(owed).toEqual([{ amount: '1.00', unit: 'EUR' }]);
  });

  test('are owed what the ledger records, by the month of the delivery', async () => {
    const { earned } = await vera.call('partner', { id: 'shop' });
    const { sum } = await database.one<{ sum: string }>(sql`
      select trim_scale(-sum(units) / 10::numeric ^ 8)::text as sum from ledger_postings where account = 'liability:partner'`);
    expect(earned).toEqual([
      { month: new Date().toISOString().slice(0, 7), orders: 1, share: { amount: '1.00', unit: 'EUR' } },
    ]);
    expect(sum).toBe('1');
  });

  test('are shown with the daily limit for saved cards', async () => {
    expect(await vera.call('partner', { id: 'shop' })).toMatchObject({ savedCardEuroPerDay: '50.00' });
  });

  test('are shown with the ids and dates of their keys; an unknown partner is not found', async () => {
    const { keys: shown, linkKeys, secrets: dates } = await vera.call('partner', { id: 'shop' });
    expect(shown).toMatchObject([{ retiresAt: null, lastUsedAt: null, createdAt: expect.any(String) }]);
    expect(linkKeys).toMatchObject([{ id: expect.stringMatching(/^link_/), retiresAt: null }]);
    expect(dates).toEqual([{ createdAt: expect.any(String), retiresAt: null }]);
    await expect(vera.call('partner', { id: 'nobody' })).rejects.toEqual(refused('not_found'));
  });
});

describe('webhook deliveries', () => {
  test('are listed by state, with the last answer', async () => {
    const { list } = await vera.call('deliveries', { partner: 'shop', state: 'given_up' });
    expect(list).toMatchObject([{ event: `evt_${lane}_2`, orderNo: lane, tries: 2, status: 410 }]);
  });

  test('are paged to the end, each once', async () => {
    await insertOrderEvents(database, 'quiet', 60);
    const first = await vera.call('deliveries', { partner: 'quiet' });
    const second = await vera.call('deliveries', { partner: 'quiet', cursor: first.cursor ?? 1 });
    const events = [...first.list, ...second.list].map(({ event }) => event);
    expect({ first: first.list.length, all: new Set(events).size, cursor: second.cursor }).toEqual({
      first: 50,
      all: 60,
      cursor: null,
    });
  });

  test('show body, headers and every attempt, only under their own partner', async () => {
    const query = { partner: 'shop', event: `evt_${lane}_1` };
    const { body, attempts, delivery } = await vera.call('delivery', query);
    expect({ body: JSON.parse(body), delivery }).toEqual({ body: { lane, sequence: 1 }, delivery: 'taken' });
    expect(attempts.map(({ number, status }) => [number, status])).toEqual([
      [2, 200],
      [1, 503],
    ]);
    expect(attempts[0]?.headers).toMatchObject({ 'webhook-id': query.event });
    await expect(vera.call('delivery', { ...query, partner: 'quiet' })).rejects.toEqual(refused('not_found'));
  });
});

describe('the actions for a partner', () => {
  const listActions = async (visitor: typeof vera) => {
    const { acts } = await visitor.call('partner', { id: 'shop' });
    return new Map(acts.map((act) => [act.id, act]));
  };

  test('have a reason if they are not allowed, or the approvers and the command that they need', async () => {
    const hers = await listActions(vera);
    expect(hers.get('partner-key')).toMatchObject({ allowed: false, why: 'Requires the admin role.' });
    expect(hers.get('switch-on')).toMatchObject({ allowed: false, why: 'The endpoint is already enabled.' });
    const admins = await listActions(dora);
    expect(admins.get('test-events')).toMatchObject({
      allowed: true,
      why: '',
      needsSecondApproval: false,
      command: null,
    });
    const key = admins.get('partner-key');
    expect(key).toMatchObject({ command: 'npm run operate -- partner-key shop', needsSecondApproval: true });
    expect(key?.approvers).toEqual(admins.get('set')?.approvers);
    expect(admins.get('set')).toMatchObject({ allowed: true, needsSecondApproval: true });
    expect(admins.get('set')?.approvers).not.toContain('dora');
  });

  test('accept a replay that was offered', async () => {
    const input = { event: `evt_${lane}_2`, from: '' };
    const request = { action: 'replay-events', subject: 'shop', input };
    expect(await dora.requestAction('replay-events', request)).toMatchObject({
      action: 'replay-events',
      status: 'approved',
    });
  });

  test('offer to enable the endpoint once it is off', async () => {
    await database.transaction((transaction) => switchEndpointOff(transaction, 'shop', 'it answered 410'));
    expect((await listActions(dora)).get('switch-on')).toMatchObject({ allowed: true, why: '' });
    expect((await vera.call('partners', {})).list[0]).toMatchObject({
      id: 'shop',
      webhook: { state: 'off', reason: 'it answered 410' },
    });
  });
});

describe('share payments to a partner', () => {
  const bank = createTestBank(database);

  async function bookDebit(cents: bigint): Promise<string> {
    const reference = randomUUID();
    await bank.deliverBookings(
      buildBankEntry({ direction: 'debit', amount: createAmount(EUR, cents), reference, remittance: 'shares' }),
    );
    const { id } = await database.one<{ id: string }>(sql`select id from bank_entries where reference = ${reference}`);
    return id;
  }

  test('are offered to people with the right, up to the owed amount, which they reduce once executed', async () => {
    const tess = world.createVisitor('tess');
    await tess.logIn();
    const [entry, much] = [await bookDebit(40n), await bookDebit(101n)];
    const { bookings } = await tess.call('partner', { id: 'shop' });
    expect(bookings.find((one) => one.entry === entry)).toMatchObject({
      direction: 'debit',
      amount: { amount: '0.40', unit: 'EUR' },
      party: 'A. W.',
    });
    const until = new Date().toISOString();
    const preview = (id: string, visitor = tess) =>
      visitor.call('previewShares', { partner: 'shop', entry: id, until });
    expect(await preview(much)).toMatchObject({
      act: { allowed: false, why: expect.stringContaining('is owed 1.00') },
    });
    expect(await preview(entry, vera)).toMatchObject({ act: { allowed: false, why: 'Requires the treasurer role.' } });
    const { act, owed, left } = await preview(entry);
    expect({ allowed: act.allowed, needsSecondApproval: act.needsSecondApproval, owed, left }).toEqual({
      allowed: true,
      needsSecondApproval: true,
      owed: { amount: '1.00', unit: 'EUR' },
      left: { amount: '0.60', unit: 'EUR' },
    });
    expect(act.approvers).toContain('cleo');
    expect(act.approvers).not.toContain('tess');
    const { action, subject, input } = act;
    const request = await tess.requestAction('pay-shares', { action, subject, input });
    expect(request).toMatchObject({ status: 'waiting', input: { entry, amount: '0.40 EUR' } });
    const cleo = world.createVisitor('cleo');
    await cleo.logIn();
    await cleo.answer(request.id, 'approve', request.statement ?? '');
    await executeClerkRequests({ ...clerk, seenPersonHeads: new Set() });
    const { payments, owed: now, earned } = await tess.call('partner', { id: 'shop' });
    expect(payments).toMatchObject([{ entry, amount: { amount: '0.40', unit: 'EUR' }, approvedBy: 'cleo' }]);
    expect(now).toEqual([{ amount: '0.60', unit: 'EUR' }]);
    expect(earned).toMatchObject([{ share: { amount: '1.00', unit: 'EUR' } }]);
    expect((await tess.call('partners', {})).owed).toEqual([{ amount: '0.60', unit: 'EUR' }]);
    expect((await preview(entry)).act.why).toContain('is not open');
  });
});

test('keeps a disabled partner in the list, and offers to enable it', async () => {
  const off = { kind: 'partner', key: 'quiet', fields: { enabled: false } };
  await database.transaction((transaction) => setRow(transaction, off, { who: 'dora', why: 'a test' }));
  const { list } = await vera.call('partners', {});
  expect(list.map(({ id, enabled }) => [id, enabled])).toContainEqual(['quiet', false]);
  const { acts } = await dora.call('partner', { id: 'quiet' });
  const offered = new Map(acts.map((act) => [act.id, act]));
  expect(offered.get('test-events')?.why).toBe('This partner is disabled. Enable it first.');
  // Changes that enable something need a second approval; disabling does not.
  expect(offered.get('switch')).toMatchObject({ label: 'Enable partner', allowed: true, needsSecondApproval: true });
  const shop = await dora.call('partner', { id: 'shop' });
  const { id, needsSecondApproval, input } = shop.acts.find((act) => act.id === 'switch') ?? {};
  expect({ id, needsSecondApproval }).toEqual({ id: 'switch', needsSecondApproval: false });
  expect(JSON.parse(input?.['change'] ?? '')).toEqual({ kind: 'partner', key: 'shop', fields: { enabled: false } });
});

test('returns no secret in any answer', async () => {
  const answers = await Promise.all([
    dora.postRaw('partners', {}),
    dora.postRaw('partner', { id: 'shop' }),
    dora.postRaw('deliveries', { partner: 'shop' }),
    dora.postRaw('delivery', { partner: 'shop', event: `evt_${lane}_1` }),
  ]);
  const serializedAnswers = JSON.stringify(answers.map(({ data }) => data));
  expect(answers.map(({ respCode }) => respCode)).toEqual(['200', '200', '200', '200']);
  expect(secrets.length).toBeGreaterThanOrEqual(9);
  expect(secrets.filter((secret) => secret === '' || serializedAnswers.includes(secret))).toEqual([]);
});

describe('a change request of a partner', () => {
  /** Inserts a request of a member of `quiet`, as the partner pages do. */
  async function insertRequest(kind: ChangeKind, values: readonly string[]): Promise<number> {
    const code = randomUUID();
    await insertInvitation(database, { partnerId: 'quiet', role: 'owner', codeHash: sha256(code) });
    const member = await database.transaction((transaction) =>
      acceptInvitation(transaction, sha256(code), { name: 'Quinn', email: 'quinn@quiet.example' }),
    );
    const id = await database.transaction((transaction) =>
      insertChangeRequest(transaction, { partnerId: 'quiet', kind, values, memberId: member?.id ?? '' }),
    );
    return id ?? 0;
  }

  const readRequests = async (visitor: typeof vera) => (await visitor.call('partner', { id: 'quiet' })).changeRequests;

  test('is shown with the actions that fulfil or reject it, with their inputs filled in', async () => {
    const origins = ['https://quiet.example', 'https://shop.quiet.example'];
    const id = await insertRequest('origins', origins);
    const [request] = await readRequests(dora);
    expect(request).toMatchObject({ id, kind: 'origins', values: origins, state: 'open', requestedBy: 'Quinn' });
    const [approve, reject] = request?.acts ?? [];
    expect(approve).toMatchObject({ id: `approve:${id}`, action: 'set', allowed: true, needsSecondApproval: true });
    expect(JSON.parse(approve?.input['change'] ?? '')).toEqual({ kind: 'partner', key: 'quiet', fields: { origins } });
    expect(reject).toMatchObject({ action: 'reject-change', input: { request: String(id) }, allowed: true });
    const ofViewer = (await readRequests(vera))[0]?.acts ?? [];
    expect(ofViewer.map(({ allowed }) => allowed)).toEqual([false, false]);
  });

  test('is listed on Today until it is withdrawn', async () => {
    const id = await insertRequest('share', ['2']);
    const listQueue = async () =>
      (await dora.call('today', {})).queue.filter(({ cause }) => cause.startsWith('A partner'));
    const [item] = (await listQueue()).slice(-1);
    expect(item).toMatchObject({ detail: 'Partner quiet', act: { label: 'Decide', to: 'partners/quiet/requests' } });
    const before = (await listQueue()).length;
    await database.transaction((transaction) => withdrawChangeRequest(transaction, 'quiet', id));
    expect(await listQueue()).toHaveLength(before - 1);
  });

  test('for a new key names the command that fulfils it', async () => {
    const id = await insertRequest('key', []);
    const request = (await readRequests(dora)).find((one) => one.id === id);
    expect(request?.acts[0]).toMatchObject({ action: 'partner-key', command: 'npm run operate -- partner-key quiet' });
  });
});
