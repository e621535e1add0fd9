/** Prefix of the ids of fiat assets. */
export const FIAT_PREFIX = 'iso4217:';

/** Returns `EUR` for `iso4217:EUR`. */
export function parseFiatCode(asset: string): string {
  return asset.slice(FIAT_PREFIX.length);
}
