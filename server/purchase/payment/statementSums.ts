import type { DatedUnits } from '../../providers/bank/bankPort.ts';
import type { ToldStatement } from './statementRules.ts';

/** Balances with everything that is booked. `uncounted`: what of it is in no balance of the bank's yet. */
export type Sums = {
  readonly opening: bigint;
  readonly closing: bigint;
  readonly uncounted: readonly DatedUnits[];
};

/**
 * What a statement's balances are when what it tells makes them; undefined when it does not. `carried`: what statements
 * before it have told, and the bank has not counted yet.
 *
 * By ISO 20022 a closing booked balance (CLBD) is the opening one and every entry of the period. PostFinance counts an
 * entry from its value day on: its CLBD leaves out what is booked with a later one, and its forward available balance
 * (FWAV) of that day has it. That is believed where the balance of each such day says so to the cent; the next statement
 * opens without the entry and closes with it, though it does not tell it again.
 */
export function addUp(told: ToldStatement, opening: bigint, carried: readonly DatedUnits[]): Sums | undefined {
  const bases = carried.length === 0 ? [told.later, []] : [told.later];
  return bases.map((later) => sumsOf(told, opening, carried, later)).find((sums) => sums !== undefined);
}

function sumsOf(
  told: ToldStatement,
  openedWith: bigint,
  carried: readonly DatedUnits[],
  later: readonly DatedUnits[],
): Sums | undefined {
  const uncounted = byDay([...carried, ...later].filter(({ on }) => on > told.closedOn));
  const opening = openedWith + sumOf(carried);
  const closing = told.closing + sumOf(uncounted);
  if (opening + told.net !== closing) return undefined;
  const isForetold = later.every(({ on }) => {
    const counted = sumOf(uncounted.filter((each) => each.on <= on));
    return told.foretold.some((balance) => balance.on === on && balance.units === told.closing + counted);
  });
  return isForetold ? { opening, closing, uncounted } : undefined;
}

function byDay(amounts: readonly DatedUnits[]): DatedUnits[] {
  return [...Map.groupBy(amounts, ({ on }) => on)].map(([on, of]) => ({ on, units: sumOf(of) }));
}

export function sumOf(amounts: readonly DatedUnits[]): bigint {
  return amounts.reduce((sum, { units }) => sum + units, 0n);
}
