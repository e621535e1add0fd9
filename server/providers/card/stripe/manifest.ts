import { z } from 'zod';

const address = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/$/, ''));

/**
 * What an operator sets. The keys are those of one Stripe account; the webhook secret is that of the endpoint
 * `/webhooks/stripe` (docs.stripe.com/keys, docs.stripe.com/webhooks).
 */
export const stripeConfigSchema = z.strictObject({
  secretKey: z.string().regex(/^(sk|rk)_/, 'starts with sk_ or rk_'),
  publishableKey: z.string().startsWith('pk_'),
  webhookSecret: z.string().startsWith('whsec_'),
  apiUrl: address.default('https://api.stripe.com'),
  /** The release of Stripe.js that goes with the installed `@stripe/stripe-js`. */
  scriptUrl: address.default('https://js.stripe.com/endive/stripe.js'),
});

export type StripeConfig = z.output<typeof stripeConfigSchema>;

export const stripeManifest = {
  id: 'stripe',
  label: 'Stripe',
  family: 'card',
  configSchema: stripeConfigSchema,
} as const;
