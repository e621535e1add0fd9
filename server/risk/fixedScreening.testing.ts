import { type AddressScreening, createScreening } from './screening.ts';

/** A screening that denies these addresses alone and is never stale. */
export function fixedScreening(denied: readonly string[] = []): AddressScreening {
  return createScreening({
    deniedAddresses: () => denied,
    lists: () => [],
    maximumAgeMs: () => 0,
    editionMaximumAgeMs: () => 0,
  });
}
