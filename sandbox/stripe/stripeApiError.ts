import type Stripe from 'stripe';

/** The `error` object of Stripe's answers (docs.stripe.com/api/errors). */
export type StripeErrorBody = {
  readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  readonly message: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
  readonly charge?: string;
  readonly payment_intent?: Stripe.PaymentIntent;
  readonly payment_method?: Stripe.PaymentMethod;
};

/** The error with which Stripe answers a request. */
export class StripeApiError extends Error {
  override name = 'StripeFault';
  readonly status: number;
  readonly body: StripeErrorBody;
  /** Stripe stores an answer for its idempotency key only if it began to process the request. */
  readonly began: boolean;

  constructor(status: number, body: StripeErrorBody, began = true) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.began = began;
  }
}

export function createInvalidRequestError(message: string, more: Partial<StripeErrorBody> = {}): StripeApiError {
  return new StripeApiError(400, { type: 'invalid_request_error', message, ...more });
}

/** Returns the error for parameters that cannot be parsed, before any processing. */
export function createParameterError(message: string, more: Partial<StripeErrorBody> = {}): StripeApiError {
  return new StripeApiError(400, { type: 'invalid_request_error', message, ...more }, false);
}

export function createNotFoundError(what: string, id: string, param = 'id'): StripeApiError {
  return new StripeApiError(
    404,
    { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}: '${id}'`, param },
    false,
  );
}

export function createUnauthorizedError(message: string): StripeApiError {
  return new StripeApiError(401, { type: 'invalid_request_error', message }, false);
}
