import { z } from 'zod';
import { vendorOf } from '../../defineVendor.ts';
import { stripeWallets } from './wallets.ts';

const address = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/$/, ''));

/**
 * What an operator sets. The keys are those of one Stripe account; the webhook secret is that of the endpoint
 * `/webhooks/stripe` (docs.stripe.com/keys, docs.stripe.com/webhooks).
 */
export const stripeConfigSchema = z.strictObject({
  secretKey: z.string().regex(/^(sk|rk)_/, 'starts with sk_ or rk_'),
  publishableKey: z.string().startsWith('pk_', 'starts with pk_'),
  webhookSecret: z.string().startsWith('whsec_', 'starts with whsec_'),
  apiUrl: address.default('https://api.stripe.com'),
  /** The release of Stripe.js that goes with the installed `@stripe/stripe-js`. */
  scriptUrl: address.default('https://js.stripe.com/endive/stripe.js'),
});

export type StripeConfig = z.output<typeof stripeConfigSchema>;

/** Where the client uploads evidence for disputes; another STRIPE_API_URL stands for both (docs.stripe.com/file-upload). */
const FILES_HOST = 'https://files.stripe.com';

export const stripeVendor = vendorOf({
  id: 'stripe',
  family: 'card',
  label: 'Stripe',
  hosts: ['https://api.stripe.com', FILES_HOST],
  // With 3-D Secure; the busiest endpoint is that which reads a payment.
  limits: [
    {
      what: 'all calls of the account',
      calls: 100,
      perSeconds: 1,
      callsPerOrder: 10,
      callsPerMinute: 1,
      source: 'https://docs.stripe.com/rate-limits',
    },
    {
      what: 'calls of one endpoint',
      calls: 25,
      perSeconds: 1,
      callsPerOrder: 5,
      callsPerMinute: 1,
      source: 'https://docs.stripe.com/rate-limits',
    },
  ],
  config: stripeConfigSchema,
  wallets: Object.values(stripeWallets),
  variables: {
    STRIPE_SECRET_KEY: { sets: 'secretKey', secret: true },
    STRIPE_PUBLISHABLE_KEY: { sets: 'publishableKey' },
    STRIPE_WEBHOOK_SECRET: { sets: 'webhookSecret', secret: true },
    STRIPE_API_URL: { sets: 'apiUrl', address: true },
    STRIPE_SCRIPT_URL: { sets: 'scriptUrl', address: true, shown: true },
  },
  environmentOf: ({ secretKey }) => environmentOfKey(secretKey),
  create: async (config, { now }) => (await import('./stripe.ts')).createStripeAcquirer(config, now),
  ask: async ({ secretKey, apiUrl, publishableKey }) => {
    if (environmentOfKey(publishableKey) !== environmentOfKey(secretKey))
      return { kind: 'refused', reason: 'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of two environments' };
    return (await import('./askAccount.ts')).askAccount({ secretKey, apiUrl });
  },
});

/** The middle word of every key (docs.stripe.com/keys). */
function environmentOfKey(key: string): 'test' | 'live' | 'unknown' {
  const [, word] = key.split('_');
  return word === 'test' || word === 'live' ? word : 'unknown';
}
