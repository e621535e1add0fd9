import Stripe from 'stripe';
import { z } from 'zod';
import { ok, refused } from '../../outcome.ts';
import type { CredentialCheck } from '../../vendor.ts';
import { createStripeClient } from './client.ts';
import type { StripeConfig } from './manifest.ts';

const RETRY_AFTER_MS = 2_000;
const balanceSchema = z.object({ livemode: z.boolean() });

/** Returns whether the key is for test or live mode, as Stripe answers (docs.stripe.com/api/balance). */
export async function checkStripeCredential(
  config: Pick<StripeConfig, 'secretKey' | 'apiUrl'>,
): Promise<CredentialCheck> {
  try {
    const { livemode } = balanceSchema.parse(await createStripeClient(config).balance.retrieve());
    return ok(livemode ? 'live' : 'test');
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError) return refused('Stripe rejects STRIPE_SECRET_KEY');
    // A restricted key without access to the balance is valid; its prefix names the environment.
    if (error instanceof Stripe.errors.StripePermissionError) return ok('unknown');
    const detail = error instanceof Stripe.errors.StripeError ? error.type : 'an answer of an unexpected form';
    return { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail: `Stripe: ${detail}` };
  }
}
