import { randomUUID } from 'node:crypto';
import { type CallName, calls } from '@slipway/contract/calls.ts';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { saveCard } from '../../account/cards/savedCardStore.ts';
import { openOwnGateway, type TestBuyer } from './testGateway.testing.ts';

const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const DETAILS = {
  firstName: 'Anneliese',
  lastName: 'Wintergarten',
  birthDate: '1990-05-31',
  citizenship: 'DE',
  city: 'Quedlinburg',
  purpose: 'personal_investment',
  phone: '+49 30 901820',
};

const gateway = await openOwnGateway();
let anna: TestBuyer;
let ben: TestBuyer;
/** Anna's ids, by the fields that take them. */
let annasIds: Record<string, string>;

beforeAll(async () => {
  anna = await gateway.logIn('anna.private@example.com');
  ben = await gateway.logIn('ben@example.com');
  await postAsAnna('addKyc', DETAILS);
  const address = await postAsAnna('addCryptoAddress', { crypto: 'ETH', address: ADDRESS, name: 'Cold storage Anna' });
  const order = await postAsAnna('coinOrder', {
    ...calls.coinOrder.example.request,
    token: await gateway.fetchQuoteToken(),
    getCurrency: 'ETH',
    address: ADDRESS,
  });
  const cardId = `card_${randomUUID()}`;
  const { id } = await gateway.database.one<{ id: string }>(
    sql`select id from buyers where email = 'anna.private@example.com'`,
  );
  await saveCard(gateway.database, {
    id: cardId,
    buyerId: id,
    card: {
      paymentMethodId: 'pm_secret_of_anna',
      brand: 'visa',
      last4: '7391',
      expiryMonth: 7,
      expiryYear: 2031,
      fingerprint: 'fingerprint_of_anna',
    },
  });
  const { sessionId } = await gateway.database.one<{ sessionId: string }>(
    sql`select public_id as "sessionId" from sessions where buyer_id = ${id}`,
  );
  annasIds = { sessionId, orderNo: order['orderNo'] ?? '', addressId: address['addressId'] ?? '', cardId };
});

async function postAsAnna(call: CallName, input: object): Promise<Record<string, string>> {
  const { body } = await gateway.post(call, { ...input, authToken: anna.authToken }, anna.headers);
  expect(body.respCode).toBe('200');
  return body.data;
}

/** Returns Anna's rows, and how many events and attempts she has, as text; without the times that a login changes. */
async function readAnnasRows(): Promise<string> {
  const { rows } = await gateway.database.one<{ rows: unknown }>(sql`
    with anna as (select id from buyers where email = 'anna.private@example.com')
    select jsonb_build_object(
      'buyer', (select to_jsonb(b) from buyers b where b.id = (select id from anna)),
      'orders', (select jsonb_agg(to_jsonb(o) - 'attend_at') from orders o where o.buyer_id = (select id from anna)),
      'events', (select count(*) from order_events e join orders o on o.id = e.order_id where o.buyer_id = (select id from anna)),
      'attempts', (select count(*) from payment_attempts a join orders o on o.id = a.order_id where o.buyer_id = (select id from anna)),
      'cards', (select jsonb_agg(to_jsonb(c)) from saved_cards c where c.buyer_id = (select id from anna)),
      'addresses', (select jsonb_agg(to_jsonb(a)) from saved_addresses a where a.buyer_id = (select id from anna)),
      'profile', (select to_jsonb(p) from kyc_profiles p where p.buyer_id = (select id from anna)),
      'billing', (select to_jsonb(b) from billing_addresses b where b.buyer_id = (select id from anna)),
      'checks', (select to_jsonb(i) from identity_checks i where i.buyer_id = (select id from anna)),
      'sessions', (select jsonb_agg(to_jsonb(s) - 'last_seen_at' - 'expires_at') from sessions s where s.buyer_id = (select id from anna))
    ) as rows`);
  return JSON.stringify(rows);
}

/** Anna's data, which no other caller may get. */
const PRIVATE = [
  'anna.private',
  'Wintergarten',
  'Quedlinburg',
  'Cold storage Anna',
  '7391',
  'pm_secret',
  'fingerprint_of',
];

/** Returns a request for Anna's data: every field that takes one of her ids has it. */
function buildRequestForAnna(name: CallName, token: string): object {
  const { example, request } = calls[name];
  const fields = Object.keys(request.shape);
  const aimed = Object.fromEntries(Object.entries(annasIds).filter(([field]) => fields.includes(field)));
  const email = fields.includes('email') ? { email: 'anna.private@example.com' } : {};
  return { ...example.request, ...(fields.includes('token') ? { token } : {}), ...aimed, ...email };
}

describe.each([
  ['another buyer', () => ben],
  ["another buyer with Anna's token and a cookie of their own", () => ({ ...ben, authToken: anna.authToken })],
  ["a stranger with Anna's token alone", () => ({ authToken: anna.authToken, headers: {} })],
  ['a stranger without token and cookie', () => ({ authToken: '', headers: {} })],
] as const)('%s', (_who, attacker) => {
  test.each(Object.keys(calls) as CallName[])('%s neither reads nor changes Anna’s data', async (name) => {
    const before = await readAnnasRows();
    const { authToken, headers } = attacker();
    const token = await gateway.fetchQuoteToken();
    const { body, status } = await gateway.post(name, { ...buildRequestForAnna(name, token), authToken }, headers);
    expect(status).toBeLessThan(500);
    const text = JSON.stringify(body);
    for (const secret of PRIVATE) expect(text).not.toContain(secret);
    expect(await readAnnasRows()).toBe(before);
  });
});

test('Anna reads her own data, which proves that the tests above can fail', async () => {
  expect(JSON.stringify(await postAsAnna('cardList', {}))).toContain('7391');
  expect(await postAsAnna('orderDetail', { orderNo: annasIds['orderNo'] })).toMatchObject({
    owner: true,
    address: ADDRESS,
  });
  expect(JSON.stringify(await postAsAnna('address', {}))).toContain('Cold storage Anna');
});
