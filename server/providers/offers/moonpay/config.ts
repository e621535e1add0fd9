import { z } from 'zod';
import type { VendorEnvironment } from '../../vendor.ts';

/** Configuration by the operator for selling MoonPay's offers (dashboard, Developers). */
export const moonpayConfigSchema = z.strictObject({
  publishableKey: z.string().regex(/^pk_(test|live)_\S+$/, 'must begin with pk_test_ or pk_live_'),
  /** Signs the URL of the checkout. */
  secretKey: z.string().regex(/^sk_(test|live)_\S+$/, 'must begin with sk_test_ or sk_live_'),
  /** Only for webhooks. */
  webhookKey: z.string().min(1),
  apiUrl: z.url({ protocol: /^https?$/ }).default('https://api.moonpay.com'),
  /** Undefined: the page of the key's environment. */
  checkoutUrl: z.url({ protocol: /^https?$/ }).optional(),
});

export type MoonpayConfig = z.output<typeof moonpayConfigSchema>;

/**
 * Returns the environment of a key; one host serves both (https://dev.moonpay.com/docs/environments, read 2026-11-21).
 */
export function findMoonpayEnvironment(publishableKey: string): VendorEnvironment {
  return publishableKey.startsWith('pk_live_') ? 'live' : 'test';
}
