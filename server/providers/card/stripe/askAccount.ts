import Stripe from 'stripe';
import { z } from 'zod';
import { ok, refused } from '../../outcome.ts';
import type { Asked } from '../../vendor.ts';
import { ask, createStripeClient } from './client.ts';
import type { StripeConfig } from './manifest.ts';

const balanceAnswer = z.object({ livemode: z.boolean() });

/** Asks Stripe whether the key opens play money or real money (docs.stripe.com/api/balance). */
export async function askAccount(config: Pick<StripeConfig, 'secretKey' | 'apiUrl'>): Promise<Asked> {
  const stripe = createStripeClient(config);
  let unknownKey = false;
  const retrieve = async () => {
    try {
      return await stripe.balance.retrieve();
    } catch (error) {
      unknownKey = error instanceof Stripe.errors.StripeAuthenticationError;
      throw error;
    }
  };
  const answer = await ask('read', balanceAnswer, retrieve, ({ livemode }) => (livemode ? 'live' : 'test'));
  if (unknownKey) return refused('Stripe does not know STRIPE_SECRET_KEY');
  if (answer.kind !== 'refused') return answer;
  // A restricted key may not be allowed to see the balance: then its own prefix is all that is known.
  return answer.detail?.includes('permission')
    ? ok('unknown')
    : { kind: 'unavailable', retryAfterMs: 0, detail: answer.reason };
}
