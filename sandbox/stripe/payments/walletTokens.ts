import { z } from 'zod';
import type { AccountChange } from '../accountChange.ts';
import type { ConfirmationTokenRecord } from '../accountState.ts';
import { WALLETS } from '../browser/wallets.js';
import { computeFingerprint, createCardRecord } from '../cards/cardNumbers.ts';
import { TEST_CARDS } from '../cards/testCards.ts';
import { formInteger, formSetupUsage, parseForm } from '../formParameters.ts';
import { createParameterError } from '../stripeApiError.ts';
import { billingSchema, issueToken } from './confirmationTokens.ts';

export const walletSchema = z.enum(Object.keys(WALLETS));

/** Cards that a wallet's sheet offers. None of them requires 3-D Secure, since the wallet has authenticated the buyer. */
export const WALLET_CARDS = ['visa', 'mastercard', 'insufficient_funds', 'declined'] as const;

const tokenSchema = z.strictObject({
  payment_method_data: z.strictObject({
    type: z.literal('card'),
    card: z.strictObject({
      wallet: walletSchema,
      test_card: z.string(),
      /** Expiry of the card in this browser's wallet. */
      exp_month: formInteger.default(12),
      exp_year: formInteger.optional(),
    }),
    billing_details: billingSchema.optional(),
    allow_redisplay: z.string().optional(),
  }),
  setup_future_usage: formSetupUsage.optional(),
  return_url: z.string().max(500).optional(),
});

/** Returns true if a wallet's sheet, and not the card fields, requests the token. */
export function isWalletTokenRequest({ payment_method_data: data }: Record<string, unknown>): boolean {
  const { card } = (data ?? {}) as { card?: unknown };
  return typeof card === 'object' && card !== null && Object.hasOwn(card, 'wallet');
}

/**
 * Creates a token from a wallet's sheet. Stripe gets the wallet's own encrypted payload; the sandbox gets the name of a test
 * card instead, and stores it with its wallet.
 */
export function createTokenFromWallet(change: AccountChange, form: Record<string, unknown>): ConfirmationTokenRecord {
  const { payment_method_data: data, ...options } = parseForm(tokenSchema, form);
  const nextYear = new Date(change.now * 1000).getUTCFullYear() + 1;
  const { wallet, test_card: name, exp_month, exp_year = nextYear } = data.card;
  if (!Object.hasOwn(TEST_CARDS, name)) {
    throw createParameterError(`No such test card: '${name}'`, { param: 'payment_method_data[card][test_card]' });
  }
  const { number } = TEST_CARDS[name as keyof typeof TEST_CARDS];
  const printed = { number, exp_month, exp_year };
  const deviceCard = { ...printed, number: `${number}:device` };
  return issueToken(change, {
    card: {
      ...createCardRecord(printed),
      fingerprint: computeFingerprint(WALLETS[wallet]?.hasDeviceNumber ? deviceCard : printed),
      wallet,
    },
    behaviour: name,
    billing: data.billing_details ?? {},
    returnUrl: options.return_url ?? null,
    usage: options.setup_future_usage ?? null,
  });
}
