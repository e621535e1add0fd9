import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { toErrorOutcome } from './client.ts';

const { StripeAPIError, StripeCardError, StripeIdempotencyError } = Stripe.errors;

/** docs.stripe.com/error-handling: the error that Stripe's client throws for each answer. */
describe('an error of Stripe’s client', () => {
  test('about an idempotency key used with other parameters is unknown, not a decline', () => {
    const error = new StripeIdempotencyError({ type: 'idempotency_error', message: 'its words' });
    expect(toErrorOutcome('act', error)).toMatchObject({ kind: 'unknown' });
    expect(toErrorOutcome('refund', error)).toMatchObject({ kind: 'unknown' });
    expect(toErrorOutcome('read', error)).toMatchObject({ kind: 'unavailable' });
  });

  test('about the card is a decline', () => {
    const error = new StripeCardError({
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      message: 'its words',
    });
    expect(toErrorOutcome('act', error)).toMatchObject({ kind: 'refused', reason: 'insufficient_funds' });
  });

  test('of the API leaves the outcome unknown', () => {
    const error = new StripeAPIError({ type: 'api_error', message: 'its words' });
    expect(toErrorOutcome('act', error)).toMatchObject({ kind: 'unknown' });
  });
});
