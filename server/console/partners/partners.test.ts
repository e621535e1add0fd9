import { randomUUID } from 'node:crypto';
import { parseDecimal } from '@slipway/money/decimal.ts';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { setRow } from '../../configuration/changeConfiguration.ts';
import { newKeyWords, newSigningPair, writeKey } from '../../partner/api/partnerKey.ts';
import { insertNextKey } from '../../partner/api/partnerKeyStore.ts';
import { insertDelivery } from '../../partner/deliveryStore.ts';
import { switchEndpointOff } from '../../partner/endpointStore.ts';
import { rotateLinkKey } from '../../partner/linkKeyStore.ts';
import type { Partner } from '../../partner/partner.ts';
import { newSecret, tellOf } from '../../partner/partnerWorld.testing.ts';
import { keys, partnerAt } from '../../partner/testPartner.testing.ts';
import { applyEvent } from '../../purchase/order/applyEvent.ts';
import { exampleOrder } from '../../purchase/order/orderArbitraries.testing.ts';
import { quietMachine } from '../../purchase/order/quietSteps.testing.ts';
import { storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { happyPath } from '../../purchase/order/toldOrders.testing.ts';
import { openConsoleWorld } from '../consoleWorld.testing.ts';

const world = await openConsoleWorld();
const { database } = world;
const vera = world.visitor('vera');
const dora = world.visitor('dora');
const refused = (key: string) => expect.objectContaining({ key });
const HOOKS = 'https://shop.example/hooks';
/** What must never be answered, in any form. */
const secrets: string[] = [];
let lane = '';

/** Told as the configuration would tell it. */
async function agreeWith(id: string, name: string): Promise<void> {
  const origins = [`https://${id}.example`];
  const fields = { name, kind: 'partner_site', origins, share: '0.01', webhookUrl: HOOKS };
  await database.transaction((transaction) =>
    setRow(transaction, { kind: 'partner', key: id, fields }, { who: 'dora', why: 'a test' }),
  );
  const partner = { ...partnerAt(id, HOOKS), name, origins, share: parseDecimal('0.01') };
  (world.context.settings().partners as Map<string, Partner>).set(id, partner);
}

beforeAll(async () => {
  await agreeWith('shop', 'A shop');
  await agreeWith('quiet', 'A quiet one');
  await vera.enter();
  await dora.enter();
  const words = newKeyWords();
  const { publicKey, privatePem } = newSigningPair();
  secrets.push(words.secret, writeKey(words), privatePem, await newSecret(database, 'shop'));
  await database.transaction(async (transaction) => {
    await insertNextKey(transaction, { partnerId: 'shop', words, publicKey, atOnce: false });
    const { secret } = await rotateLinkKey(transaction, keys.partnerSecrets, 'shop', { atOnce: false });
    secrets.push(secret.toString('base64url'), secret.toString('base64'), secret.toString('hex'));
  });
  const sealed = await database.many<{ sealed: Buffer }>(
    sql`select sealed from partner_secrets union all select sealed from partner_link_keys`,
  );
  for (const row of sealed) secrets.push(row.sealed.toString('base64'), row.sealed.toString('hex'));
  lane = await tellOf(database, 'shop', 3);
  await post(1, [503, 200], 'taken');
  await post(2, [503, 410], 'given_up');
  const share = { ...exampleOrder.pay, units: 100n };
  const { id } = await storeOrder(database, { partnerId: 'shop', partnerShare: share });
  for (const [event] of happyPath)
    await database.transaction((transaction) => applyEvent(quietMachine, transaction, id, event(randomUUID())));
});

/** As a worker would leave it. */
async function post(sequence: number, answers: readonly number[], delivery: string): Promise<void> {
  const { entry } = await database.one<{ entry: number }>(sql`
    update partner_events set delivery = ${delivery} where lane = ${lane} and sequence = ${sequence} returning entry`);
  for (const [index, status] of answers.entries())
    await insertDelivery(database, entry, {
      number: index + 1,
      answer: { status, text: 'said', retryAfter: undefined, milliseconds: 84 },
    });
}

describe('the partners', () => {
  test('are listed with what waits, what failed, their orders and what is owed', async () => {
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

  test('are owed what the ledger says, by the month of the delivery', async () => {
    const { earned } = await vera.call('partner', { id: 'shop' });
    const { sum } = await database.one<{ sum: string }>(sql`
      select trim_scale(-sum(units) / 10::numeric ^ 8)::text as sum from ledger_postings where account = 'liability:partner'`);
    expect(earned).toEqual([
      { month: new Date().toISOString().slice(0, 7), orders: 1, share: { amount: '1.00', unit: 'EUR' } },
    ]);
    expect(sum).toBe('1');
  });

  test('are shown with their keys by id and date', async () => {
    const { keys: shown, linkKeys, secrets: dates } = await vera.call('partner', { id: 'shop' });
    expect(shown).toMatchObject([{ retiresAt: null, lastUsedAt: null, madeAt: expect.any(String) }]);
    expect(linkKeys).toMatchObject([{ id: expect.stringMatching(/^link_/), retiresAt: null }]);
    expect(dates).toEqual([{ madeAt: expect.any(String), retiresAt: null }]);
    await expect(vera.call('partner', { id: 'nobody' })).rejects.toEqual(refused('not_found'));
  });
});

describe('deliveries', () => {
  test('are listed by state, with the last answer', async () => {
    const { list } = await vera.call('deliveries', { partner: 'shop', state: 'given_up' });
    expect(list).toMatchObject([{ event: `evt_${lane}_2`, orderNo: lane, tries: 2, status: 410 }]);
  });

  test('are paged to the end, each once', async () => {
    await tellOf(database, 'quiet', 60);
    const first = await vera.call('deliveries', { partner: 'quiet' });
    const second = await vera.call('deliveries', { partner: 'quiet', cursor: first.cursor ?? 1 });
    const seen = [...first.list, ...second.list].map(({ event }) => event);
    expect({ first: first.list.length, all: new Set(seen).size, cursor: second.cursor }).toEqual({
      first: 50,
      all: 60,
      cursor: null,
    });
  });

  test('have their body, their headers and every answer, and are nobody else’s', async () => {
    const asked = { partner: 'shop', event: `evt_${lane}_1` };
    const { body, attempts, delivery } = await vera.call('delivery', asked);
    expect({ body: JSON.parse(body), delivery }).toEqual({ body: { lane, sequence: 1 }, delivery: 'taken' });
    expect(attempts.map(({ number, status }) => [number, status])).toEqual([
      [2, 200],
      [1, 503],
    ]);
    expect(attempts[0]?.headers).toMatchObject({ 'webhook-id': asked.event });
    await expect(vera.call('delivery', { ...asked, partner: 'quiet' })).rejects.toEqual(refused('not_found'));
  });
});

describe('what may be done', () => {
  const actsOf = async (visitor: typeof vera) => {
    const { acts } = await visitor.call('partner', { id: 'shop' });
    return new Map(acts.map((act) => [act.action, act]));
  };

  test('is said with the reason why not', async () => {
    const hers = await actsOf(vera);
    expect(hers.get('partner-key')).toMatchObject({ allowed: false, why: 'This is for admin.' });
    expect(hers.get('switch-on')).toMatchObject({ allowed: false, why: 'Its endpoint is on.' });
    const admins = await actsOf(dora);
    expect(admins.get('test-events')).toMatchObject({ allowed: true, why: '', takesTwo: false, command: null });
    expect(admins.get('partner-key')?.command).toBe('npm run operate -- partner-key shop');
    expect(admins.get('set')).toMatchObject({ allowed: true, takesTwo: true });
    expect(admins.get('set')?.approvers).not.toContain('dora');
  });

  test('is what the door takes: a replay that was offered is asked for', async () => {
    const input = { event: `evt_${lane}_2`, from: '' };
    const wish = { action: 'replay-events', subject: 'shop', input };
    expect(await dora.ask('replay-events', wish)).toMatchObject({ action: 'replay-events', status: 'approved' });
  });

  test('to switch on is offered once it is off', async () => {
    await database.transaction((transaction) => switchEndpointOff(transaction, 'shop', 'it answered 410'));
    expect((await actsOf(dora)).get('switch-on')).toMatchObject({ allowed: true, why: '' });
    expect((await vera.call('partners', {})).list[0]).toMatchObject({
      id: 'shop',
      webhook: { state: 'off', reason: 'it answered 410' },
    });
  });
});

test('no answer has a secret in it', async () => {
  const answers = await Promise.all([
    dora.raw('partners', {}),
    dora.raw('partner', { id: 'shop' }),
    dora.raw('deliveries', { partner: 'shop' }),
    dora.raw('delivery', { partner: 'shop', event: `evt_${lane}_1` }),
  ]);
  const said = JSON.stringify(answers.map(({ data }) => data));
  expect(answers.map(({ respCode }) => respCode)).toEqual(['200', '200', '200', '200']);
  expect(secrets.length).toBeGreaterThanOrEqual(9);
  expect(secrets.filter((secret) => secret === '' || said.includes(secret))).toEqual([]);
});
