import type { DatedBalance } from '../../../providers/bank/bankPort.ts';
import type { ReportedStatement } from './statementContinuity.ts';

/** Opening and closing balance with all bookings. `uncounted`: the booked amounts that no balance of the bank includes yet. */
export type StatementSums = {
  readonly opening: bigint;
  readonly closing: bigint;
  readonly uncounted: readonly DatedBalance[];
};

/**
 * Returns a statement's balances if its bookings add up to them, else undefined. `carried`: amounts that earlier
 * statements reported and the bank has not counted yet.
 *
 * By ISO 20022 a closing booked balance (CLBD) is the opening one plus every entry of the period. PostFinance counts an
 * entry from its value day: its CLBD leaves out entries with a later value day, and its forward available balance
 * (FWAV) of that day includes them. This is accepted if the balance of each such day confirms it to the cent; the next
 * statement opens without the entry and closes with it, without listing it again.
 */
export function computeStatementSums(
  reportedStatement: ReportedStatement,
  opening: bigint,
  carried: readonly DatedBalance[],
): StatementSums | undefined {
  const bases = carried.length === 0 ? [reportedStatement.later, []] : [reportedStatement.later];
  return bases
    .map((later) => computeSumsWith(reportedStatement, opening, carried, later))
    .find((sums) => sums !== undefined);
}

function computeSumsWith(
  reportedStatement: ReportedStatement,
  openedWith: bigint,
  carried: readonly DatedBalance[],
  later: readonly DatedBalance[],
): StatementSums | undefined {
  const uncounted = sumByDay([...carried, ...later].filter(({ on }) => on > reportedStatement.closedOn));
  const opening = openedWith + sumUnits(carried);
  const closing = reportedStatement.closing + sumUnits(uncounted);
  if (opening + reportedStatement.net !== closing) return undefined;
  const isConfirmed = later.every(({ on }) => {
    const counted = sumUnits(uncounted.filter((each) => each.on <= on));
    return reportedStatement.forecasts.some(
      (balance) => balance.on === on && balance.units === reportedStatement.closing + counted,
    );
  });
  return isConfirmed ? { opening, closing, uncounted } : undefined;
}

function sumByDay(amounts: readonly DatedBalance[]): DatedBalance[] {
  return [...Map.groupBy(amounts, ({ on }) => on)].map(([on, of]) => ({ on, units: sumUnits(of) }));
}

export function sumUnits(amounts: readonly DatedBalance[]): bigint {
  return amounts.reduce((sum, { units }) => sum + units, 0n);
}
