import { z } from 'zod';
import type { ConfirmationTokenRecord } from './account.ts';
import { WALLETS } from './browser/wallets.js';
import { cardRecord, fingerprintOf } from './cardNumbers.ts';
import type { Change } from './change.ts';
import { billingSchema, issueToken } from './confirmationTokens.ts';
import { formInteger, formUsage, readForm } from './form.ts';
import { badParameter } from './stripeFault.ts';
import { TEST_CARDS } from './testCards.ts';

export const walletSchema = z.enum(Object.keys(WALLETS));

/** The cards that the sheet offers. A wallet holds no card that its issuer would ask about again. */
export const WALLET_CARDS = ['visa', 'mastercard', 'insufficient_funds', 'declined'] as const;

const tokenSchema = z.strictObject({
  payment_method_data: z.strictObject({
    type: z.literal('card'),
    card: z.strictObject({
      wallet: walletSchema,
      test_card: z.string(),
      /** Of the card that this browser's wallet holds. */
      exp_month: formInteger.default(12),
      exp_year: formInteger.optional(),
    }),
    billing_details: billingSchema.optional(),
    allow_redisplay: z.string().optional(),
  }),
  setup_future_usage: formUsage.optional(),
  return_url: z.string().max(500).optional(),
});

/** Whether a token is asked for by a wallet's sheet and not by the card fields. */
export function isOfWallet({ payment_method_data: data }: Record<string, unknown>): boolean {
  const { card } = (data ?? {}) as { card?: unknown };
  return typeof card === 'object' && card !== null && Object.hasOwn(card, 'wallet');
}

/**
 * What a wallet's sheet sends. Stripe gets the wallet's own sealed payload; the sandbox names one of its test cards
 * instead, and keeps it with the wallet that handed it over.
 */
export function tokenFromWallet(change: Change, form: Record<string, unknown>): ConfirmationTokenRecord {
  const { payment_method_data: data, ...options } = readForm(tokenSchema, form);
  const nextYear = new Date(change.now * 1000).getUTCFullYear() + 1;
  const { wallet, test_card: name, exp_month, exp_year = nextYear } = data.card;
  if (!Object.hasOwn(TEST_CARDS, name)) {
    throw badParameter(`No such test card: '${name}'`, { param: 'payment_method_data[card][test_card]' });
  }
  const { number } = TEST_CARDS[name as keyof typeof TEST_CARDS];
  const printed = { number, exp_month, exp_year };
  const ofDevice = { ...printed, number: `${number}:device` };
  return issueToken(change, {
    card: {
      ...cardRecord(printed),
      fingerprint: fingerprintOf(WALLETS[wallet]?.hasDeviceNumber ? ofDevice : printed),
      wallet,
    },
    behaviour: name,
    billing: data.billing_details ?? {},
    returnUrl: options.return_url ?? null,
    usage: options.setup_future_usage ?? null,
  });
}
