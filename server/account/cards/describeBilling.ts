import type { BillingAddress } from './billingStore.ts';

/** Formats the address in one line. Some countries have no postal codes. */
export function describeBilling({ name, address, zip, city, country }: BillingAddress): string {
  return [name, address, `${zip} ${city}`.trim(), country].join(', ');
}
