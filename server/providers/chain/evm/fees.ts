import type { Asset } from '@slipway/money/asset.ts';
import { divideRounded } from '@slipway/money/decimal.ts';
import type { Hex } from 'viem';
import { type Outcome, ok, refused } from '../../outcome.ts';
import type { BumpRefusal, FeeReading, Raising } from '../chainPort.ts';
import { type EvmClient, unavailable } from './client.ts';
import { freeFunds } from './funds.ts';
import type { EvmPayout } from './transfer.ts';
import { type GasPrices, isStillTheBlock, REORGANIZED, readPrices } from './treasury.ts';

/**
 * Nodes replace a pending transaction when both fees are a tenth higher (geth's `txpool.pricebump`, besu's
 * `tx-pool-price-bump`), some of them an eighth (parity's pool, https://github.com/ethereum/web3.py/issues/1570).
 */
const BUMP = { numerator: 9n, denominator: 8n };

/** What the network asks after one block, and the account as it leaves it. */
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
      readPrices(client, minimumTip, block),
      client.getTransactionCount(at),
      client.getBalance(at),
    ]);
    if (!(await isStillTheBlock(client, block))) return REORGANIZED;
    return ok({ kind: 'account', ...prices, confirmedNonce, nativeBalance });
  } catch (error) {
    return unavailable(error);
  }
}

export function readFeesOf(fees: FeeReading): AccountFees {
  if (fees.kind !== 'account') throw new TypeError('not the fees of an account');
  return fees as AccountFees;
}

/** The most for a unit of gas so that a payout takes no more than so much. */
export function mostPerGas(mostFee: bigint, { gasLimit, dataFee }: { gasLimit: bigint; dataFee: bigint }): bigint {
  return gasLimit === 0n || mostFee < dataFee ? 0n : (mostFee - dataFee) / gasLimit;
}

/** A node asks for this much beside the value before it takes a transaction; what is not used is not taken. */
export function worstFee({ gasLimit, maxFeePerGas, dataFee = '0' }: EvmPayout): bigint {
  return BigInt(gasLimit) * BigInt(maxFeePerGas) + BigInt(dataFee);
}

/** Both fees an eighth higher, or as the network asks now; the same nonce, receiver and amount. */
export function raise(
  payout: EvmPayout,
  fees: AccountFees,
  { mostFee, refused: wasRefused, live }: Raising,
  nativeAsset: Asset,
): Outcome<EvmPayout, BumpRefusal> {
  if (!wasRefused && payout.nonce > fees.confirmedNonce) return refused('not_first');
  const gas = { gasLimit: BigInt(payout.gasLimit), dataFee: BigInt(payout.dataFee ?? '0') };
  const least = { maxFeePerGas: eighthMore(payout.maxFeePerGas), tip: eighthMore(payout.maxPriorityFeePerGas) };
  const ceiling = mostPerGas(mostFee, gas);
  if (least.maxFeePerGas > ceiling) return refused('fee_ceiling');

  const others = live.filter(({ nonce }) => nonce !== payout.nonce);
  const balances = { ...fees, assetBalance: fees.nativeBalance };
  const { native } = freeFunds(balances, nativeAsset, nativeAsset, others);
  const affordable = mostPerGas(native - BigInt(payout.value), gas);
  if (least.maxFeePerGas > affordable) return refused('funds_short');

  const maxFeePerGas = smaller(larger(least.maxFeePerGas, fees.maxFeePerGas), smaller(ceiling, affordable));
  const tip = smaller(larger(least.tip, fees.maxPriorityFeePerGas), maxFeePerGas);
  return ok({ ...payout, maxFeePerGas: maxFeePerGas.toString(), maxPriorityFeePerGas: tip.toString() });
}

/** A transfer of nothing to ourselves by the same nonce. The gas is the payout's: some networks want more than 21,000. */
export function cancel(
  payout: EvmPayout,
  ownAddress: Hex,
  fees: AccountFees,
  raising: Raising,
  nativeAsset: Asset,
): Outcome<EvmPayout, BumpRefusal> {
  const nothing = { ...payout, to: ownAddress, value: '0', data: '0x' };
  return raise(nothing, fees, { ...raising, refused: true }, nativeAsset);
}

function eighthMore(fee: string): bigint {
  return divideRounded(BigInt(fee) * BUMP.numerator, BUMP.denominator, 'up');
}

export function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
