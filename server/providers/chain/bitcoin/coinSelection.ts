import type { SpendableOutput } from './client.ts';
import { dustLimit, feeFor, virtualSize } from './size.ts';

/** More inputs make a payout dear and slow to sign; then the treasury needs tidying up instead. */
export const MOST_INPUTS = 20;

export type Selection = {
  readonly inputs: readonly SpendableOutput[];
  /** Zero when what is left would be dust and goes to the miner. */
  readonly changeUnits: bigint;
  readonly feeUnits: bigint;
};

export type Spending = {
  /** All that is paid, without the fee. */
  readonly units: bigint;
  readonly payeeScripts: readonly Uint8Array[];
  readonly changeScript: Uint8Array;
  readonly feeRate: bigint;
  /** Transactions of which every output that is there is spent. */
  readonly spends?: ReadonlySet<string>;
};

/**
 * The same outputs always give the same choice: the smallest confirmed one that is enough, else the largest confirmed
 * ones, and only then change that still waits for its block; beside what has to be spent. Undefined when the money is not
 * there.
 */
export function selectCoins(available: readonly SpendableOutput[], spending: Spending): Selection | undefined {
  const confirmed = available.filter(({ confirmations }) => confirmations > 0);
  return selectAmong(confirmed, spending) ?? selectAmong(available, spending);
}

function selectAmong(available: readonly SpendableOutput[], spending: Spending): Selection | undefined {
  const smallestFirst = available.toSorted(bySize);
  const needed = smallestFirst.filter(({ txid }) => spending.spends?.has(txid));
  const others = smallestFirst.filter((output) => !needed.includes(output));
  const alone = needed.length > 0 ? settle(needed, spending) : undefined;
  if (alone) return alone;
  for (const output of others) {
    const selection = settle([...needed, output], spending);
    if (selection) return selection;
  }
  const largest = others.toReversed().slice(0, MOST_INPUTS - needed.length);
  for (let count = 2; count <= largest.length; count++) {
    const selection = settle([...needed, ...largest.slice(0, count)], spending);
    if (selection) return selection;
  }
  return undefined;
}

/** Fee and change for these inputs; undefined when they are not enough. */
function settle(inputs: readonly SpendableOutput[], spending: Spending): Selection | undefined {
  const { units, payeeScripts, changeScript, feeRate } = spending;
  const left = inputs.reduce((sum, input) => sum + input.units, 0n) - units;
  const feeWithChange = feeFor(virtualSize(inputs.length, [...payeeScripts, changeScript]), feeRate);
  const changeUnits = left - feeWithChange;
  if (changeUnits >= dustLimit(changeScript)) return { inputs, changeUnits, feeUnits: feeWithChange };
  const fee = feeFor(virtualSize(inputs.length, payeeScripts), feeRate);
  return left >= fee ? { inputs, changeUnits: 0n, feeUnits: left } : undefined;
}

function bySize(a: SpendableOutput, b: SpendableOutput): number {
  if (a.units !== b.units) return a.units < b.units ? -1 : 1;
  if (a.txid !== b.txid) return a.txid < b.txid ? -1 : 1;
  return a.index - b.index;
}
