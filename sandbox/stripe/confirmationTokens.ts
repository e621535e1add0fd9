import { z } from 'zod';
import type { BillingDetails, ConfirmationTokenRecord } from './account.ts';
import { cardRecord, passesLuhn } from './cardNumbers.ts';
import type { Change } from './change.ts';
import { formUsage, readForm } from './form.ts';
import { newId } from './ids.ts';
import { StripeFault } from './stripeFault.ts';
import { behaviourOfHelper, behaviourOfNumber, cardBehaviour } from './testCards.ts';

/** A token is good for twelve hours (docs.stripe.com/api/confirmation_tokens). */
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
  setup_future_usage: formUsage.optional(),
  return_url: optionalText,
});

type Card = z.output<typeof cardSchema>;

/** What the card fields send: the number goes no further than this function. */
export function tokenFromCard(change: Change, form: Record<string, unknown>): ConfirmationTokenRecord {
  const { payment_method_data: method, ...options } = readForm(tokenSchema, form);
  checkCard(method.card, change.now);
  return issueToken(change, {
    card: cardRecord(method.card),
    behaviour: behaviourOfNumber(method.card.number),
    billing: method.billing_details ?? {},
    returnUrl: options.return_url ?? null,
    usage: options.setup_future_usage ?? null,
  });
}

const helperSchema = z.strictObject({
  payment_method: z.string(),
  setup_future_usage: formUsage.optional(),
  return_url: optionalText,
});

/** The test helper: a token for a well-known card such as `pm_card_visa` (docs.stripe.com/api/confirmation_tokens/test_create). */
export function tokenFromHelper(change: Change, form: Record<string, unknown>): ConfirmationTokenRecord {
  const options = readForm(helperSchema, form);
  const behaviour = behaviourOfHelper(options.payment_method);
  if (behaviour === undefined) {
    throw new StripeFault(
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
  const { number } = cardBehaviour(behaviour);
  const nextYear = new Date(change.now * 1000).getUTCFullYear() + 1;
  return issueToken(change, {
    card: cardRecord({ number, exp_month: 12, exp_year: nextYear }),
    behaviour,
    billing: {},
    returnUrl: options.return_url ?? null,
    usage: options.setup_future_usage ?? null,
  });
}

export function issueToken(
  change: Change,
  token: Pick<ConfirmationTokenRecord, 'card' | 'behaviour'> & {
    readonly billing: z.output<typeof billingSchema>;
    readonly returnUrl: string | null;
    readonly usage: ConfirmationTokenRecord['setup_future_usage'];
  },
): ConfirmationTokenRecord {
  const record: ConfirmationTokenRecord = {
    id: newId('ctoken'),
    created: change.now,
    expires_at: change.now + TOKEN_SECONDS,
    payment_intent: null,
    billing_details: fullBilling(token.billing),
    card: token.card,
    behaviour: token.behaviour,
    return_url: token.returnUrl,
    setup_future_usage: token.usage,
  };
  change.state.confirmationTokens[record.id] = record;
  return record;
}

function fullBilling(billing: z.output<typeof billingSchema>): BillingDetails {
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
    throw new StripeFault(402, { type: 'card_error', code, param: `payment_method_data[card][${param}]`, message });
  };
  const today = new Date(now * 1000);
  if (!/^\d{13,19}$/.test(card.number) || !passesLuhn(card.number)) {
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
