/**
 * Kraken marks balances of its Earn products with an extension of the asset's name
 * (https://docs.kraken.com/api-reference/account-data/get-account-balance, "Symbol Extensions"). `.F` earns
 * automatically and is traded and withdrawn under the name of the coin, so it counts as the coin. All others are locked
 * or another asset: `.B`, `.S` and `.M` earn until they are released, `.P` is bonded to a parachain
 * (https://support.kraken.com/hc/en-us/articles/360039879471), `.HOLD` is money whose deposit may still be recalled,
 * and `.T` is tokenized.
 */
const SPENDABLE_EXTENSION = '.F';

/** Returns the asset name that Kraken accepts in orders: XBT for XBT.F. */
export function removeSpendableExtension(asset: string): string {
  return asset.endsWith(SPENDABLE_EXTENSION) ? asset.slice(0, -SPENDABLE_EXTENSION.length) : asset;
}

/** Returns true for a balance that can be neither traded nor withdrawn. No listed coin has a dot in its name. */
export function isLockedBalance(asset: string): boolean {
  return removeSpendableExtension(asset).includes('.');
}
