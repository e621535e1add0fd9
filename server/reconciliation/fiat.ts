/** What the ids of fiat assets begin with. */
export const FIAT = 'iso4217:';

/** `EUR` of `iso4217:EUR`. */
export function fiatCodeOf(asset: string): string {
  return asset.slice(FIAT.length);
}
