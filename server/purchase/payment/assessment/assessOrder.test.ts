import { randomUUID } from 'node:crypto';
import { calls } from '@slipway/contract/calls.ts';
import { parseDecimal } from '@slipway/money/decimal.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { addDetails } from '../../../account/details/addDetails.ts';
import { createNameScreening } from '../../../account/names/nameScreening.ts';
import { seededSettings } from '../../../configuration/seededSettings.testing.ts';
import { openOwnDatabase } from '../../../platform/database/ownDatabase.testing.ts';
import type { Session } from '../../../platform/http/handlers.ts';
import { ok } from '../../../providers/outcome.ts';
import type { TradingVenue } from '../../../providers/venue/venuePort.ts';
import { createFixedScreening } from '../../../risk/fixedScreening.testing.ts';
import { insertOrder } from '../../order/insertOrder.testing.ts';
import type { Order } from '../../order/order.ts';
import { exampleOrder } from '../../order/orderArbitraries.testing.ts';
import { findOrderById } from '../../order/orderStore.ts';
import { emptyPriceBook } from '../../quote/priceBook.ts';
import { assessGuards, assessOrder } from './assessOrder.ts';

const { database } = await openOwnDatabase();

async function createBuyer({
  level,
  acceptedDaysAgo,
}: {
  readonly level: number;
  readonly acceptedDaysAgo?: number;
}): Promise<string> {
  const id = randomUUID();
  await database.run(sql`
    insert into buyers (id, email, kyc_level, verifier_reference, created_at)
    values (${id}, ${`${id}@example.com`}, ${level}, ${`applicant_${id}`}, slipway_now())`);
  if (acceptedDaysAgo !== undefined)
    await database.run(sql`
      insert into identity_checks (buyer_id, provider, status, opened_at, updated_at, accepted_at)
      values (${id}, 'sumsub', 'accepted', slipway_now(), slipway_now(), slipway_now() - ${acceptedDaysAgo} * interval '1 day')`);
  return id;
}

async function createOrder(buyerId: string, euroCents: bigint, paid = false): Promise<Order> {
  const unique = randomUUID();
  const made = {
    ...exampleOrder,
    buyerId,
    orderNo: unique,
    quoteId: unique,
    euroCents,
    submissionHash: Buffer.alloc(32),
    guestHash: null,
  };
  const id = await database.transaction((transaction) => insertOrder(transaction, made));
  if (paid) await database.run(sql`update orders set captured_units = 1 where id = ${id}`);
  return { ...made, id };
}

function judgeIdentity(assessedOrder: Order) {
  const { rules, riskRules } = seededSettings();
  return assessGuards(
    { database, screening: createFixedScreening(), rules, riskRules: () => riskRules },
    assessedOrder,
  ).then(({ identity }) => identity);
}

describe('the 700 euro rule', () => {
  test('requires a document above the limit, counting earlier paid orders', async () => {
    const buyerId = await createBuyer({ level: 1 });
    expect(await judgeIdentity(await createOrder(buyerId, 70_000n))).toBe('accepted');
    expect(await judgeIdentity(await createOrder(buyerId, 70_001n))).toBe('needed');
    await createOrder(buyerId, 60_000n, true);
    expect(await judgeIdentity(await createOrder(buyerId, 10_000n))).toBe('accepted');
    expect(await judgeIdentity(await createOrder(buyerId, 10_001n))).toBe('needed');
  });

  test('is satisfied by a verified document, which is reset once it is too old', async () => {
    expect(await judgeIdentity(await createOrder(await createBuyer({ level: 2, acceptedDaysAgo: 729 }), 90_000n))).toBe(
      'accepted',
    );
    const buyerId = await createBuyer({ level: 2, acceptedDaysAgo: 731 });
    expect(await judgeIdentity(await createOrder(buyerId, 90_000n))).toBe('needed');
    const { kycLevel: level, verifierReference: reference } = await database.one<Record<string, unknown>>(
      sql`select kyc_level, verifier_reference from buyers where id = ${buyerId}`,
    );
    expect(level).toBe(1);
    // Earlier approvals by the verifier no longer count for this buyer.
    expect(reference).not.toBe(`applicant_${buyerId}`);
  });
});

