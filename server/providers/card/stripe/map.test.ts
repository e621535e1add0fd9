import { fiatAsset } from '@slipway/money/iso4217.ts';
import { describe, expect, test } from 'vitest';
import { type PaymentIntentAnswer, paymentIntentSchema } from './answers.ts';
import { toCardPayment, toCardRefund } from './map.ts';
import { toCardErrorRefusal, toRequestErrorRefusal } from './refusals.ts';

/** Fields as in Stripe's published example resources (stripe/openapi fixtures3.json). */
const intent: PaymentIntentAnswer = paymentIntentSchema.parse({
  id: 'pi_1PgafyB7WZ01zgkWSjxsAJo3',
  object: 'payment_intent',
  amount: 1_099,
  amount_received: 0,
  cancellation_reason: null,
  client_secret: 'pi_1PgafyB7WZ01zgkWSjxsAJo3_secret_Dm43xiq1k0ywrRRjDoi8y1gkM',
  currency: 'usd',
  customer: null,
  last_payment_error: null,
  latest_charge: null,
  metadata: { orderNo: 'order-1', attemptId: 'attempt-1' },
  status: 'requires_payment_method',
});

const charge = {
  payment_method: 'pm_1',
  payment_method_details: {
    card: {
      brand: 'visa',
      last4: '4242',
      exp_month: 8,
      exp_year: 2030,
      fingerprint: 'AOB934RVNwzk6xtn',
      capture_before: 1_700_000_000,
    },
  },
  balance_transaction: null,
};

