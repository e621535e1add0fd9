import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { saveConnectedProviders } from '../../purchase/offer/connectedProviderStore.ts';
import { deleteOldAnswerCounts, saveAnswerCounts } from '../../purchase/offer/providerAnswerStore.ts';
import { storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { openConsoleWorld } from '../consoleWorld.testing.ts';

const world = await openConsoleWorld();
const { database } = world;
const dora = world.createVisitor('dora');
const vera = world.createVisitor('vera');
const sam = world.createVisitor('sam');
await dora.logIn();
await vera.logIn();
await sam.logIn();

async function storeOffer(quoteId: string, provider: string, receive: number) {
  await database.run(sql`
    insert into offers (quote_id, offer_type, pay_method, pay_asset, pay_decimals, pay_units, receive_asset,
      receive_decimals, receive_units, processing_fee_units, network_fee_units, affiliate_fee_units, offered_at)
    values (${quoteId}, ${provider}, 'credit_debit_card', 'EUR', 2, 10000, 'BTC', 8, ${receive}, 0, 0, 0, slipway_now())`);
}

beforeEach(async () => {
  for (const table of ['offers', 'provider_answers', 'test_quotes', 'connected_providers'])
    await database.pool.query(`delete from ${table}`);
  await database.run(sql`delete from configuration where kind = 'provider' and key = 'swift'`);
  await saveConnectedProviders(roleDatabase(database, 'worker'), ['swift', 'slow']);
});

test('shows a provider’s offers, its deliveries compared with them, and the outcomes of order steps', async () => {
  await storeOffer('one', 'swift', 160_000);
  await storeOffer('one', 'slow', 150_000);
  await storeOffer('two', 'slow', 150_000);
  const delivered = await storeOrder(database, { offerType: 'swift' });
  const failed = await storeOrder(database, { offerType: 'swift' });
  await database.run(sql`
    insert into provider_orders (order_id, provider, offered_affiliate_units, reason, pay_units, receive_units,
      worse_at_checkout, paid_at, delivered_at)
    select id, 'swift', 0, case when id = ${failed.id} then 'card_declined' end, pay_units, receive_units * 99 / 100,
      id = ${delivered.id}, slipway_now() - interval '9 minutes',
      case when id = ${delivered.id} then slipway_now() end
    from orders where id in (${delivered.id}, ${failed.id})`);
  await database.run(sql`
    insert into order_steps (order_id, step, subject, try, times, outcome, refusal, message, conclusion, milliseconds,
      first_at, at)
    values (${delivered.id}, 'capture_payment', '', 1, 3, 'ok', null, '', '', 300, slipway_now(), slipway_now()),
      (${failed.id}, 'capture_payment', '', 1, 1, 'refused', 'declined', '', '', 500, slipway_now(), slipway_now()),
      (${failed.id}, 'notify_buyer', '', 1, 4, 'idle', null, '', '', 1, slipway_now(), slipway_now())`);
  const { others, steps } = await vera.call('providers', {});
  expect(others.find(({ id }) => id === 'swift')).toMatchObject({
    isOff: false,
    offers: 1,
    best: 1,
    orders: 2,
    delivered: 1,
    refusals: [{ reason: 'card_declined', orders: 1 }],
    record: { orders: 1, medianPercent: '-1.00', worstPercent: '-1.00', worseAtCheckout: 1, medianMinutes: 9 },
    act: { allowed: false },
  });
  expect(others.find(({ id }) => id === 'slow')).toMatchObject({ offers: 2, best: 1, orders: 0, record: null });
  expect(steps).toMatchObject([
    { step: 'capture_payment', tries: 4, ok: 3, p50: 400, refusals: [{ refusal: 'declined', times: 1 }] },
  ]);
});

test('counts answers over all processes with the api’s rights, and deletes them after a day', async () => {
  const api = roleDatabase(database, 'api');
  const createGroup = (outcome: 'ok' | 'left_out', times: number) => ({
    takeCounts: () => [{ provider: 'swift', outcome, withinMs: 200, times }],
  });
  await saveAnswerCounts(api, createGroup('ok', 3));
  await saveAnswerCounts(api, createGroup('ok', 4));
  await saveAnswerCounts(api, { takeCounts: () => [] });
  const shown = async () => (await vera.call('providers', {})).others.find(({ id }) => id === 'swift')?.answers;
  expect(await shown()).toMatchObject({ requests: 7, ok: 7, p50: 200, isLeftOut: false });
  await saveAnswerCounts(api, createGroup('left_out', 2));
  expect(await shown()).toMatchObject({ requests: 7, leftOut: 2, isLeftOut: true });
  await database.run(sql`update provider_answers set minute = minute - interval '25 hours'`);
  expect(await shown()).toBeNull();
  await deleteOldAnswerCounts(roleDatabase(database, 'worker'));
  expect(await database.many(sql`select 1 from provider_answers`)).toEqual([]);
});

test('one person disables a provider, and two enable it again', async () => {
  const change = (enabled: boolean) => JSON.stringify({ kind: 'provider', key: 'swift', fields: { enabled } });
  const { others } = await dora.call('providers', {});
  expect(others.find(({ id }) => id === 'swift')?.act).toMatchObject({ allowed: true, needsSecondApproval: false });
  const request = { action: 'set', subject: 'provider swift' };
  const off = await dora.requestAction('set', { ...request, input: { change: change(false) } });
  expect(off.status).not.toBe('waiting');
  await database.run(sql`
    insert into configuration (kind, key, value, changed_at)
    values ('provider', 'swift', '{"enabled": false}', slipway_now())`);
  const after = await dora.call('providers', {});
  expect(after.others.find(({ id }) => id === 'swift')).toMatchObject({
    isOff: true,
    act: { needsSecondApproval: true },
  });
  expect((await dora.requestAction('set', { ...request, input: { change: change(true) } })).status).toBe('waiting');
});

test('requests one test quote at a time, with a pause, for the default or a given amount, for people who may act', async () => {
  await expect(vera.call('requestTestQuote', { provider: 'swift' })).rejects.toThrow();
  const { id } = await sam.call('requestTestQuote', { provider: 'swift' });
  // An open request is not repeated.
  expect(await dora.call('requestTestQuote', { provider: 'swift', pay: '99.50', crypto: 'BTC' })).toEqual({ id });
  const shown = async () => (await vera.call('providers', {})).others.find((one) => one.id === 'swift')?.test;
  expect(await shown()).toMatchObject({
    requestedBy: 'sam',
    question: { payCurrency: 'USD', method: 'credit_debit_card', country: 'DE' },
    milliseconds: null,
    answer: null,
  });
  await database.run(sql`
    update test_quotes set answered_at = slipway_now(), milliseconds = 312,
      answer = '{"kind": "refused", "reason": "region", "limit": null, "detail": "not there"}' where id = ${id}`);
  expect(await shown()).toMatchObject({ milliseconds: 312, answer: { kind: 'refused', reason: 'region' } });
  const again = { provider: 'swift', pay: '99.50', crypto: 'BTC' } as const;
  expect((await dora.postRaw('requestTestQuote', again)).data).toMatchObject({ error: 'act_refused' });
  await database.run(sql`update test_quotes set answered_at = answered_at - interval '11 seconds'`);
  await dora.call('requestTestQuote', again);
  expect(await shown()).toMatchObject({
    requestedBy: 'dora',
    symbol: 'BTC',
    question: { pay: '99.50', crypto: 'BTC' },
  });
});

test.each([
  [{ pay: '0' }, 'act_refused'],
  [{ pay: '1.005' }, 'act_refused'],
  [{ crypto: 'NOTHING' }, 'not_found'],
  [{ provider: 'stranger' }, 'not_found'],
])('refuses a test quote for %o', async (what, error) => {
  expect((await sam.postRaw('requestTestQuote', { provider: 'slow', ...what })).data).toMatchObject({ error });
});

test('lists a connected provider before its first request, and as not connected once no process reports it', async () => {
  await storeOffer('one', 'swift', 160_000);
  await saveConnectedProviders(roleDatabase(database, 'worker'), ['fresh', 'swift']);
  const { others } = await vera.call('providers', {});
  expect(others.find(({ id }) => id === 'fresh')).toMatchObject({ isConnected: true, offers: 0, test: null });
  expect(others.some(({ id }) => id === 'stranger')).toBe(false);
  await database.run(sql`update connected_providers set reported_at = reported_at - interval '11 minutes'`);
  expect((await vera.call('providers', {})).others.find(({ id }) => id === 'swift')?.isConnected).toBe(false);
});
