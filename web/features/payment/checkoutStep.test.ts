import { describe, expect, test } from 'vitest';
import { type Checkout, decideCheckoutStep, decideInitialState } from './checkoutStep.ts';

function checkout(change: Partial<Checkout>): Checkout {
  return {
    orderNo: '7KQ2M4XD9TAB3',
    status: 'awaiting_payment',
    sendCurrency: 'EUR',
    sendCurrencyAmount: '100.00',
    getCurrency: 'BTC',
    getCurrencyAmount: '0.00155735',
    symbol: 'BTC',
    networkName: 'Bitcoin',
    address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    payMethod: 'credit_debit_card',
    payBefore: 1795245300,
    triesLeft: 3,
    acquirer: { id: 'stripe', publicKey: 'pk', scriptUrl: 'https://acquirer', amountMinor: 10000, currency: 'eur' },
    nextAction: null,
    refusal: null,
    ...change,
  };
}

describe('after Pay was pressed', () => {
  test('waits for a payment that is being authorized', () => {
    expect(decideCheckoutStep(checkout({ status: 'authorizing' }))).toEqual({ kind: 'wait' });
  });

  test('shows the action of the acquirer', () => {
    const info = checkout({ status: 'authorizing', nextAction: { clientSecret: 'pi_1_secret_2' } });
    expect(decideCheckoutStep(info)).toEqual({ kind: 'act', clientSecret: 'pi_1_secret_2' });
  });

  test('treats an order that awaits payment again as declined', () => {
    const declined = checkout({ refusal: 'insufficient_funds', triesLeft: 1 });
    expect(decideCheckoutStep(declined)).toEqual({ kind: 'declined', reason: 'insufficient_funds', triesLeft: 1 });
    expect(decideCheckoutStep(checkout({ triesLeft: 2 }))).toMatchObject({ kind: 'declined', reason: 'declined' });
  });

  test.each(['awaiting_identity', 'awaiting_consent', 'capturing', 'paid', 'failed', 'voiding', 'on_hold'] as const)(
    'leaves the page for %s',
    (status) => {
      expect(decideCheckoutStep(checkout({ status, refusal: 'declined' }))).toEqual({ kind: 'leave' });
    },
  );
});

describe('on page load', () => {
  test.each([
    ['awaiting_payment', 'payable'],
    ['authorizing', 'underway'],
    ['capturing', 'underway'],
    ['delivered', 'elsewhere'],
    ['expired', 'elsewhere'],
  ] as const)('an order in %s is %s', (status, expected) => {
    expect(decideInitialState(checkout({ status }))).toBe(expected);
  });

  test('leaves the page for an order paid by transfer', () => {
    expect(decideInitialState(checkout({ payMethod: 'bank_transfer' }))).toBe('elsewhere');
  });
});
