import type { Asset } from '@slipway/money/asset.ts';
import { divideRounded } from '@slipway/money/decimal.ts';
import type { Hex } from 'viem';
import { type Outcome, ok, refused } from '../../outcome.ts';
import type { BumpRefusal, FeeBumpLimits, FeeReading } from '../chainPort.ts';
import { type EvmClient, unavailable } from './client.ts';
import type { EvmPayout } from './evmPayout.ts';
import { computeFreeFunds } from './funds.ts';
import { type GasPrices, isBlockInChain, REORGANIZED, readGasPrices } from './treasury.ts';

/**
 * Nodes replace a pending transaction if both fees are a tenth higher (geth's `txpool.pricebump`, besu's
 * `tx-pool-price-bump`), some require an eighth (parity's pool, https://github.com/ethereum/web3.py/issues/1570).
 */
const MIN_FEE_BUMP = { numerator: 9n, denominator: 8n };

/** The network's prices after one block, and the account's state in it. */
export type AccountFees = GasPrices & {
  readonly kind: 'account';
  readonly confirmedNonce: number;
  readonly nativeBalance: bigint;
};

export async function readAccountFees(
  client: EvmClient,
  address: Hex,
  minimumTip: bigint,
): Promise<Outcome<AccountFees>> {
  try {
    const block = await client.getBlock();
    const at = { address, blockNumber: block.number };
    const [prices, confirmedNonce, nativeBalance] = await Promise.all([
      readGasPrices(client, minimumTip, block),
      client.getTransactionCount(at),
      client.getBalance(at),
    ]);
    if (!(await isBlockInChain(client, block))) return REORGANIZED;
    return ok({ kind: 'account', ...prices, confirmedNonce, nativeBalance });
  } catch (error) {
    return unavailable(error);
  }
}

export function requireAccountFees(fees: FeeReading): AccountFees {
  if (fees.kind !== 'account') throw new TypeError('not the fees of an account');
  return fees as AccountFees;
}

/** Returns the highest gas price with which a payout costs at most `mostFee`; zero if the data fee exceeds it. */
export function computeMaxGasPrice(
  mostFee: bigint,
  { gasLimit, dataFee }: { gasLimit: bigint; dataFee: bigint },
): bigint {
  return gasLimit === 0n || mostFee < dataFee ? 0n : (mostFee - dataFee) / gasLimit;
}

/**
 * Returns the amount that a node requires in addition to the value before it accepts a transaction; the unused part is
 * not charged.
 */
export function computeWorstFee({ gasLimit, maxFeePerGas, dataFee = '0' }: EvmPayout): bigint {
  return BigInt(gasLimit) * BigInt(maxFeePerGas) + BigInt(dataFee);
}

/**
 * Raises both fees by at least an eighth, or further up to the network's current ones, within `mostFee` and the free
 * balance. Nonce, receiver and amount stay the same.
 */
export function bumpEvmFee(
  payout: EvmPayout,
  fees: AccountFees,
  { mostFee, refused: wasRefused, live }: FeeBumpLimits,
  nativeAsset: Asset,
): Outcome<EvmPayout, BumpRefusal> {
  if (!wasRefused && payout.nonce > fees.confirmedNonce) return refused('earlier_payout_pending');
  const gas = { gasLimit: BigInt(payout.gasLimit), dataFee: BigInt(payout.dataFee ?? '0') };
  const least = { maxFeePerGas: raiseByEighth(payout.maxFeePerGas), tip: raiseByEighth(payout.maxPriorityFeePerGas) };
  const ceiling = computeMaxGasPrice(mostFee, gas);
  if (least.maxFeePerGas > ceiling) return refused('fee_ceiling');

  const others = live.filter(({ nonce }) => nonce !== payout.nonce);
  const balances = { ...fees, assetBalance: fees.nativeBalance };
  const { native } = computeFreeFunds(balances, nativeAsset, nativeAsset, others);
  const affordable = computeMaxGasPrice(native - BigInt(payout.value), gas);
  if (least.maxFeePerGas > affordable) return refused('funds_short');

  const maxFeePerGas = minBigint(maxBigint(least.maxFeePerGas, fees.maxFeePerGas), minBigint(ceiling, affordable));
  const tip = minBigint(maxBigint(least.tip, fees.maxPriorityFeePerGas), maxFeePerGas);
  return ok({ ...payout, maxFeePerGas: maxFeePerGas.toString(), maxPriorityFeePerGas: tip.toString() });
}

/**
 * Returns a zero transfer to the paying address with the same nonce, and with fees raised as by {@link bumpEvmFee}. The
 * gas limit is the payout's: some networks need more than 21,000.
 */
export function buildEvmCancellation(
  payout: EvmPayout,
  ownAddress: Hex,
  fees: AccountFees,
  limits: FeeBumpLimits,
  nativeAsset: Asset,
): Outcome<EvmPayout, BumpRefusal> {
  const nothing = { ...payout, to: ownAddress, value: '0', data: '0x' };
  // `refused`: a cancellation is made even behind an earlier pending payout.
  return bumpEvmFee(nothing, fees, { ...limits, refused: true }, nativeAsset);
}

function raiseByEighth(fee: string): bigint {
  return divideRounded(BigInt(fee) * MIN_FEE_BUMP.numerator, MIN_FEE_BUMP.denominator, 'up');
}

export function maxBigint(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

export function minBigint(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