describe('the payer’s name', () => {
  const { rules } = seededSettings();
  const nameScreening = createNameScreening({ names: () => [], thresholdPercent: () => 100 });
  const details = { ...calls.addKyc.example.request, lastName: 'Weber' };
  const setDetails = (buyerId: string, firstName: string) =>
    addDetails({ database, rules, nameScreening, isServedCitizenship: () => true }, { ...details, firstName }, {
      buyerId,
    } as Session);
  const riskRules = seededSettings().riskRules.filter(({ measure }) => measure === 'payer_name_differs');
  const assessRisk = async (assessedOrder: Order, payerName: string) =>
    (
      await assessGuards(
        { database, screening: createFixedScreening(), rules, riskRules: () => riskRules },
        assessedOrder,
        {
          bankAccount: { number: '', holder: payerName },
        },
      )
    ).risk;
  const createTransferOrder = async (buyerId: string) => {
    const made = await createOrder(buyerId, 1_000n);
    await database.run(sql`update orders set pay_method = 'bank_transfer' where id = ${made.id}`);
    const stored = await findOrderById(database, made.id);
    if (!stored) throw new Error('the order is gone');
    return stored;
  };

  test('is compared with the name that the buyer entered first, before or after the order', async () => {
    const [before, after] = [await createBuyer({ level: 0 }), await createBuyer({ level: 0 })];
    await setDetails(before, 'Anna');
    const [one, other] = [await createTransferOrder(before), await createTransferOrder(after)];
    await setDetails(after, 'Anna');
    for (const assessedOrder of [one, other]) {
      expect(await assessRisk(assessedOrder, 'Anna Weber')).toBe('clear');
      expect(await assessRisk(assessedOrder, 'Ben Weber')).toBe('hold');
    }
  });

  test('matches no name if the buyer changed the name after the order', async () => {
    const buyerId = await createBuyer({ level: 0 });
    await setDetails(buyerId, 'Anna');
    const first = await createTransferOrder(buyerId);
    await setDetails(buyerId, 'Ben');
    expect(await assessRisk(first, 'Ben Weber')).toBe('hold');
    expect(await assessRisk(first, 'Anna Weber')).toBe('hold');
    await setDetails(buyerId, 'Anna');
    expect(await assessRisk(first, 'Ben Weber')).toBe('hold');
    await setDetails(buyerId, 'Ben');
    expect(await assessRisk(await createTransferOrder(buyerId), 'Ben Weber')).toBe('clear');
  });

  test('is compared with the name of a verified document, at any time', async () => {
    const buyerId = await createBuyer({ level: 0 });
    await setDetails(buyerId, 'Anna');
    const assessedOrder = await createTransferOrder(buyerId);
    await setDetails(buyerId, 'Ben');
    await database.run(sql`update buyers set kyc_level = 2 where id = ${buyerId}`);
    expect(await assessRisk(assessedOrder, 'Ben Weber')).toBe('clear');
    expect(await assessRisk(assessedOrder, 'Anna Weber')).toBe('hold');
    await expect(setDetails(buyerId, 'Anna')).rejects.toMatchObject({ key: 'details_verified' });
  });

  test('still matches after a change of other details', async () => {
    const buyerId = await createBuyer({ level: 0 });
    await setDetails(buyerId, 'Anna');
    const assessedOrder = await createTransferOrder(buyerId);
    await addDetails(
      { database, rules, nameScreening, isServedCitizenship: () => true },
      { ...details, firstName: 'Anna', city: 'Another' },
      { buyerId } as Session,
    );
    expect(await assessRisk(assessedOrder, 'Anna Weber')).toBe('clear');
  });
});

describe('an order without a quoted price', () => {
  const { catalog, rules } = seededSettings();
  const market = { mid: parseDecimal('60000'), trusted: true };

  /** Returns the price while the venue sells at this ask without a fee; undefined without an order book. */
  async function computePriceAt(lowestAsk: string | undefined): Promise<string | undefined> {
    const assessedOrder = {
      ...(await createOrder(await createBuyer({ level: 1 }), 10_000n)),
      payMethod: 'bank_transfer' as const,
    };
    const asks = lowestAsk === undefined ? [] : [{ price: parseDecimal(lowestAsk), amount: parseDecimal('100') }];
    const context = {
      database,
      screening: createFixedScreening(),
      rules,
      riskRules: () => [],
      catalog,
      prices: () => ({ ...emptyPriceBook, markets: new Map([['BTC/EUR', { ...market, observedAt: new Date() }]]) }),
      venue: {
        getMarketRules: async () => ok({ takerFee: parseDecimal('0') }),
        getAsks: async () => ok(asks),
      } as unknown as TradingVenue,
    };
    return (await assessOrder(context, assessedOrder))?.pricing?.price;
  }

  test('is priced at the mid price within the drift limit, and at the exchange’s order book above it', async () => {
    const spread = await computePriceAt('60000');
    expect(await computePriceAt('60300')).toBe(spread);
    expect(Number(await computePriceAt('66000'))).toBeCloseTo(Number(spread) * 1.1, 4);
  });

  test('waits while the order book is too thin', async () => {
    expect(await computePriceAt(undefined)).toBeUndefined();
  });
});
