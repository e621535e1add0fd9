import type { BlockedNetworks } from './blockedNetworks.ts';
import { countries } from './countries.ts';

/** Facts about a caller's location that decide whether they are served. */
export type CallerLocation = {
  /** ISO 3166. */
  readonly country: string;
  /** True if the country is derived from the IP address, false if it is assumed. */
  readonly isCountryKnown: boolean;
  readonly address: string;
};

export type ServedRegions = {
  readonly isBannedCountry: (country: string) => boolean;
  readonly blockedNetworks: () => BlockedNetworks;
};

/**
 * Returns true if the caller is not served. A caller in an unknown place may be anywhere, so a single banned country excludes
 * them too.
 */
export function isCallerDenied({ isBannedCountry, blockedNetworks }: ServedRegions, caller: CallerLocation): boolean {
  if (isBannedCountry(caller.country) || blockedNetworks().has(caller.address)) return true;
  return !caller.isCountryKnown && countries.some(({ code }) => isBannedCountry(code));
}
