import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { describe, expect, test } from 'vitest';
import type { Queryable } from '../platform/database/database.ts';
import type { CardPayment } from '../providers/card/cardPort.ts';
import { ok, refused } from '../providers/outcome.ts';
import type { Order } from '../purchase/order/order.ts';
import { exampleOrder } from '../purchase/order/orderArbitraries.testing.ts';
import { verifyPayment } from './verifyPayment.ts';

const EUR = fiatAsset('EUR');
const order = { ...exampleOrder, orderNo: 'A', currentAttemptId: 'att', pay: createAmount(EUR, 10_000n) } as Order;
const captured: CardPayment = {
  paymentId: 'pi_1',
  orderNo: 'A',
  attemptId: 'att',
  status: 'captured',
  amount: order.pay,
  capturedAmount: order.pay,
  refundedAmount: createAmount(EUR, 0n),
};

const findMatches = async () => [];
const sumPaidBack = async () => 0n;

/** The attempt's row names a payment; the test provides the acquirer's report of it. */
function verifyCardPayment(payment: Partial<CardPayment> | null, paymentId: string | null = 'pi_1') {
  const database = { maybeOne: async () => ({ id: 'att', paymentId }) } as unknown as Queryable;
  const card = { getPayment: async () => (payment ? ok({ ...captured, ...payment }) : refused('not_found')) };
  return verifyPayment({ database, card, bank: undefined, findMatches, sumPaidBack }, order);
}

describe('a card payment', () => {
  test('is proved by its id when the acquirer has captured it for the order', async () => {
    expect(await verifyCardPayment({})).toEqual(ok('card pi_1'));
    expect(
      await verifyCardPayment({ capturedAmount: createAmount(EUR, 10_001n), refundedAmount: createAmount(EUR, 1n) }),
    ).toEqual(ok('card pi_1'));
  });

  test.each<[string, Partial<CardPayment> | null]>([
    ['unknown to the acquirer', null],
    ['of another order', { orderNo: 'B' }],
    ['only authorized', { status: 'authorized' }],
    ['voided', { status: 'voided' }],
    ['of a smaller amount', { capturedAmount: createAmount(EUR, 9_999n) }],
    ['of the same amount in another currency', { capturedAmount: createAmount(fiatAsset('JPY'), 10_000n) }],
    ['partly refunded', { refundedAmount: createAmount(EUR, 1n) }],
  ])('is not accepted if %s', async (_name, payment) => {
    expect(await verifyCardPayment(payment)).toEqual(refused('not_paid'));
  });

  test('is not accepted without a row, and is unavailable while the acquirer does not answer', async () => {
    expect(await verifyCardPayment({}, null)).toEqual(refused('not_paid'));
    const away = { kind: 'unavailable', retryAfterMs: 1, detail: 'away' } as const;
    const database = { maybeOne: async () => ({ id: 'att', paymentId: 'pi_1' }) } as unknown as Queryable;
    expect(
      await verifyPayment(
        { database, card: { getPayment: async () => away }, bank: undefined, findMatches, sumPaidBack },
        order,
      ),
    ).toEqual(away);
  });
});

describe('a transfer', () => {
  const byBank = { ...order, payMethod: 'bank_transfer', transferReference: 'RF18539007547034' } as Order;
  const database = {} as Queryable;
  const card = { getPayment: async () => refused('not_found') } as unknown as Parameters<
    typeof verifyPayment
  >[0]['card'];
  const bankWith = (units: bigint, byHand = 0n) => ({
    sumReceived: async () => units,
    findCredit: async (entryId: string) =>
      entryId === 'X'
        ? { ids: ['X@2026-03-01'], currency: 'EUR', units: byHand, account: '', reference: '' }
        : undefined,
    isDoubtful: async () => false,
  });

  test('is unavailable, not refused, while a statement that may contain its recall is missing', async () => {
    const bank = { ...bankWith(4_000n, 6_000n), isDoubtful: async () => true };
    const waits = { kind: 'unavailable', detail: 'a statement of the bank is missing' };
    expect(await verifyPayment({ database, card, bank, findMatches, sumPaidBack }, byBank)).toMatchObject(waits);
    const findCredit = async (entryId: string) => {
      const credit = await bankWith(4_000n, 6_000n).findCredit(entryId);
      return credit && { ...credit, isDoubtful: true as const };
    };
    const byHand = { ...bankWith(4_000n), findCredit };
    const see = (entries: string[]) =>
      verifyPayment({ database, card, bank: byHand, findMatches: async () => entries, sumPaidBack }, byBank);
    expect(await see(['X'])).toMatchObject(waits);
    expect(await see([])).toEqual(refused('not_paid'));
  });

  test('is accepted when the bank has booked enough with the order’s reference', async () => {
    expect(await verifyPayment({ database, card, bank: bankWith(10_000n), findMatches, sumPaidBack }, byBank)).toEqual(
      ok('bank RF18539007547034'),
    );
    expect(await verifyPayment({ database, card, bank: bankWith(9_999n), findMatches, sumPaidBack }, byBank)).toEqual(
      refused('not_paid'),
    );
  });

  test('is accepted with bookings that people matched by hand', async () => {
    const see = (byHand: bigint, entries: string[]) =>
      verifyPayment(
        { database, card, bank: bankWith(4_000n, byHand), findMatches: async () => entries, sumPaidBack },
        byBank,
      );
    expect(await see(6_000n, ['X'])).toEqual(ok('bank RF18539007547034 + entry X@2026-03-01'));
    expect(await see(5_999n, ['X'])).toEqual(refused('not_paid'));
    expect(await see(6_000n, ['another'])).toEqual(refused('not_paid'));
  });

  test('is not accepted when the signer released too much of it for refunds', async () => {
    const see = (gone: bigint) =>
      verifyPayment(
        {
          database,
          card,
          bank: bankWith(10_001n),
          findMatches,
          sumPaidBack: async ({ reference }) => (reference ? gone : 0n),
        },
        byBank,
      );
    expect(await see(1n)).toEqual(ok('bank RF18539007547034'));
    expect(await see(2n)).toEqual(refused('not_paid'));
  });

  test('is not accepted without a bank or without the order’s reference', async () => {
    expect(await verifyPayment({ database, card, bank: undefined, findMatches, sumPaidBack }, byBank)).toEqual(
      refused('not_paid'),
    );
    const bare = { ...byBank, transferReference: null };
    expect(await verifyPayment({ database, card, bank: bankWith(10_000n), findMatches, sumPaidBack }, bare)).toEqual(
      refused('not_paid'),
    );
  });
});
