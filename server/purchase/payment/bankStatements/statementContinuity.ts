import type { DatedBalance, StatementBalances } from '../../../providers/bank/bankPort.ts';
import { compareStatementNumbers } from './statementNumbers.ts';
import { computeStatementSums, type StatementSums, sumUnits } from './statementSums.ts';

/**
 * An accepted statement, with the fields that the next one is checked against. Amounts are minor units; a debit balance
 * is negative.
 */
export type KnownStatement = {
  readonly id: number;
  readonly statementId: string;
  readonly sequenceNumber: number | null;
  readonly pageNumber: number | null;
  /** ISO date. */
  readonly closedOn: string;
  readonly opening: bigint;
  readonly closing: bigint;
  /** The statement that it continues; null for the first, and for a restart that an operator accepted. */
  readonly follows: number | null;
  /** True if another statement continues it. */
  readonly followed: boolean;
  /** Amounts that `closing` includes but no balance of the bank includes yet, by the day from which the bank counts them. */
  readonly uncounted: readonly DatedBalance[];
};

/** A statement as a file reports it. */
export type ReportedStatement = Pick<KnownStatement, 'statementId' | 'sequenceNumber' | 'pageNumber' | 'closedOn'> & {
  /** Null if the bank does not report it. */
  readonly opening: bigint | null;
  readonly closing: bigint;
  /** Credits less debits. */
  readonly net: bigint;
  readonly later: StatementBalances['later'];
  readonly forecasts: StatementBalances['forecasts'];
};

export type Continuity =
  | (StatementSums & {
      readonly kind: 'continues';
      readonly follows: number | null;
      /** A later statement that restarted the sequence and now links to this one. */
      readonly leadsTo: number | null;
      /** An irregularity of the bank's statement numbers, although the balances agree. */
      readonly numberIrregularity: string | null;
    })
  /** The same statement again. */
  | { readonly kind: 'repeated' }
  | {
      readonly kind: 'refused';
      readonly reason: 'does_not_continue' | 'unbalanced';
      readonly detail: (format: AmountFormatter) => string;
    };

/** Formats minor units for people. */
export type AmountFormatter = (units: bigint) => string;

/** A gap in the sequence: statements are missing between `before` and `after`. */
type Gap = { readonly before: KnownStatement | undefined; readonly after: KnownStatement | undefined };

/**
 * Decides whether a statement continues the stored ones of its account: its opening balance must equal the closing balance of
 * the preceding one. `known`: the first and the last statement of every unbroken run, oldest first. `continueFrom`: the
 * opening balance that an operator has accepted although the preceding statement is missing.
 */
export function judgeContinuity(
  known: readonly KnownStatement[],
  reportedStatement: ReportedStatement,
  continueFrom?: bigint,
): Continuity {
  if (known.some((statement) => isSame(statement, reportedStatement))) return { kind: 'repeated' };
  const gaps = findGapsAround(known, reportedStatement.closedOn);
  const last = gaps.find(({ before }) => before)?.before;
  const opening =
    reportedStatement.opening ??
    continueFrom ??
    (last ? computeReportedClosing(last) : reportedStatement.closing - reportedStatement.net);
  const inGaps = gaps.map((gap) => ({
    gap,
    sums: computeStatementSums(reportedStatement, opening, gap.before?.uncounted ?? []),
  }));
  const match = inGaps.find(({ gap, sums }) => sums && fitsGap(gap, sums.opening, sums.closing));
  const sumsWithoutCarried = computeStatementSums(reportedStatement, opening, []);
  const sums = match?.sums ?? (gaps.length > 0 && continueFrom === opening ? sumsWithoutCarried : undefined);
  if (!sums) {
    const isNext = last !== undefined && computeReportedClosing(last) === opening;
    const addsUp = inGaps.some((each) => each.sums) || (sumsWithoutCarried && !isNext);
    return addsUp
      ? refuseDiscontinuous(gaps, opening, reportedStatement)
      : refuseUnbalanced(last, opening, reportedStatement);
  }
  const { before, after } = match?.gap ?? { before: undefined, after: undefined };
  return {
    kind: 'continues',
    ...sums,
    follows: before?.id ?? null,
    leadsTo: after?.opening === sums.closing ? after.id : null,
    numberIrregularity: before ? describeNumberIrregularity(before, reportedStatement) : null,
  };
}

