import { type Outcome, ok, refused } from '../../outcome.ts';
import type { BumpRefusal, FeeReading, UnsignedPayout } from '../chainPort.ts';
import { scriptOfAddress } from './address.ts';
import type { BitcoinClient, WaitingPackage } from './client.ts';
import { dustLimit, feeFor, virtualSize } from './size.ts';
import { type BitcoinPayout, inBip69Order } from './transaction.ts';

/** Nodes relay nothing below 1 satoshi a virtual byte, and ask as much more of a replacement (BIP 125, rule 4). */
const LEAST_FEE_RATE = 1_000n;
const BUMP = { numerator: 3n, denominator: 2n };

export type OutputFees = {
  readonly kind: 'outputs';
  /** Satoshi per 1,000 virtual bytes. */
  readonly feeRate: bigint;
  /** The payout with all that has to be mined before it; undefined when it waits at no node of ours. */
  readonly waiting: WaitingPackage | undefined;
};

export async function readFeeRate(client: BitcoinClient, fallback: bigint): Promise<bigint> {
  const rate = (await client.estimateFeeRate()) ?? fallback;
  return rate < LEAST_FEE_RATE ? LEAST_FEE_RATE : rate;
}

export function readFeesOf(fees: FeeReading): OutputFees {
  if (fees.kind !== 'outputs') throw new TypeError('not the fees of outputs');
  return fees as OutputFees;
}

/**
 * Half as much again, or what the network asks now; taken from the change. Where the payout waits for transactions that
 * pay too little, it pays for them too (CPFP): a miner takes it with all that it spends.
 */
export function raise(
  payout: BitcoinPayout,
  ownScript: Uint8Array,
  { feeRate, waiting }: OutputFees,
  mostFee: bigint,
): Outcome<UnsignedPayout, BumpRefusal> {
  const scripts = payout.outputs.map(({ address }) => scriptOfAddress(address));
  const changeAt = scripts.findIndex((script) => Buffer.compare(script, ownScript) === 0);
  const change = payout.outputs[changeAt];
  if (!change) return refused('cannot_bump');
  const fee = BigInt(payout.feeUnits);
  const most = smallest(mostFee, fee + BigInt(change.units) - dustLimit(ownScript));
  const size = virtualSize(payout.inputs.length, scripts);
  const least = largest(
    (fee * BUMP.numerator + BUMP.denominator - 1n) / BUMP.denominator,
    fee + feeFor(size, LEAST_FEE_RATE),
  );
  if (least > most) return refused(least > mostFee ? 'fee_ceiling' : 'cannot_bump');
  const asked = largest(feeFor(size, feeRate), waiting ? fee + feeFor(waiting.size, feeRate) - waiting.fees : 0n);
  const feeUnits = smallest(largest(least, asked), most);
  const units = BigInt(change.units) - (feeUnits - fee);
  const outputs = payout.outputs.map((output, at) =>
    at === changeAt ? { ...output, units: units.toString() } : output,
  );
  return ok(inBip69Order({ ...payout, outputs, feeUnits: feeUnits.toString() }));
}

/** One output, to ourselves. It costs more than the form that it replaces, whose change is no longer there to pay for it. */
export function cancel(
  payout: BitcoinPayout,
  ownAddress: string,
  { feeRate }: OutputFees,
  mostFee: bigint,
): Outcome<UnsignedPayout, BumpRefusal> {
  const ownScript = scriptOfAddress(ownAddress);
  const size = virtualSize(payout.inputs.length, [ownScript]);
  const spent = payout.inputs.reduce((sum, { units }) => sum + BigInt(units), 0n);
  const least = BigInt(payout.feeUnits) + feeFor(size, LEAST_FEE_RATE);
  const most = smallest(mostFee, spent - dustLimit(ownScript));
  if (least > most) return refused(least > mostFee ? 'fee_ceiling' : 'cannot_bump');
  const feeUnits = smallest(largest(least, feeFor(size, feeRate)), most);
  const outputs = [{ address: ownAddress, units: (spent - feeUnits).toString() }];
  return ok({ ...payout, outputs, feeUnits: feeUnits.toString() });
}

function largest(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function smallest(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
