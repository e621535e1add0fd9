import { z } from 'zod';
import type { AccountChange } from '../accountChange.ts';
import type { BillingDetails, ConfirmationTokenRecord } from '../accountState.ts';
import { createCardRecord, hasValidLuhnDigit } from '../cards/cardNumbers.ts';
import { findBehaviourByHelper, findBehaviourByNumber, getTestCard } from '../cards/testCards.ts';
import { formSetupUsage, parseForm } from '../formParameters.ts';
import { StripeApiError } from '../stripeApiError.ts';
import { createStripeId } from '../stripeIds.ts';

/** Validity of a token: twelve hours (docs.stripe.com/api/confirmation_tokens). */
const TOKEN_SECONDS = 12 * 3_600;

const optionalText = z.string().max(500).optional();

export const billingSchema = z.strictObject({
  name: optionalText,
  email: optionalText,
  phone: optionalText,
  address: z
    .strictObject({
      city: optionalText,
      country: optionalText,
      line1: optionalText,
      line2: optionalText,
      postal_code: optionalText,
      state: optionalText,
    })
    .optional(),
});

const cardSchema = z.strictObject({
  number: z.string().transform((text) => text.replaceAll(/\s/g, '')),
  exp_month: z
    .string()
    .regex(/^\d{1,2}$/)
    .transform(Number),
  exp_year: z
    .string()
    .regex(/^(\d{2}|\d{4})$/)
    .transform((text) => (text.length === 2 ? 2000 : 0) + Number(text)),
  cvc: z.string(),
});

const tokenSchema = z.strictObject({
  payment_method_data: z.strictObject({
    type: z.literal('card'),
    card: cardSchema,
    billing_details: billingSchema.optional(),
    allow_redisplay: optionalText,
  }),
  setup_future_usage: formSetupUsage.optional(),
  return_url: optionalText,
});

type Card = z.output<typeof cardSchema>;

/** Creates a token from the card fields. The card number is not stored or passed on. */
export function createTokenFromCard(change: AccountChange, form: Record<string, unknown>): ConfirmationTokenRecord {
  const { payment_method_data: method, ...options } = parseForm(tokenSchema, form);
  checkCard(method.card, change.now);
  return issueToken(change, {
    card: createCardRecord(method.card),
    behaviour: findBehaviourByNumber(method.card.number),
    billing: method.billing_details ?? {},
    returnUrl: options.return_url ?? null,
    usage: options.setup_future_usage ?? null,
  });
}

const helperSchema = z.strictObject({
  payment_method: z.string(),
  setup_future_usage: formSetupUsage.optional(),
  return_url: optionalText,
});

/** Test helper: creates a token for a known card such as `pm_card_visa` (docs.stripe.com/api/confirmation_tokens/test_create). */
export function createTokenFromHelper(change: AccountChange, form: Record<string, unknown>): ConfirmationTokenRecord {
  const options = parseForm(helperSchema, form);
  const behaviour = findBehaviourByHelper(options.payment_method);
  if (behaviour === undefined) {
    throw new StripeApiError(
      404,
      {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: `No such PaymentMethod: '${options.payment_method}'`,
        param: 'payment_method',
      },
      false,
    );
  }
  const { number } = getTestCard(behaviour);
  const nextYear = new Date(change.now * 1000).getUTCFullYear() + 1;
  return issueToken(change, {
    card: createCardRecord({ number, exp_month: 12, exp_year: nextYear }),
    behaviour,
    billing: {},
    returnUrl: options.return_url ?? null,
    usage: options.setup_future_usage ?? null,
  });
}

export function issueToken(
  change: AccountChange,
  token: Pick<ConfirmationTokenRecord, 'card' | 'behaviour'> & {
    readonly billing: z.output<typeof billingSchema>;
    readonly returnUrl: string | null;
    readonly usage: ConfirmationTokenRecord['setup_future_usage'];
  },
): ConfirmationTokenRecord {
  const record: ConfirmationTokenRecord = {
    id: createStripeId('ctoken'),
    created: change.now,
    expires_at: change.now + TOKEN_SECONDS,
    payment_intent: null,
    billing_details: completeBillingDetails(token.billing),
    card: token.card,
    behaviour: token.behaviour,
    return_url: token.returnUrl,
    setup_future_usage: token.usage,
  };
  change.state.confirmationTokens[record.id] = record;
  return record;
}

function completeBillingDetails(billing: z.output<typeof billingSchema>): BillingDetails {
  const address = billing.address ?? {};
  return {
    name: billing.name ?? null,
    email: billing.email ?? null,
    phone: billing.phone ?? null,
    address: {
      city: address.city ?? null,
      country: address.country ?? null,
      line1: address.line1 ?? null,
      line2: address.line2 ?? null,
      postal_code: address.postal_code ?? null,
      state: address.state ?? null,
    },
  };
}

function checkCard(card: Card, now: number): void {
  const refuse = (code: string, param: string, message: string): never => {
    throw new StripeApiError(402, { type: 'card_error', code, param: `payment_method_data[card][${param}]`, message });
  };
  const today = new Date(now * 1000);
  if (!/^\d{13,19}$/.test(card.number) || !hasValidLuhnDigit(card.number)) {
    refuse('incorrect_number', 'number', 'Your card number is incorrect.');
  }
  if (card.exp_month < 1 || card.exp_month > 12) {
    refuse('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.");
  }
  const monthsLeft = (card.exp_year - today.getUTCFullYear()) * 12 + card.exp_month - (today.getUTCMonth() + 1);
  if (monthsLeft < 0 || monthsLeft > 50 * 12) {
    refuse('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.");
  }
  if (!/^\d{3,4}$/.test(card.cvc)) refuse('invalid_cvc', 'cvc', "Your card's security code is invalid.");
}
