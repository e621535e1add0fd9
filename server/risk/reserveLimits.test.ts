import { randomUUID } from 'node:crypto';
import { calls } from '@slipway/contract/calls.ts';
import { createAmount } from '@slipway/money/amount.ts';
import { parseDecimal } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { saveCard } from '../account/cards/savedCardStore.ts';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import { createTestPartner } from '../partner/testPartner.testing.ts';
import { createFollowingClock } from '../platform/clock.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { AppError } from '../platform/http/appError.ts';
import { deriveKeys } from '../platform/secrets.ts';
import { requireCrypto } from '../purchase/catalog/catalog.ts';
import { createFakeChain } from '../purchase/delivery/fakeChain.testing.ts';
import { createProviderGroup } from '../purchase/offer/providerGroup.ts';
import { createOrder } from '../purchase/order/creation/createOrder.ts';
import { findOrderById } from '../purchase/order/orderStore.ts';
import { silentOrderMachine } from '../purchase/order/silentStepContext.testing.ts';
import { storeBuyer, storeOrder } from '../purchase/order/storedOrder.testing.ts';
import { assessGuards } from '../purchase/payment/assessment/assessOrder.ts';
import { payOrder } from '../purchase/payment/cardPayments/payOrder.ts';
import { createEtherTerms } from '../purchase/quote/etherTerms.testing.ts';
import { createPlentifulFunds } from '../purchase/quote/plentifulFunds.testing.ts';
import { emptyPriceBook } from '../purchase/quote/priceBook.ts';
import { createQuoteTokens } from '../purchase/quote/quoteToken.ts';
import { createFixedScreening } from './fixedScreening.testing.ts';
import type { RiskMeasure, RiskOutcome, RiskRule, RiskSubject } from './riskRules.ts';

const ATTEMPTS = 200;
const CONNECTIONS = 8;
const { database } = await openOwnDatabase(CONNECTIONS);
const settings = seededSettings();
const EURO = fiatAsset('EUR');

function createRule(of: RiskSubject, measure: RiskMeasure, above: number, outcome: RiskOutcome): RiskRule {
  return { name: `${of}_${measure}`, of, measure, within: 'day', above: parseDecimal(String(above)), outcome };
}

const createRiskContext = (rules: readonly RiskRule[]) => ({
  database,
  rules: settings.rules,
  screening: createFixedScreening(),
  riskRules: () => rules,
  partners: () => new Map(),
  machine: silentOrderMachine,
});

/** Runs all tasks, as many concurrently as there are connections: more would only wait for a connection. */
async function runConcurrently<Task, Result>(
  tasks: readonly Task[],
  work: (task: Task, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = [...tasks.entries()];
  const workers = Array.from({ length: CONNECTIONS }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await work(next[1], next[0]);
  });
  await Promise.all(workers);
  return results;
}

/** Counts the outcomes of concurrent attempts: 'ok', or the name of the refusal. */
async function countOutcomes<Task>(
  tasks: readonly Task[],
  attempt: (task: Task) => Promise<unknown>,
): Promise<Readonly<Record<string, number>>> {
  const outcomes = await runConcurrently(tasks, (task) =>
    attempt(task).then(
      () => 'ok',
      (error: unknown) => (error instanceof AppError ? error.key : String(error)),
    ),
  );
  const counted = Map.groupBy(outcomes, (outcome) => outcome);
  return Object.fromEntries([...counted].map(([outcome, of]) => [outcome, of.length]));
}

const TASKS = Array.from({ length: ATTEMPTS });

const createCard = (fingerprint: string) => {
  return { paymentMethodId: 'pm', brand: 'visa', last4: '4242', expiryMonth: 1, expiryYear: 2030, fingerprint };
};

