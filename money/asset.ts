/** A currency that an amount can be counted in. Two assets are the same when their ids are. */
export type Asset = {
  /** `iso4217:EUR` for fiat, CAIP-19 for crypto (https://chainagnostic.org/CAIPs/caip-19). */
  readonly id: string;
  /** What a person reads: `EUR`, `USDC`. Not unique: USDC lives on several networks. */
  readonly code: string;
  /** Fractional digits of the minor unit: 2 for EUR, 0 for JPY, 18 for ether. */
  readonly decimals: number;
};

/** What makes a count of units mean the same later: the asset that is counted, and how many digits it has. */
export type CountedAsset = Pick<Asset, 'id' | 'decimals'>;

/** Whether units of the one are as many units of the other. */
export function isCountedAlike(a: CountedAsset, b: CountedAsset): boolean {
  return a.id === b.id && a.decimals === b.decimals;
}

/** Crypto is quoted and paid out to at most this many fractional digits, whatever the chain can count. */
export const QUOTED_CRYPTO_DECIMALS = 8;

/** Fractional digits that an amount of this asset has in quotes. */
export function quotedDecimals(asset: Asset): number {
  return Math.min(asset.decimals, QUOTED_CRYPTO_DECIMALS);
}
