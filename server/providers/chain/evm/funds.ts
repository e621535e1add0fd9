import type { Asset } from '@slipway/money/asset.ts';
import type { FreeFunds, LivePayout } from '../chainPort.ts';
import type { AccountBalances } from './treasury.ts';

/**
 * Returns the funds for another payout. The balances are those of one block: payouts below `confirmedNonce`
 * are already deducted. All others are deducted here, once each, whether the node knows them or not.
 */
export function computeFreeFunds(
  { confirmedNonce, assetBalance, nativeBalance }: AccountBalances,
  asset: Asset,
  nativeAsset: Asset,
  live: readonly LivePayout[],
): FreeFunds {
  const unmined = filterUnminedPayouts({ confirmedNonce }, live);
  const committed = ({ id }: Asset) =>
    unmined.reduce((sum, payout) => (isSameAsset(payout.asset, id) ? sum + payout.units : sum), 0n);
  const fees = unmined.reduce((sum, { worstFee }) => sum + worstFee, 0n);
  const native = nativeBalance - committed(nativeAsset) - fees;
  return { native, asset: isSameAsset(asset.id, nativeAsset.id) ? native : assetBalance - committed(asset) };
}

/** Returns the account's payouts that are in no block, by the chain's nonce. */
export function filterUnminedPayouts(
  { confirmedNonce }: Pick<AccountBalances, 'confirmedNonce'>,
  live: readonly LivePayout[],
): readonly LivePayout[] {
  return live.filter(({ nonce }) => nonce === undefined || nonce >= confirmedNonce);
}

/** Compares without case, since two configuration rows may write a contract differently. */
function isSameAsset(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
