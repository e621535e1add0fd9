import type { VendorEnvironment } from '../../vendor.ts';

/** The same host serves both worlds: the key says which (https://dev.moonpay.com/docs/environments, read 2026-11-21). */
export function environmentOfKey(publishableKey: string): VendorEnvironment {
  return publishableKey.startsWith('pk_live_') ? 'live' : 'test';
}
