import { z } from 'zod';
import type { VendorEnvironment } from '../../vendor.ts';

/** What an operator sets to sell MoonPay's offers (dashboard, Developers). */
export const moonpayConfigSchema = z.strictObject({
  publishableKey: z.string().regex(/^pk_(test|live)_\S+$/, 'must begin with pk_test_ or pk_live_'),
  /** Signs the address of the checkout. */
  secretKey: z.string().regex(/^sk_(test|live)_\S+$/, 'must begin with sk_test_ or sk_live_'),
  /** Of the webhooks alone. */
  webhookKey: z.string().min(1),
  apiUrl: z.url({ protocol: /^https?$/ }).default('https://api.moonpay.com'),
  /** Undefined: the one that the key's environment has. */
  checkoutUrl: z.url({ protocol: /^https?$/ }).optional(),
});

export type MoonpayConfig = z.output<typeof moonpayConfigSchema>;

/** The same host serves both worlds: the key says which (https://dev.moonpay.com/docs/environments, read 2026-11-21). */
export function environmentOfKey(publishableKey: string): VendorEnvironment {
  return publishableKey.startsWith('pk_live_') ? 'live' : 'test';
}