function isSame(known: KnownStatement, reportedStatement: ReportedStatement): boolean {
  return (
    known.statementId === reportedStatement.statementId &&
    known.pageNumber === reportedStatement.pageNumber &&
    known.closedOn === reportedStatement.closedOn &&
    computeReportedClosing(known) === reportedStatement.closing &&
    known.closing - known.opening === reportedStatement.net
  );
}

/** Returns the closing balance as reported by the bank. */
function computeReportedClosing({ closing, uncounted }: KnownStatement): bigint {
  return closing - sumUnits(uncounted);
}

/** Returns the gaps in which a statement of that day may be, latest first. */
function findGapsAround(known: readonly KnownStatement[], day: string): Gap[] {
  const starts = known.filter(({ follows }) => follows === null);
  const ends = known.filter(({ followed }) => !followed);
  const gaps = [...ends, undefined].map((before, index) => ({
    before,
    after: before ? starts[index + 1] : starts[0],
  }));
  return gaps
    .filter(({ before, after }) => (before?.closedOn ?? '') <= day && (after === undefined || day <= after.closedOn))
    .toSorted((a, b) => ((a.before?.closedOn ?? '') < (b.before?.closedOn ?? '') ? 1 : -1));
}

/** Returns true if the balances fit the gap. Before the first stored statement, only the closing balance can be compared. */
function fitsGap({ before, after }: Gap, opening: bigint, closing: bigint): boolean {
  if (before) return before.closing === opening;
  return after === undefined || after.opening === closing;
}

function refuseUnbalanced(
  last: KnownStatement | undefined,
  opening: bigint,
  { net, closing }: ReportedStatement,
): Continuity {
  const carried = last?.uncounted ?? [];
  return {
    kind: 'refused',
    reason: 'unbalanced',
    detail: (format) => {
      const due = carried.map(({ on, units }) => `, ${format(units)} that count from ${on} on`).join('');
      return `${format(opening)} before${due} and ${format(net)} booked do not add up to the closing balance of ${format(closing)}`;
    },
  };
}

function refuseDiscontinuous([gap]: readonly Gap[], opening: bigint, reportedStatement: ReportedStatement): Continuity {
  return {
    kind: 'refused',
    reason: 'does_not_continue',
    detail: (format) => describeDiscontinuity(gap, opening, reportedStatement, format),
  };
}

function describeDiscontinuity(
  gap: Gap | undefined,
  opening: bigint,
  reportedStatement: ReportedStatement,
  format: AmountFormatter,
): string {
  if (!gap) return `the days until ${reportedStatement.closedOn} are already in other statements`;
  const { before, after } = gap;
  return before
    ? `it opens with ${format(opening)}, but the one before it, ${before.statementId} until ${before.closedOn}, closed with ${format(computeReportedClosing(before))}: a statement between them is missing`
    : `it closes with ${format(reportedStatement.closing)}, but the one after it, ${after?.statementId} until ${after?.closedOn}, opens with ${format(after?.opening ?? 0n)}`;
}

/**
 * Returns a description if the number does not follow the preceding one. Detects repeated numbers, and missing statements
 * whose bookings sum to zero.
 */
function describeNumberIrregularity(before: KnownStatement, reportedStatement: ReportedStatement): string | null {
  const [last, next] = [before.sequenceNumber, reportedStatement.sequenceNumber];
  if (last === null || next === null) return null;
  const order = compareStatementNumbers({ ...before, number: last }, { ...reportedStatement, number: next });
  if (order === 'in_order') return null;
  return order === 'repeated' ? `the number ${next} was already used` : `number ${next} follows number ${last}`;
}
