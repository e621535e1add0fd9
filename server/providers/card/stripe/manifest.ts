import { z } from 'zod';
import { defineVendor } from '../../defineVendor.ts';
import { findStripeEnvironment } from './keyEnvironment.ts';
import { stripeWallets } from './wallets.ts';

const address = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/$/, ''));

/**
 * Configuration by the operator. The keys belong to one Stripe account; the webhook secret is that of the endpoint
 * `/webhooks/stripe` (docs.stripe.com/keys, docs.stripe.com/webhooks).
 */
export const stripeConfigSchema = z.strictObject({
  secretKey: z.string().regex(/^(sk|rk)_/, 'must start with sk_ or rk_'),
  publishableKey: z.string().startsWith('pk_', 'must start with pk_'),
  webhookSecret: z.string().startsWith('whsec_', 'must start with whsec_'),
  apiUrl: address.default('https://api.stripe.com'),
  /** The release of Stripe.js that goes with the installed `@stripe/stripe-js`. */
  scriptUrl: address.default('https://js.stripe.com/endive/stripe.js'),
});

export type StripeConfig = z.output<typeof stripeConfigSchema>;

/**
 * Host to which the client uploads evidence for disputes (docs.stripe.com/file-upload). A different STRIPE_API_URL
 * replaces this host as well.
 */
const FILES_HOST = 'https://files.stripe.com';

export const stripeVendor = defineVendor({
  id: 'stripe',
  family: 'card',
  label: 'Stripe',
  hosts: ['https://api.stripe.com', FILES_HOST],
  // `callsPerOrder` is that of an order with 3-D Secure. The endpoint with the most calls is the one that reads a payment.
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
      what: 'all calls of the account in test mode',
      calls: 25,
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
    STRIPE_SCRIPT_URL: { sets: 'scriptUrl', address: true, isBrowserOnly: true },
  },
  getEnvironment: ({ secretKey }) => findStripeEnvironment(secretKey),
  create: async (config, { now }) => (await import('./stripe.ts')).createStripeAcquirer(config, now),
  checkCredentials: async ({ secretKey, apiUrl, publishableKey }) => {
    if (findStripeEnvironment(publishableKey) !== findStripeEnvironment(secretKey))
      return {
        kind: 'refused',
        reason: 'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY belong to different environments',
      };
    return (await import('./checkStripeCredential.ts')).checkStripeCredential({ secretKey, apiUrl });
  },
});
