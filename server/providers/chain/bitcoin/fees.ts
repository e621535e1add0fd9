import { type Outcome, ok, refused } from '../../outcome.ts';
import type { BumpRefusal, FeeReading, UnsignedPayout } from '../chainPort.ts';
import { encodeOutputScript } from './address.ts';
import { type BitcoinPayout, sortByBip69 } from './bitcoinPayout.ts';
import type { BitcoinClient, MempoolPackage } from './client.ts';
import { computeDustLimit, computeFee, computeVirtualSize } from './transactionSize.ts';

/**
 * Satoshi per 1,000 virtual bytes. Nodes relay nothing below 1 satoshi per virtual byte, and require the same increment
 * for a replacement (BIP 125, rule 4).
 */
const LEAST_FEE_RATE = 1_000n;
const MIN_FEE_BUMP = { numerator: 3n, denominator: 2n };

export type OutputFees = {
  readonly kind: 'outputs';
  /** Satoshi per 1,000 virtual bytes. */
  readonly feeRate: bigint;
  /** The payout with its unconfirmed ancestors; undefined if it is not in the node's mempool. */
  readonly waiting: MempoolPackage | undefined;
};

/** Returns the node's estimate, or else the fallback, but at least {@link LEAST_FEE_RATE}. */
export async function readFeeRate(client: BitcoinClient, fallback: bigint): Promise<bigint> {
  const rate = (await client.estimateFeeRate()) ?? fallback;
  return rate < LEAST_FEE_RATE ? LEAST_FEE_RATE : rate;
}

export function requireOutputFees(fees: FeeReading): OutputFees {
  if (fees.kind !== 'outputs') throw new TypeError('not the fees of outputs');
  return fees as OutputFees;
}

/**
 * Raises the fee by at least half, or further up to the network's current rate, within `mostFee` and the change, which pays
 * the increase. If unconfirmed ancestors pay too little, the payout pays for them too (CPFP), since miners include it only
 * together with them.
 */
export function bumpBitcoinFee(
  payout: BitcoinPayout,
  ownScript: Uint8Array,
  { feeRate, waiting }: OutputFees,
  mostFee: bigint,
): Outcome<UnsignedPayout, BumpRefusal> {
  const scripts = payout.outputs.map(({ address }) => encodeOutputScript(address));
  const changeAt = scripts.findIndex((script) => Buffer.compare(script, ownScript) === 0);
  const change = payout.outputs[changeAt];
  if (!change) return refused('cannot_bump');
  const fee = BigInt(payout.feeUnits);
  const most = minBigint(mostFee, fee + BigInt(change.units) - computeDustLimit(ownScript));
  const size = computeVirtualSize(payout.inputs.length, scripts);
  const least = maxBigint(
    (fee * MIN_FEE_BUMP.numerator + MIN_FEE_BUMP.denominator - 1n) / MIN_FEE_BUMP.denominator,
    fee + computeFee(size, LEAST_FEE_RATE),
  );
  if (least > most) return refused(least > mostFee ? 'fee_ceiling' : 'cannot_bump');
  const targetFee = maxBigint(
    computeFee(size, feeRate),
    waiting ? fee + computeFee(waiting.size, feeRate) - waiting.fees : 0n,
  );
  const feeUnits = minBigint(maxBigint(least, targetFee), most);
  const units = BigInt(change.units) - (feeUnits - fee);
  const outputs = payout.outputs.map((output, at) =>
    at === changeAt ? { ...output, units: units.toString() } : output,
  );
  return ok(sortByBip69({ ...payout, outputs, feeUnits: feeUnits.toString() }));
}

/**
 * Returns a cancellation with one output to the paying address. Its fee is higher than that of the form that it replaces.
 * It can pay that fee even if the form has no change, since all inputs return to the paying address.
 */
export function buildBitcoinCancellation(
  payout: BitcoinPayout,
  ownAddress: string,
  { feeRate }: OutputFees,
  mostFee: bigint,
): Outcome<UnsignedPayout, BumpRefusal> {
  const ownScript = encodeOutputScript(ownAddress);
  const size = computeVirtualSize(payout.inputs.length, [ownScript]);
  const spent = payout.inputs.reduce((sum, { units }) => sum + BigInt(units), 0n);
  const least = BigInt(payout.feeUnits) + computeFee(size, LEAST_FEE_RATE);
  const most = minBigint(mostFee, spent - computeDustLimit(ownScript));
  if (least > most) return refused(least > mostFee ? 'fee_ceiling' : 'cannot_bump');
  const feeUnits = minBigint(maxBigint(least, computeFee(size, feeRate)), most);
  const outputs = [{ address: ownAddress, units: (spent - feeUnits).toString() }];
  return ok({ ...payout, outputs, feeUnits: feeUnits.toString() });
}

function maxBigint(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function minBigint(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
