/** A fiat currency or a crypto asset. Two assets are the same if their ids are equal. */
export type Asset = {
  /** `iso4217:EUR` for fiat, CAIP-19 for crypto (https://chainagnostic.org/CAIPs/caip-19). */
  readonly id: string;
  /** Display code: `EUR`, `USDC`. Not unique: USDC exists on several networks. */
  readonly code: string;
  /** Fractional digits of the minor unit: 2 for EUR, 0 for JPY, 18 for ether. */
  readonly decimals: number;
};

/** The fields that fix the meaning of a stored count of units: the asset and its number of digits. */
export type AssetUnit = Pick<Asset, 'id' | 'decimals'>;

/** Returns true if units of `a` and units of `b` have the same asset and the same value. */
export function isSameUnit(a: AssetUnit, b: AssetUnit): boolean {
  return a.id === b.id && a.decimals === b.decimals;
}

/** Maximum fractional digits of crypto in quotes and payouts, even if the chain supports more. */
export const QUOTED_CRYPTO_DECIMALS = 8;

/** Returns the number of fractional digits that amounts of this asset have in quotes. */
export function getQuotedDecimals(asset: Asset): number {
  return Math.min(asset.decimals, QUOTED_CRYPTO_DECIMALS);
}
