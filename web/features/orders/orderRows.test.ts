import { type OrderSummary, orderStatuses } from '@slipway/contract/entities/order.ts';
import { describe, expect, test } from 'vitest';
import { arrangeOrders, chooseOrderPath, chooseTone, joinPages, needsDetail } from './orderRows.ts';

function buildOrder(orderNo: string, status: OrderSummary['status'], createdAt: Date): OrderSummary {
  return {
    orderNo,
    status,
    exception: 'none',
    createdAt: createdAt.toISOString(),
    sendCurrency: 'EUR',
    sendCurrencyAmount: '100.00',
    getCurrency: 'BTC',
    getCurrencyAmount: '0.00164609',
    symbol: 'BTC',
    networkName: 'Bitcoin',
    imgUrl: '/images/coins/btc.svg',
    payMethod: 'credit_debit_card',
  };
}

const august = new Date(2025, 7, 9, 8, 14);

describe('joinPages', () => {
  test('returns an order once if it has moved to the next page', () => {
    const [a, b, c] = [
      buildOrder('AAAAAAAA', 'delivered', august),
      buildOrder('BBBBBBBB', 'delivered', august),
      buildOrder('CCCCCCCC', 'expired', august),
    ];
    const joined = joinPages([
      { total: 3, list: [a, b] },
      { total: 4, list: [{ ...b, status: 'refunded' }, c] },
    ]);
    expect(joined.map(({ orderNo }) => orderNo)).toEqual(['AAAAAAAA', 'BBBBBBBB', 'CCCCCCCC']);
    expect(joined[1]?.status).toBe('delivered');
  });

  test('returns no orders for no pages', () => {
    expect(joinPages([])).toEqual([]);
  });
});

describe('arrangeOrders', () => {
  test('separates open orders and groups the others by month in the given order', () => {
    const orders = [
      buildOrder('AAAAAAAA', 'delivered', new Date(2025, 7, 12)),
      buildOrder('BBBBBBBB', 'delivering', new Date(2025, 7, 11)),
      buildOrder('CCCCCCCC', 'refunded', new Date(2025, 7, 1, 0, 0, 1)),
      buildOrder('DDDDDDDD', 'expired', new Date(2025, 6, 31, 23, 59, 59)),
      buildOrder('EEEEEEEE', 'on_hold', new Date(2025, 5, 1)),
      buildOrder('FFFFFFFF', 'delivered', new Date(2024, 7, 12)),
    ];
    const { open, unpaid, months } = arrangeOrders(orders);
    expect(unpaid).toEqual([]);
    expect(open.map(({ orderNo }) => orderNo)).toEqual(['BBBBBBBB', 'EEEEEEEE']);
    expect(months.map(({ key, orders: list }) => [key, list.length])).toEqual([
      ['2025-8', 2],
      ['2025-7', 1],
      ['2024-8', 1],
    ]);
  });

  test('puts every status into one group', () => {
    for (const status of orderStatuses) {
      const { open, unpaid, months } = arrangeOrders([buildOrder('AAAAAAAA', status, august)]);
      expect(open.length + unpaid.length + months.length, status).toBe(1);
    }
  });

  test('separates orders without any payment, but not those that are paid in part', () => {
    const part = { ...buildOrder('BBBBBBBB', 'awaiting_payment', august), exception: 'underpaid' as const };
    const { open, unpaid } = arrangeOrders([buildOrder('AAAAAAAA', 'awaiting_payment', august), part]);
    expect(unpaid.map(({ orderNo }) => orderNo)).toEqual(['AAAAAAAA']);
    expect(open).toEqual([part]);
  });
});

test.each([
  ['awaiting_payment', '/payment-status'],
  ['authorizing', '/payment-status'],
  ['awaiting_identity', '/payment-status'],
  ['awaiting_consent', '/payment-status'],
  ['voiding', '/payment-status'],
  ['paid', '/order-status'],
  ['delivering', '/order-status'],
  ['delivered', '/order-status'],
  ['refunding', '/order-status'],
  ['cancelled', '/order-status'],
  ['expired', '/order-status'],
  ['failed', '/order-status'],
] as const)('an order that is %s opens at %s', (status, page) => {
  expect(chooseOrderPath({ orderNo: '7KQ2M4XD9TAB3', status })).toBe(`${page}?orderNo=7KQ2M4XD9TAB3`);
});

test('requests the details only of an order that waits', () => {
  expect(needsDetail({ status: 'awaiting_payment' })).toBe(true);
  expect(needsDetail({ status: 'delivered' })).toBe(false);
});

test.each([
  ['delivered', 'good'],
  ['failed', 'bad'],
  ['underpaid', 'warn'],
  ['expired', 'mute'],
  ['converting', 'tide'],
])('%s has the tone %s', (statusKey, tone) => {
  expect(chooseTone(statusKey)).toBe(tone);
});
