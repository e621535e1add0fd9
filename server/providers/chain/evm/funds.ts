import type { Asset } from '@slipway/money/asset.ts';
import type { FreeFunds, LivePayout } from '../chainPort.ts';
import type { AccountBalances } from './treasury.ts';

/**
 * What is left for another payout. The balances are those of one block: payouts below its nonce have left them, all
 * others are taken off here, once each, whether the node has seen them or not.
 */
export function freeFunds(
  { confirmedNonce, assetBalance, nativeBalance }: AccountBalances,
  asset: Asset,
  nativeAsset: Asset,
  live: readonly LivePayout[],
): FreeFunds {
  const unmined = unminedOf({ confirmedNonce }, live);
  const committed = ({ id }: Asset) =>
    unmined.reduce((sum, payout) => (isSameAsset(payout.asset, id) ? sum + payout.units : sum), 0n);
  const fees = unmined.reduce((sum, { worstFee }) => sum + worstFee, 0n);
  const native = nativeBalance - committed(nativeAsset) - fees;
  return { native, asset: isSameAsset(asset.id, nativeAsset.id) ? native : assetBalance - committed(asset) };
}

/** Those of an account's payouts that no block has, as the chain itself counts them. */
export function unminedOf(
  { confirmedNonce }: Pick<AccountBalances, 'confirmedNonce'>,
  live: readonly LivePayout[],
): readonly LivePayout[] {
  return live.filter(({ nonce }) => nonce === undefined || nonce >= confirmedNonce);
}

/** Contracts may be written with other capitals in two rows of the configuration. */
function isSameAsset(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
