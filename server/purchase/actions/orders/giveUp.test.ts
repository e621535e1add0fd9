import { parseDecimal } from '@slipway/money/decimal.ts';
import sql, { type Sql } from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { findRequest } from '../../../action/requests/requestStore.ts';
import { seedConfiguration } from '../../../configuration/changeConfiguration.ts';
import { requestAs, testRootKeys } from '../../../operator/persons/testPersons.testing.ts';
import { executeOperatorRequests } from '../../../operator/requests/executeOperatorRequests.ts';
import { createFixedScreening } from '../../../risk/fixedScreening.testing.ts';
import { openConversionOrders } from '../../conversion/conversionOrders.testing.ts';
import { BITCOIN } from '../../order/orderArbitraries.testing.ts';
import { noMails, noPayouts } from '../../order/silentStepContext.testing.ts';

const orders = await openConversionOrders();
await seedConfiguration(orders.database, []);
type PaidOrder = Awaited<ReturnType<typeof orders.createPaidOrder>>;

const createContext = (order: PaidOrder) => ({
  ...order.context,
  ...noPayouts,
  ...noMails,
  screening: createFixedScreening(),
  riskRules: () => [],
  rootKeys: testRootKeys,
  isSandbox: true,
});

/** Requests to give up the purchase. Returns a function that executes requests and returns this one's status and result. */
async function requestGiveUp(order: PaidOrder, sellBack: 'yes' | 'no' = 'no') {
  const id = await requestAs(orders.database, { action: 'give-up', subject: order.orderNo, input: { sellBack } });
  const execute = async () => {
    await executeOperatorRequests(createContext(order));
    const { status, result } = (await findRequest(orders.database, id)) ?? {};
    return { status, result };
  };
  return execute;
}

/** Returns the coins that the exchange holds by its own books, with the ledger's eighteen digits. */
function computeCoinsAtVenue(order: PaidOrder): bigint {
  const digits = (text: { coefficient: bigint; scale: number }) => text.coefficient * 10n ** BigInt(18 - text.scale);
  return [...order.books].reduce((sum, [clientOrderId, booked]) => {
    const sign = clientOrderId.endsWith('-s1') ? -1n : 1n;
    return booked.reduce((left, { filledBase, fees }) => {
      const paidFees = fees
        .filter(({ currency }) => currency === 'BTC')
        .reduce((fee, { amount }) => fee + digits(amount), 0n);
      return left + sign * digits(filledBase) - paidFees;
    }, sum);
  }, 0n);
}

async function expectBooksAgree(order: PaidOrder) {
  const { [BITCOIN.id]: inLedger = 0n } = await order.balance('asset:venue');
  expect(inLedger).toBe(computeCoinsAtVenue(order));
}

/** Creates a paid order of whose coins this share was bought. */
async function buyInPart(percent = 40): Promise<PaidOrder> {
  const order = await orders.createPaidOrder();
  order.behavior.percent = percent;
  await order.start();
  await order.sync();
  expect(await order.status()).toBe('converting');
  return order;
}

