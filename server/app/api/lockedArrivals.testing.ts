import fc from 'fast-check';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import { openPartnerServer } from '../../partner/api/partnerServer.testing.ts';
import { rotateLinkKey } from '../../partner/linkKeyStore.ts';
import { testKeys } from '../../partner/testPartner.testing.ts';
import { randomToken } from '../../platform/secrets.ts';
import { SESSION_SECONDS } from '../../purchase/session/createSession.ts';
import { signLink } from '../../purchase/session/signedLink.testing.ts';
import { openOwnGateway, type TestAnswer } from './testGateway.testing.ts';

const FAULTS = ['used', 'expired', 'garbage', 'shortened', 'origin', 'stranger'] as const;

/** Acts of the buyer, the network or an attacker after the arrival. */
const ACTS = [
  'reload',
  'go back',
  'second tab',
  'offline',
  'answer lost',
  'order',
  'order to another address',
  'order of another amount',
  'order of another coin',
  'order by another method',
  'order with another reference',
  'order from the second tab',
] as const;

const anyArrival = fc.record({
  opener: fc.constantFrom('session', 'link'),
  // Half are good: only those get as far as an order.
  fault: fc.oneof(fc.constant('none' as const), fc.constantFrom(...FAULTS)),
  cents: fc.integer({ min: 2_500, max: 90_000 }),
  reference: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 -]{0,30}[A-Za-z0-9]$/),
  wallet: fc.bigInt({ min: 2n ** 100n, max: 2n ** 159n }),
  acts: fc.array(fc.constantFrom(...ACTS), { minLength: 0, maxLength: 6 }),
});

type Arrival = typeof anyArrival extends fc.Arbitrary<infer Value> ? Value : never;
type Act = (typeof ACTS)[number] | 'arrive';

/** Terms that the partner has fixed. */
type Fixed = { readonly address: string; readonly sendCurrencyAmount: string; readonly reference: string };

export type ArrivalFigures = { orders: number; refusedOpenings: number; refusedOrders: number };

const OTHER_ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const COMMON = { sendCurrency: 'EUR', getCurrency: 'ETH', getCurrencyAmount: '', payMethod: 'credit_debit_card' };

/**
 * Plays generated arrivals of buyers with locked sessions and signed links. Expects after each that it has created only
 * orders with the terms that the partner has fixed. Returns the numbers of orders and refusals.
 */