describe('two hundred simultaneous payments', () => {
  /** Creates orders of 1,000 EUR that were just authorized, judges them, and returns how many are clear. */
  async function judgeMany(
    rules: readonly RiskRule[],
    of: (index: number) => {
      readonly buyerId: string;
      readonly address: string;
      readonly ip: string;
      readonly card: string;
    },
  ): Promise<number> {
    const buyers = new Map<string, Promise<string>>();
    const orders = await runConcurrently(TASKS, async (_, index) => {
      const { buyerId: email, address, ip, card } = of(index);
      if (!buyers.has(email)) buyers.set(email, storeBuyer(database, email));
      const buyerId = (await buyers.get(email)) ?? '';
      const made = { buyerId, address, clientAddress: ip, euroCents: 100_000n };
      const { id } = await storeOrder(database, { ...made, pay: createAmount(EURO, 100_000n) });
      await database.run(sql`update orders set status = 'authorizing', authorized_units = 100000 where id = ${id}`);
      return { id, card };
    });
    const judged = await runConcurrently(orders, async ({ id, card }) => {
      const order = await findOrderById(database, id);
      if (!order) throw new Error(`order ${id} is gone`);
      return assessGuards(createRiskContext(rules), order, { card: createCard(card) });
    });
    return judged.filter(({ risk }) => risk === 'clear').length;
  }

  const createDistinctPayment = () => {
    return { buyerId: `${randomUUID()}@example.com`, address: randomUUID(), ip: '', card: randomUUID() };
  };

  test.each(['buyer', 'card', 'address', 'ip'] as const)(
    'of one %s stay within an amount of 15,000 EUR',
    async (subject) => {
      const shared = {
        buyerId: `${randomUUID()}@example.com`,
        address: randomUUID(),
        ip: '198.51.100.9',
        card: randomUUID(),
      };
      const key = subject === 'buyer' ? 'buyerId' : subject;
      const cleared = await judgeMany([createRule(subject, 'amount', 15_000, 'hold')], () => {
        return { ...createDistinctPayment(), [key]: shared[key] };
      });
      expect(cleared).toBe(15);
    },
  );

  test('by one buyer stay within five cards', async () => {
    const buyerId = `${randomUUID()}@example.com`;
    const cleared = await judgeMany([createRule('buyer', 'cards', 5, 'hold')], () => ({
      ...createDistinctPayment(),
      buyerId,
    }));
    expect(cleared).toBe(5);
  });

  test('of one card stay within three buyers', async () => {
    const card = randomUUID();
    const cleared = await judgeMany([createRule('card', 'buyers', 3, 'hold')], () => ({
      ...createDistinctPayment(),
      card,
    }));
    expect(cleared).toBe(3);
  });
});

test('two hundred simultaneous payment attempts stay within the daily limit of declines', async () => {
  const buyerId = await storeBuyer(database, `${randomUUID()}@example.com`);
  const context = createRiskContext([createRule('buyer', 'declines', 15, 'refuse')]);
  const orders = await runConcurrently(TASKS, () => storeOrder(database, { buyerId, euroCents: 1n }));
  const session = { buyerId, kycLevel: 1 } as Parameters<typeof payOrder>[2];
  const pay = ({ orderNo }: { readonly orderNo: string }) =>
    payOrder(context, { orderNo, submissionId: randomUUID(), confirmationToken: 'ctoken', saveCard: false }, session);
  expect(await countOutcomes(orders, pay)).toEqual({ ok: 16, risk_control: ATTEMPTS - 16 });
  // A settled attempt that was not declined no longer counts.
  await database.run(sql`
    update payment_attempts set status = 'captured' where order_id in (select id from orders where buyer_id = ${buyerId})`);
  await database.run(
    sql`update orders set status = 'capturing' where buyer_id = ${buyerId} and status = 'authorizing'`,
  );
  expect(await countOutcomes([await storeOrder(database, { buyerId, euroCents: 1n })], pay)).toEqual({ ok: 1 });
});