describe('a payment', () => {
  test.each([
    ['requires_action', 'requires_action'],
    ['processing', 'processing'],
    ['requires_capture', 'authorized'],
    ['succeeded', 'captured'],
    ['canceled', 'voided'],
  ])('with status %s is %s', (status, mapped) => {
    expect(toCardPayment({ ...intent, status })?.status).toBe(mapped);
  });

  test.each(['requires_confirmation', 'requires_payment_method', 'partially_settled', 'toString', ''])(
    'with status %s and no error is unknown',
    (status) => {
      expect(toCardPayment({ ...intent, status })).toBeUndefined();
    },
  );

  test('that needs another card after an error is declined with its reason', () => {
    const declined = { ...intent, last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' } };
    expect(toCardPayment(declined)).toMatchObject({ status: 'declined', refusal: 'insufficient_funds' });
  });

  test('that was declined without a charge has the card of the attempt with its issuing country', () => {
    const card = { brand: 'visa', last4: '0341', exp_month: 8, exp_year: 2030, country: 'US' };
    const error = { code: 'payment_intent_authentication_failure', payment_method: { id: 'pm_2', card } };
    expect(toCardPayment(paymentIntentSchema.parse({ ...intent, last_payment_error: error }))).toMatchObject({
      status: 'declined',
      card: { paymentMethodId: 'pm_2', last4: '0341', country: 'US' },
    });
    const other = { code: 'card_declined', payment_method: { id: 'pm_3' } };
    expect(toCardPayment(paymentIntentSchema.parse({ ...intent, last_payment_error: other }))?.card).toBeUndefined();
  });

  test('has the expiry of its authorization and its card from the charge', () => {
    expect(toCardPayment({ ...intent, status: 'requires_capture', latest_charge: charge })).toMatchObject({
      captureBefore: new Date(1_700_000_000_000),
      card: { paymentMethodId: 'pm_1', brand: 'visa', last4: '4242', expiryMonth: 8, expiryYear: 2030 },
    });
  });

  test.each([
    ['apple_pay', 'apple_pay'],
    ['google_pay', 'google_pay'],
    ['link', 'other'],
    ['toString', 'other'],
  ])('by a card from wallet %s has the wallet %s', (type, wallet) => {
    const { card } = charge.payment_method_details;
    const ofWallet = { ...charge, payment_method_details: { card: { ...card, wallet: { type } } } };
    const payment = toCardPayment({ ...intent, status: 'requires_capture', latest_charge: ofWallet });
    expect(payment?.card).toMatchObject({ last4: '4242', wallet });
  });

  test('by a typed card has no wallet', () => {
    const { card } = charge.payment_method_details;
    const typed = { ...charge, payment_method_details: { card: { ...card, wallet: null } } };
    const payment = toCardPayment({ ...intent, status: 'requires_capture', latest_charge: typed });
    expect(payment?.card).not.toHaveProperty('wallet');
  });

  test('has a client secret only while the buyer must act', () => {
    expect(toCardPayment({ ...intent, status: 'requires_action' })?.clientSecret).toBe(intent.client_secret);
    expect(toCardPayment({ ...intent, status: 'requires_capture' })).not.toHaveProperty('clientSecret');
  });

  test('has its fee in the account’s settlement currency', () => {
    const settled = { ...charge, balance_transaction: { fee: 41, currency: 'eur' } };
    const payment = toCardPayment({ ...intent, status: 'succeeded', amount_received: 1_099, latest_charge: settled });
    expect(payment?.acquirerFee).toEqual({ units: 41n, asset: fiatAsset('EUR') });
  });

  test('is marked as expired only if its authorization expired', () => {
    const canceled = { ...intent, status: 'canceled' };
    expect(toCardPayment({ ...canceled, cancellation_reason: 'automatic' })?.refusal).toBe('authorization_expired');
    expect(toCardPayment({ ...canceled, cancellation_reason: 'requested_by_customer' })).not.toHaveProperty('refusal');
  });
});

describe('a refund', () => {
  const refund = { id: 're_1', amount: 100, currency: 'usd', payment_intent: 'pi_1' };

  test.each([
    ['pending', 'pending'],
    ['requires_action', 'pending'],
    ['succeeded', 'settled'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ])('with status %s is %s', (status, mapped) => {
    expect(toCardRefund({ ...refund, status })?.status).toBe(mapped);
  });

  test.each(['on_its_way', 'constructor', null])('with status %s is unknown', (status) => {
    expect(toCardRefund({ ...refund, status })).toBeUndefined();
  });
});

describe('a refusal', () => {
  test.each([
    [{ code: 'card_declined', decline_code: 'generic_decline' }, 'declined'],
    [{ code: 'card_declined', decline_code: 'lost_card' }, 'declined'],
    [{ code: 'card_declined', decline_code: 'a_new_word' }, 'declined'],
    [{ code: 'card_declined', decline_code: 'insufficient_funds' }, 'insufficient_funds'],
    [{ code: 'expired_card' }, 'expired_card'],
    [{ code: 'incorrect_cvc', decline_code: 'incorrect_cvc' }, 'incorrect_details'],
    [{ code: 'payment_intent_authentication_failure' }, 'authentication_failed'],
    [{ code: 'processing_error' }, 'try_again_later'],
  ])('of a card with %o is %s', (error, mapped) => {
    expect(toCardErrorRefusal(error)).toBe(mapped);
  });

  test.each([
    [{ code: 'charge_already_captured' }, 'other', 'already_captured'],
    [{ code: 'charge_expired_for_capture' }, 'other', 'authorization_expired'],
    [{ code: 'charge_already_refunded' }, 'refund', 'exceeds_captured'],
    [{ param: 'amount' }, 'refund', 'exceeds_captured'],
    [{ param: 'amount' }, 'other', 'invalid_request'],
    [{ code: 'parameter_unknown', param: 'amount' }, 'refund', 'invalid_request'],
    [{ code: 'payment_intent_unexpected_state' }, 'other', 'invalid_request'],
  ] as const)('of a request with %o (operation: %s) is %s', (error, act, mapped) => {
    expect(toRequestErrorRefusal(error, act)).toBe(mapped);
  });

  test.each([
    ['succeeded', null, 'already_captured'],
    ['canceled', 'requested_by_customer', 'already_voided'],
    ['canceled', 'automatic', 'authorization_expired'],
    ['requires_action', null, 'invalid_request'],
  ])('of a payment that is %s (%s) is %s', (status, cancellation_reason, mapped) => {
    const error = { code: 'payment_intent_unexpected_state', paymentIntent: { status, cancellation_reason } };
    expect(toRequestErrorRefusal(error, 'other')).toBe(mapped);
  });
});
