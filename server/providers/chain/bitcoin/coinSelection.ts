import type { SpendableOutput } from './client.ts';
import { computeDustLimit, computeFee, computeVirtualSize } from './transactionSize.ts';

/**
 * The most inputs of a payout, unless more outputs must be spent: more make it expensive and slow to sign. The treasury's
 * outputs should then be consolidated.
 */
export const MOST_INPUTS = 20;

export type CoinSelection = {
  readonly inputs: readonly SpendableOutput[];
  /** Zero if the change would be dust; it then goes to the miner. */
  readonly changeUnits: bigint;
  readonly feeUnits: bigint;
};

export type SpendingTarget = {
  /** Sum of all payments, without the fee. */
  readonly units: bigint;
  readonly payeeScripts: readonly Uint8Array[];
  readonly changeScript: Uint8Array;
  /** Satoshi per 1,000 virtual bytes. */
  readonly feeRate: bigint;
  /** Transactions whose available outputs must all be spent. */
  readonly spends?: ReadonlySet<string>;
};

/**
 * Selects outputs deterministically: the smallest sufficient confirmed one, else the largest confirmed ones, and
 * unconfirmed change only as a last resort. Always includes the outputs that must be spent, also unconfirmed ones, and
 * selects no others if these are enough. Returns undefined if funds are short.
 */
export function selectCoins(
  available: readonly SpendableOutput[],
  spending: SpendingTarget,
): CoinSelection | undefined {
  const confirmed = available.filter(({ confirmations, txid }) => confirmations > 0 || spending.spends?.has(txid));
  return selectAmong(confirmed, spending) ?? selectAmong(available, spending);
}

function selectAmong(available: readonly SpendableOutput[], spending: SpendingTarget): CoinSelection | undefined {
  const smallestFirst = available.toSorted(compareOutputs);
  const required = smallestFirst.filter(({ txid }) => spending.spends?.has(txid));
  const others = smallestFirst.filter((output) => !required.includes(output));
  const requiredOnly = required.length > 0 ? computeFeeAndChange(required, spending) : undefined;
  if (requiredOnly) return requiredOnly;
  for (const output of others) {
    const selection = computeFeeAndChange([...required, output], spending);
    if (selection) return selection;
  }
  const largest = others.toReversed().slice(0, Math.max(0, MOST_INPUTS - required.length));
  for (let count = 2; count <= largest.length; count++) {
    const selection = computeFeeAndChange([...required, ...largest.slice(0, count)], spending);
    if (selection) return selection;
  }
  return undefined;
}

/** Returns fee and change for these inputs; undefined if they are not enough. */
function computeFeeAndChange(inputs: readonly SpendableOutput[], spending: SpendingTarget): CoinSelection | undefined {
  const { units, payeeScripts, changeScript, feeRate } = spending;
  const remainder = inputs.reduce((sum, input) => sum + input.units, 0n) - units;
  const feeWithChange = computeFee(computeVirtualSize(inputs.length, [...payeeScripts, changeScript]), feeRate);
  const changeUnits = remainder - feeWithChange;
  if (changeUnits >= computeDustLimit(changeScript)) return { inputs, changeUnits, feeUnits: feeWithChange };
  const fee = computeFee(computeVirtualSize(inputs.length, payeeScripts), feeRate);
  return remainder >= fee ? { inputs, changeUnits: 0n, feeUnits: remainder } : undefined;
}

function compareOutputs(a: SpendableOutput, b: SpendableOutput): number {
  if (a.units !== b.units) return a.units < b.units ? -1 : 1;
  if (a.txid !== b.txid) return a.txid < b.txid ? -1 : 1;
  return a.index - b.index;
}
