import type { BlockedNetworks } from './blockedNetworks.ts';
import { countries } from './countries.ts';

/** Where somebody calls from, as far as it decides whether they are served. */
export type Whereabouts = {
  /** ISO 3166. */
  readonly country: string;
  /** Whether that is the place of their address, and no assumption. */
  readonly isPlaced: boolean;
  readonly address: string;
};

export type ServedRegions = {
  readonly isBannedCountry: (country: string) => boolean;
  readonly blockedNetworks: () => BlockedNetworks;
};

/** Who is not served. Somebody whose place is not known may be anywhere: as soon as one country is not served, nor are they. */
export function isTurnedAway({ isBannedCountry, blockedNetworks }: ServedRegions, caller: Whereabouts): boolean {
  if (isBannedCountry(caller.country) || blockedNetworks().has(caller.address)) return true;
  return !caller.isPlaced && countries.some(({ code }) => isBannedCountry(code));
}
