import { type AddressScreener, createScreening } from './screening.ts';

/** Returns a screening that denies only these addresses and is never stale. */
export function createFixedScreening(denied: readonly string[] = []): AddressScreener {
  return createScreening({
    deniedAddresses: () => denied,
    lists: () => [],
    maximumAgeMs: () => 0,
    editionMaximumAgeMs: () => 0,
  });
}