describe('two hundred simultaneous payments with a saved card after a partner’s login', () => {
  const limitCents = 5_000n;
  const worthCents = 1_000n;
  const most = Number(limitCents / worthCents);
  const partners = () => new Map([['shop', { ...createTestPartner('shop'), savedCardCentsPerDay: limitCents }]]);

  async function payMany(tries: number, session: { readonly partnerId: string; readonly isProved: boolean }) {
    const context = { ...createRiskContext([]), partners };
    const buyerId = await storeBuyer(database, `${randomUUID()}@example.com`);
    const card = { ...createCard(randomUUID()), paymentMethodId: `pm_${buyerId}` };
    await saveCard(database, { id: buyerId, buyerId, card });
    const opened = { ...session, buyerId, kycLevel: 1 } as Parameters<typeof payOrder>[2];
    const orders = await runConcurrently(Array.from({ length: tries }), () =>
      storeOrder(database, { buyerId, euroCents: worthCents }),
    );
    const press = ({ orderNo }: { readonly orderNo: string }) =>
      payOrder(context, { orderNo, submissionId: randomUUID(), cardId: buyerId, saveCard: false }, opened);
    return { buyerId, press, outcomes: await countOutcomes(orders, press) };
  }

  test('stay within the partner’s daily limit, and a declined attempt frees its amount', async () => {
    const { buyerId, press, outcomes } = await payMany(ATTEMPTS, { partnerId: 'shop', isProved: false });
    expect(outcomes).toEqual({ ok: most, confirmation_needed: ATTEMPTS - most });
    await database.run(sql`
      update payment_attempts set status = 'declined' where id = (
        select min(a.id) from payment_attempts a join orders o on o.id = a.order_id where o.buyer_id = ${buyerId})`);
    const orders = await runConcurrently([1, 2], () => storeOrder(database, { buyerId, euroCents: worthCents }));
    expect(await countOutcomes(orders, press)).toEqual({ ok: 1, confirmation_needed: 1 });
    await database.run(sql`
      update payment_attempts set created_at = created_at - interval '25 hours'
      where order_id in (select id from orders where buyer_id = ${buyerId})`);
    const [tomorrow] = await runConcurrently([1], () => storeOrder(database, { buyerId, euroCents: limitCents }));
    expect(await countOutcomes(tomorrow ? [tomorrow] : [], press)).toEqual({ ok: 1 });
  });

  test.each([
    ['of an unknown partner need a confirmation', { partnerId: 'other', isProved: false }, { confirmation_needed: 9 }],
    ['of a buyer who has just confirmed are accepted', { partnerId: 'shop', isProved: true }, { ok: 9 }],
    ["in the buyer's own account are accepted", { partnerId: '0', isProved: false }, { ok: 9 }],
  ])('%s', async (_, session, expected) => {
    expect((await payMany(9, session)).outcomes).toEqual(expected);
  });
});

describe('two hundred simultaneous orders', () => {
  const keys = deriveKeys(Buffer.from('a secret for these tests alone, long enough'));
  const { catalog } = settings;
  const ether = requireCrypto(catalog, 'ETH');
  const { chain } = createFakeChain(ether.network.chain, ether.asset);
  const clock = createFollowingClock();

  async function orderMany(
    rules: readonly RiskRule[],
    of: () => { readonly buyerId: string | null; readonly clientAddress: string; readonly isProved?: boolean },
  ) {
    const context = {
      ...createRiskContext(rules),
      catalog,
      prices: () => ({ ...emptyPriceBook, funds: createPlentifulFunds(catalog, new Date()) }),
      quoteTokens: createQuoteTokens(keys.quoteToken, catalog),
      addressReaders: new Map([[ether.network.chain, chain]]),
      clock,
      keys,
      providerGroup: createProviderGroup([], () => true),
      cells: undefined,
    };
    const order = () => {
      const token = context.quoteTokens.issue({
        id: randomUUID(),
        terms: createEtherTerms(catalog),
        expireTime: Math.floor(clock.now().getTime() / 1000) + 600,
        country: 'DE',
        partnerId: '0',
        reference: '',
        refererUrl: '',
      });
      const address = `0x${randomUUID().replaceAll('-', '').padEnd(40, '0')}`;
      const request = {
        ...calls.coinOrder.example.request,
        token,
        getCurrency: 'ETH',
        address,
        sendCurrencyAmount: '100',
      };
      const owner = { accountPartner: '0', kycLevel: 1, guestHash: null, country: 'DE', locale: 'en-US', ...of() };
      return createOrder(context, calls.coinOrder.request.parse(request), owner);
    };
    return countOutcomes(TASKS, order);
  }

  test.each(['buyer', 'ip'] as const)('of one %s stay within sixty', async (subject) => {
    const buyerId = subject === 'buyer' ? await storeBuyer(database, `${randomUUID()}@example.com`) : null;
    const clientAddress = subject === 'ip' ? '198.51.100.77' : '';
    const outcomes = await orderMany([createRule(subject, 'orders', 60, 'refuse')], () => ({ buyerId, clientAddress }));
    expect(outcomes).toEqual({ ok: 60, risk_control: ATTEMPTS - 60 });
  });

  test('with a stolen session stay below the amount that needs a confirmation', async () => {
    const buyerId = await storeBuyer(database, `${randomUUID()}@example.com`);
    const most = Number(settings.rules.confirmationAboveEuroCents / 10_000n);
    expect(await orderMany([], () => ({ buyerId, clientAddress: '', isProved: false }))).toEqual({
      ok: most,
      confirmation_needed: ATTEMPTS - most,
    });
  });
});