describe('giving up a purchase', () => {
  test('refunds the order, and the bought coins stay at the exchange', async () => {
    const order = await buyInPart();
    const answer = await requestGiveUp(order);
    expect(await answer()).toEqual({ status: 'done', result: 'refunding' });
    expect(await order.balance('liability:refund')).toEqual({ 'iso4217:EUR': -10_000_000_000n });
    expect(computeCoinsAtVenue(order)).toBeGreaterThan(0n);
    await expectBooksAgree(order);
  });

  test('cancels an open part first, and books its fills', async () => {
    const order = await orders.createPaidOrder();
    Object.assign(order.behavior, { percent: 30, staysOpen: true });
    await order.start();
    await order.sync();
    await order.endLeases();
    const answer = await requestGiveUp(order);
    expect(await answer()).toEqual({ status: 'done', result: 'refunding' });
    expect((await order.parts()).map(({ status }) => status)).toEqual(['canceled']);
    expect(computeCoinsAtVenue(order)).toBeGreaterThan(0n);
    await expectBooksAgree(order);
  });

  test('is refused when everything is bought at that moment, and the order continues', async () => {
    const order = await orders.createPaidOrder();
    Object.assign(order.behavior, { percent: 30, staysOpen: true, cancelsTooLate: true });
    await order.start();
    await order.sync();
    await order.endLeases();
    const answer = await requestGiveUp(order);
    expect(await answer()).toMatchObject({ status: 'refused' });
    expect(await order.status()).toBe('converted');
    await expectBooksAgree(order);
  });

  test('sends no request to the exchange about a part that was never sent', async () => {
    const order = await orders.createPaidOrder();
    await order.start();
    const answer = await requestGiveUp(order);
    expect(await answer()).toEqual({ status: 'done', result: 'refunding' });
    expect(order.queriedIds).toEqual([]);
    await order.sync();
    expect(order.books.size).toBe(0);
  });

  test('waits while a worker may be sending, after which nothing is sent', async () => {
    const order = await orders.createPaidOrder();
    await order.start();
    const worker = await order.stall('queue');
    const answer = await requestGiveUp(order);
    expect(await answer()).toMatchObject({ status: 'approved' });
    await order.endLeases();
    expect(await answer()).toEqual({ status: 'done', result: 'refunding' });
    await worker.resume();
    expect(order.books.size).toBe(0);
  });

  test('waits until the exchange reports the outcome of a sent part', async () => {
    const order = await orders.createPaidOrder();
    order.behavior.losesAnswers = true;
    await order.start();
    await order.sync();
    order.behavior.isAway = true;
    await order.endLeases();
    const answer = await requestGiveUp(order);
    expect(await answer()).toMatchObject({ status: 'approved' });
    expect(await order.status()).toBe('converting');
    order.behavior.isAway = false;
    expect(await answer()).toMatchObject({ status: 'refused' });
    expect(await order.status()).toBe('converted');
  });

  test('accepts an order without a conversion plan', async () => {
    const order = await orders.createPaidOrder();
    const answer = await requestGiveUp(order);
    expect(await answer()).toEqual({ status: 'done', result: 'refunding' });
  });

  test.each([
    ['is frozen', async (order: PaidOrder) => void (await order.apply('frozen', { reason: 'name_listed' }))],
    ['has been bought', async (order: PaidOrder) => order.sync()],
  ])('is refused for an order that %s', async (_, change) => {
    const order = await orders.createPaidOrder();
    await order.start();
    await change(order);
    const answer = await requestGiveUp(order);
    expect(await answer()).toMatchObject({ status: 'refused' });
    expect(await order.status()).not.toBe('refunding');
    await expectBooksAgree(order);
  });

  test('leaves the ledger equal to the exchange while steps run concurrently', async () => {
    const statuses = new Set<string>();
    for (let round = 0; round < 8; round += 1) {
      const order = await orders.createPaidOrder();
      order.behavior.percent = round % 2 === 0 ? 100 : 30;
      order.behavior.queue = () => new Promise((resolve) => setTimeout(resolve, round * 3));
      await order.start();
      const answer = await requestGiveUp(order);
      await Promise.all([order.sync(), answer(), order.sync(), order.executeRemainder(), answer(), order.sync()]);
      await order.endLeases();
      await Promise.all([order.sync(), answer()]);
      await answer();
      await order.settleAll();
      statuses.add(await order.status());
      await expectBooksAgree(order);
      const isGivenUp = (await order.status()) === 'refunding';
      expect(await answer()).toMatchObject({ status: isGivenUp ? 'done' : 'refused' });
    }
    expect([...statuses].filter((status) => status !== 'converted' && status !== 'refunding')).toEqual([]);
  });
});

describe('selling back bought coins', () => {
  test('sells all that is left within the price limit, and books the sale', async () => {
    const order = await buyInPart();
    order.behavior.percent = 100;
    const answer = await requestGiveUp(order, 'yes');
    expect(await answer()).toEqual({ status: 'done', result: 'refunding' });
    await order.settleAll();
    await order.settleAll();
    expect(computeCoinsAtVenue(order)).toBe(0n);
    await expectBooksAgree(order);
    const euros = (await order.balance('asset:venue'))['iso4217:EUR'] ?? 0n;
    expect(euros).toBeLessThan(0n);
    expect(euros).toBeGreaterThan(-100_000_000n);
    expect(await order.alerts()).not.toContain('sale_unfinished');
  });

  test('sells once although the answer was lost', async () => {
    const order = await buyInPart();
    Object.assign(order.behavior, { percent: 100, losesAnswers: true });
    await (await requestGiveUp(order, 'yes'))();
    await order.settleAll();
    await order.settleAll();
    expect(computeCoinsAtVenue(order)).toBe(0n);
    await expectBooksAgree(order);
  });

  test('raises an alert when a part could not be sold', async () => {
    const order = await buyInPart();
    order.behavior.percent = 50;
    await (await requestGiveUp(order, 'yes'))();
    await order.settleAll();
    expect(await order.alerts()).toContain('sale_unfinished');
    await expectBooksAgree(order);
    const refused = await buyInPart();
    refused.behavior.refusal = 'insufficient_funds';
    await (await requestGiveUp(refused, 'yes'))();
    await refused.settleAll();
    expect(await refused.alerts()).toContain('sale_unfinished');
    await expectBooksAgree(refused);
  });

  test('is refused when nothing was bought, and the purchase continues', async () => {
    const order = await buyInPart(0);
    const answer = await requestGiveUp(order, 'yes');
    expect(await answer()).toMatchObject({ status: 'refused', result: expect.stringContaining('--sell-back') });
    expect(await order.status()).toBe('converting');
  });

  test('places a sale of everything that was bought, with the price limit', async () => {
    const order = await buyInPart();
    await (await requestGiveUp(order, 'yes'))();
    const [sale] = await orders.database.many<{ limit: string; amount: string }>(buildSaleQuery(order.orderId));
    expect(sale?.limit).toBe('58200.0');
    const { [BITCOIN.id]: kept = 0n } = await order.balance('asset:venue');
    const { coefficient, scale } = parseDecimal(sale?.amount ?? '0');
    expect(coefficient * 10n ** BigInt(18 - scale)).toBe(kept);
  });
});

function buildSaleQuery(orderId: number): Sql {
  return sql`select limit_price as "limit", base_amount as amount from conversions
    where order_id = ${orderId} and side = 'sell'`;
}