export async function playLockedArrivals({ count, seed }: { readonly count: number; readonly seed: number }) {
  const gateway = await openOwnGateway();
  const { database } = gateway;
  const shop = await openPartnerServer(gateway, 'shop');
  const key = await database.transaction((transaction) =>
    rotateLinkKey(transaction, testKeys.partnerSecrets, 'shop', { atOnce: false }),
  );
  const figures: ArrivalFigures = { orders: 0, refusedOpenings: 0, refusedOrders: 0 };
  let arrivals = 0;

  /** Returns the session or link that opens the purchase, with the arrival's fault. */
  async function makeOpener({ opener, fault }: Arrival, fixed: Fixed): Promise<string> {
    const terms = { ...COMMON, ...fixed };
    const origin = fault === 'origin' ? 'https://elsewhere.example' : 'https://shop.example';
    const now = new Date(Date.now() - (fault === 'expired' ? (SESSION_SECONDS + 120) * 1000 : 0));
    const secret = fault === 'stranger' ? { ...key, secret: Buffer.alloc(32, 7) } : key;
    if (fault === 'garbage') return opener === 'link' ? 'a.b.c' : '<!doctype html> Not found';
    const proof =
      opener === 'link' || fault === 'origin' || fault === 'stranger'
        ? await signLink(secret, { ...terms, origin }, { now })
        : await createSession(terms);
    if (fault === 'expired' && opener === 'session')
      await database.run(sql`
        update partner_sessions set expires_at = slipway_now() - interval '1 second' where opened_at is null`);
    if (fault === 'used') await gateway.post('openSession', { session: proof });
    return fault === 'shortened' ? proof.slice(0, -9) : proof;
  }

  async function createSession(terms: object): Promise<string> {
    const { body } = await shop.call('createSession', { ...terms, idempotencyKey: randomToken() });
    return (body.data as { session: string }).session;
  }

  async function play(arrival: Arrival): Promise<void> {
    arrivals += 1;
    const headers = { 'x-forwarded-for': `10.${arrivals >> 16}.${(arrivals >> 8) & 255}.${arrivals & 255}` };
    const fixed: Fixed = {
      address: `0x${arrival.wallet.toString(16).padStart(40, '0')}`,
      sendCurrencyAmount: (arrival.cents / 100).toFixed(2),
      reference: arrival.reference,
    };
    const session = await makeOpener(arrival, fixed);
    // Each tab has its own proof, which it sends again after a reload.
    const tabs = [randomToken(32), randomToken(32)];
    const opened = new Set<string>();
    const before = await readNewestOrderId();

    async function open(proof = ''): Promise<TestAnswer> {
      const answer = await gateway.post('openSession', { session, proof }, headers);
      if (answer.body.respCode === '200') opened.add(proof);
      else figures.refusedOpenings += 1;
      return answer;
    }

    /** Creates an order as the page of a tab does, or as an attacker who has changed it. */
    async function order(proof = '', change: Readonly<Record<string, string>> = {}): Promise<void> {
      const wanted = { ...COMMON, ...fixed, partnerId: 'shop', ...change };
      const quoted = await gateway.post('offerInquiry', wanted, headers);
      const { token } = quoted.body.data as { token?: string };
      if (token === undefined) throw new Error(`no quote: ${JSON.stringify(quoted.body)}`);
      const submission = { ...wanted, token, walletType: 'self_hosted', partnerSession: proof };
      const { body } = await gateway.post('coinOrder', submission, headers);
      if (body.respCode === '200') figures.orders += 1;
      else figures.refusedOrders += 1;
      // A tab that has not opened the session creates no order.
      expect([opened.has(proof), body.respCode === '200']).not.toEqual([false, true]);
    }

    const [own, other] = tabs;
    const perform: Readonly<Record<Act, () => Promise<unknown>>> = {
      arrive: () => open(own),
      reload: () => open(own),
      'go back': () => open(own),
      'second tab': () => open(other),
      // Nothing is sent.
      offline: async () => undefined,
      // The server has opened the session, but the page receives no answer.
      'answer lost': () => gateway.post('openSession', { session, proof: own }, headers),
      order: () => order(own),
      'order to another address': () => order(own, { address: OTHER_ADDRESS }),
      'order of another amount': () => order(own, { sendCurrencyAmount: '24.00' }),
      'order of another coin': () => order(own, { getCurrency: 'ETH_BASE' }),
      'order by another method': () => order(own, { payMethod: 'bank_transfer' }),
      'order with another reference': () => order(own, { reference: 'another cart' }),
      'order from the second tab': () => order(other),
    };
    for (const act of ['arrive', ...arrival.acts, 'order'] satisfies Act[]) await perform[act]();

    // At most one tab has opened the session, and every order is the one that the partner has fixed.
    expect(opened.size).toBeLessThanOrEqual(arrival.fault === 'none' ? 1 : 0);
    const createdOrders = await listOrdersAfter(before);
    const ordered = { ...fixed, address: fixed.address.toLowerCase(), getCurrency: 'ETH', inSession: true };
    for (const row of createdOrders)
      expect(row).toEqual({ ...ordered, payMethod: 'credit_debit_card', partnerId: 'shop' });
    if (arrival.fault === 'none') expect(createdOrders.length).toBeGreaterThan(0);
    else expect(createdOrders).toEqual([]);
  }

  async function readNewestOrderId(): Promise<number> {
    return (await database.one<{ newest: number }>(sql`select coalesce(max(id), 0)::int as newest from orders`)).newest;
  }

  async function listOrdersAfter(id: number) {
    return database.many(sql`
      select lower(address) as address, to_char(pay_units / 100, 'FM99990.00') as "sendCurrencyAmount", reference,
        receive_currency as "getCurrency", pay_method as "payMethod", partner_id as "partnerId",
        partner_session <> '' as "inSession"
      from orders where id > ${id}`);
  }

  await fc.assert(fc.asyncProperty(anyArrival, play), { numRuns: count, seed });
  return figures;
}
