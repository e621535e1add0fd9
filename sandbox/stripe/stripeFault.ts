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

/** A request that Stripe answers with an error. */
export class StripeFault extends Error {
  override name = 'StripeFault';
  readonly status: number;
  readonly body: StripeErrorBody;
  /** Stripe keeps an answer for its idempotency key only once it began to act on the request. */
  readonly began: boolean;

  constructor(status: number, body: StripeErrorBody, began = true) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.began = began;
  }
}

export function invalidRequest(message: string, more: Partial<StripeErrorBody> = {}): StripeFault {
  return new StripeFault(400, { type: 'invalid_request_error', message, ...more });
}

/** Parameters that do not even parse: nothing began. */
export function badParameter(message: string, more: Partial<StripeErrorBody> = {}): StripeFault {
  return new StripeFault(400, { type: 'invalid_request_error', message, ...more }, false);
}

export function missing(what: string, id: string, param = 'id'): StripeFault {
  return new StripeFault(
    404,
    { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}: '${id}'`, param },
    false,
  );
}

export function unauthorized(message: string): StripeFault {
  return new StripeFault(401, { type: 'invalid_request_error', message }, false);
}
