import { fiatAsset } from '@slipway/money/iso4217.ts';
import { describe, expect, test } from 'vitest';
import type { OrderReference } from '../offerPort.ts';
import { findFurthestTransaction, toProviderOrder } from './orders.ts';
import { type OnrampTransaction, transactionsSchema } from './schemas.ts';

const payAsset = fiatAsset('EUR');
const reference: OrderReference = {
  orderNo: 'ORDER',
  providerOrderId: undefined,
  payAsset,
  country: 'DE',
  coin: {
    asset: { ...payAsset, id: 'eip155:1/slip44:60', code: 'ETH', decimals: 18 },
    symbol: 'ETH',
    chain: 'eip155:1',
    contract: '',
  },
};

const buildTransaction = (change: Partial<OnrampTransaction> = {}): OnrampTransaction => ({
  transactionId: 't1',
  status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
  createdAt: '2026-11-22T16:00:00Z',
  txHash: '0x',
  ...change,
});

/** Every value of `OnrampTransactionPayloadStatus` (@coinbase/cdp-sdk 1.57.0). */
const STATUS_CASES = [
  ['CREATED', 'awaiting_payment'],
  ['AWAITING_AUTH', 'awaiting_payment'],
  ['AWAITING_PAYMENT', 'awaiting_payment'],
  ['IN_PROGRESS', 'paid'],
  ['SUCCESS', 'delivered'],
  ['FAILED', 'failed'],
  ['UNSPECIFIED', undefined],
] as const;

describe('a purchase', () => {
  test.each(STATUS_CASES)('with status %s is %s', (statusName, state) => {
    const status = `ONRAMP_TRANSACTION_STATUS_${statusName}`;
    expect(toProviderOrder(buildTransaction({ status }), reference)).toMatchObject({ state, vendorStatus: status });
  });

  test.each(['toString', 'constructor', '', 'SUCCESS'])('with unknown status %o has no state', (status) => {
    expect(toProviderOrder(buildTransaction({ status }), reference).state).toBeUndefined();
  });

  test('in progress is delivering once it has a transaction hash', () => {
    for (const txHash of [undefined, null, '', '0x'])
      expect(toProviderOrder(buildTransaction({ txHash }), reference)).toMatchObject({
        state: 'paid',
        transactionId: undefined,
      });
    expect(toProviderOrder(buildTransaction({ txHash: '0xfeed' }), reference)).toMatchObject({
      state: 'delivering',
      transactionId: '0xfeed',
    });
  });

  test('in a currency other than the agreed one has no amount paid', () => {
    const paymentTotal = { value: '100.00', currency: 'USD' };
    expect(toProviderOrder(buildTransaction({ paymentTotal }), reference).pay).toBeUndefined();
  });

  test('is the transaction that has progressed furthest; an unknown status ranks above an unpaid one', () => {
    const one = (transactionId: string, statusName: string, createdAt = '2026-11-22T16:00:00Z') =>
      buildTransaction({ transactionId, status: `ONRAMP_TRANSACTION_STATUS_${statusName}`, createdAt });
    const failed = one('a', 'FAILED', '2026-11-22T17:00:00Z');
    expect(findFurthestTransaction([failed, one('b', 'SUCCESS')])?.transactionId).toBe('b');
    expect(findFurthestTransaction([failed, one('c', 'PONDERING')])?.transactionId).toBe('c');
    expect(findFurthestTransaction([one('d', 'CREATED'), one('c', 'PONDERING')])?.transactionId).toBe('c');
    expect(
      findFurthestTransaction([one('d', 'CREATED'), one('e', 'CREATED', '2026-11-22T18:00:00Z')])?.transactionId,
    ).toBe('e');
    expect(findFurthestTransaction([])).toBeUndefined();
  });

  test('is read in snake case and in camel case, also inside `data`', () => {
    const snake = {
      transactions: [{ transaction_id: 't', status: 's', purchase_amount: { value: '1', currency: 'ETH' } }],
    };
    const camel = {
      transactions: [{ transactionId: 't', status: 's', purchaseAmount: { value: '1', currency: 'ETH' } }],
    };
    expect(transactionsSchema.parse(snake)).toEqual(transactionsSchema.parse(camel));
    expect(transactionsSchema.parse({ data: snake })).toEqual(transactionsSchema.parse(camel));
  });
});
