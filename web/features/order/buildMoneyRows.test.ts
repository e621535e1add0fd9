import { i18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { type OrderDetail, orderStatuses } from '@slipway/contract/entities/order.ts';
import type { ReactElement } from 'react';
import { beforeAll, describe, expect, test } from 'vitest';
import english from '../../i18n/en-US.json';
import { buildMoneyRows } from './buildMoneyRows.tsx';

beforeAll(() => {
  i18n.load(
    'en-US',
    Object.fromEntries(Object.entries(english).map(([key, message]) => [key, compileMessage(message)])),
  );
  i18n.activate('en-US');
});

const bought = {
  orderNo: '7KQ2M4XD9TAB3',
  exception: 'none',
  owner: true,
  sequence: 1,
  offerType: 'slipway',
  createdAt: '2026-11-21T10:40:00.000Z',
  sendCurrency: 'EUR',
  sendCurrencyAmount: '100.00',
  getCurrency: 'ETH_BASE',
  getCurrencyAmount: '0.03034257',
  symbol: 'ETH',
  networkName: 'Base',
  payMethod: 'credit_debit_card',
  processingFee: '4.20',
  transNetworkFee: '0.07',
  feeCurrency: 'EUR',
  price: '3154.97',
  address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  walletType: 'self_hosted',
  exchangeName: '',
  reference: '',
  refererUrl: '',
  refererOrder: '',
  deadline: null,
  dispute: 'none',
  heldFrom: null,
  reason: null,
  heldAmount: null,
  paidAmount: null,
  refundedAmount: null,
  requote: null,
  card: { brand: 'visa', last4: '4242' },
  estimate: false,
  transfer: null,
  delivery: null,
  provider: null,
  returnTo: null,
  usualSeconds: null,
  timeline: [],
} as const satisfies Omit<OrderDetail, 'status'>;

/** Returns only the rows with an amount of money: `You pay 100.00`, `Network fee −0.07`. */
function listAmounts(more: Partial<OrderDetail> & Pick<OrderDetail, 'status'>): string[] {
  return buildMoneyRows({ ...bought, ...more }).flatMap(({ label, value }) => {
    const { amount, isDeducted } =
      (value as ReactElement<{ amount?: string; isDeducted?: boolean }> | null)?.props ?? {};
    return amount === undefined ? [] : [`${label as string} ${isDeducted ? '−' : ''}${amount}`];
  });
}

const FEES = ['Payment method fee −4.20', 'Network fee −0.07'];

describe('a card’s receipt adds up', () => {
  test('before the payment and before the conversion', () => {
    const rest = [...FEES, 'To be converted to ETH 95.73', 'You get 0.03034257'];
    expect(listAmounts({ status: 'awaiting_payment' })).toEqual(['You pay 100.00', ...rest]);
    expect(listAmounts({ status: 'converting', paidAmount: '100.00' })).toEqual(['You paid 100.00', ...rest]);
    expect(listAmounts({ status: 'on_hold', heldFrom: 'paid', paidAmount: '100.00' })).toEqual([
      'You paid 100.00',
      ...rest,
    ]);
  });

  test('after the conversion', () => {
    expect(listAmounts({ status: 'delivered', paidAmount: '100.00' })[3]).toBe('Converted to ETH 95.73');
    expect(listAmounts({ status: 'on_hold', heldFrom: 'delivering', paidAmount: '100.00' })[3]).toBe(
      'Converted to ETH 95.73',
    );
  });

  test('with the new amount that the buyer must accept', () => {
    const requote = { oldGetCurrencyAmount: '0.03034257', newGetCurrencyAmount: '0.02943229' };
    expect(listAmounts({ status: 'awaiting_consent', requote }).at(-1)).toBe('You get now 0.02943229');
  });

  test('when the money is refunded, and when none was taken', () => {
    expect(listAmounts({ status: 'refunding', paidAmount: '100.00' })).toEqual(['You paid 100.00', 'Goes back 100.00']);
    expect(listAmounts({ status: 'refunding', paidAmount: '100.00', refundedAmount: '40.00' })).toEqual([
      'You paid 100.00',
      'Refunded −40.00',
      'Goes back 60.00',
    ]);
    expect(listAmounts({ status: 'refunded', paidAmount: '100.00', refundedAmount: '100.00' })).toEqual([
      'You paid 100.00',
      'Refunded −100.00',
    ]);
    expect(listAmounts({ status: 'cancelled' })).toEqual(['Charged 0.00']);
  });
});

describe('a transfer’s receipt adds up', () => {
  const payMethod = 'bank_transfer';

  test('when part of the money is missing', () => {
    expect(
      listAmounts({ payMethod, status: 'awaiting_payment', paidAmount: '60.00', estimate: true }).slice(0, 3),
    ).toEqual(['Received from you 60.00', 'Still missing 40.00', 'You pay 100.00']);
  });

  test('when all money has arrived and the order waits for the buyer', () => {
    const rows = listAmounts({ payMethod, status: 'awaiting_identity', paidAmount: '100.00' });
    expect(rows.slice(0, 1)).toEqual(['You paid 100.00']);
  });

  test('when too much money has arrived', () => {
    expect(listAmounts({ payMethod, status: 'converting', paidAmount: '125.00' }).slice(0, 3)).toEqual([
      'Received from you 125.00',
      'Goes back −25.00',
      'You paid 100.00',
    ]);
  });
});

test('shows the amount as converted only after the conversion', () => {
  const converted = orderStatuses.filter((status) =>
    listAmounts({ status }).some((row) => row.startsWith('Converted')),
  );
  expect(converted).toEqual(['converted', 'delivering', 'delivered']);
});

describe('the receipt of another provider', () => {
  const createProvider = (sendCurrencyAmount: string | null, getCurrencyAmount: string | null) => ({
    name: 'Acme',
    supportUrl: '',
    worseAtCheckout: false,
    words: '',
    sendCurrencyAmount,
    getCurrencyAmount,
  });
  const listRates = (more: Partial<OrderDetail>) =>
    buildMoneyRows({ ...bought, status: 'delivered', ...more })
      .filter(({ label }) => (label as string).startsWith('Rate'))
      .map(({ label, value }) => `${label as string}: ${(value as ReactElement<{ children: string }>).props.children}`);

  test('shows its offer until it reports amounts', () => {
    const offered = ['You pay 100.00', ...FEES, 'You get 0.03034257'];
    expect(listAmounts({ status: 'awaiting_payment', provider: createProvider(null, null) })).toEqual(offered);
    expect(listAmounts({ status: 'delivered', provider: createProvider(null, null) })).toEqual(offered.slice(1));
  });

  test('shows the reported amounts, and the offered fees only if they match the offer', () => {
    const asOffered = { status: 'delivered', provider: createProvider('100.00', '0.03034257') } as const;
    expect(listAmounts(asOffered)).toEqual(['You paid 100.00', ...FEES, 'You get 0.03034257']);
    const worse = { status: 'delivered', provider: createProvider('101.00', '0.02000000') } as const;
    expect(listAmounts(worse)).toEqual(['You paid 101.00', 'You get 0.02000000']);
    expect(listRates(worse)).toEqual([expect.stringMatching(/^Rate, fees included: 1 ETH = 5,050.00\sEUR$/)]);
  });

  test('omits amounts that the provider did not report', () => {
    expect(listAmounts({ status: 'delivered', provider: createProvider(null, '0.02') })).toEqual(['You get 0.02']);
    expect(listRates({ provider: createProvider(null, '0.02') })).toEqual([]);
    expect(listAmounts({ status: 'failed', provider: createProvider('100.00', '0.02') })).toEqual([]);
    expect(listAmounts({ status: 'refunded', provider: createProvider('100.00', '0.02') })).toEqual([
      'You paid 100.00',
    ]);
  });

  test('shows no conversion', () => {
    for (const status of orderStatuses)
      expect(listAmounts({ status, provider: createProvider('100.00', '0.02') }).join()).not.toMatch(/convert/i);
  });
});

test('shows the rate with as many decimals as the quote, even if the order’s price has more', () => {
  const rows = buildMoneyRows({ ...bought, status: 'delivered', price: '3154.9729', getCurrencyAmount: '0.03034254' });
  const rate = rows.find(({ label }) => label === 'Rate')?.value as ReactElement<{ children: string }>;
  expect(rate.props.children).toMatch(/^1 ETH = 3,154\.98\sEUR$/);
});
