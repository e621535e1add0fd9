import type { DatedUnits, StatementBalances } from '../../providers/bank/bankPort.ts';
import { compareNumbers } from './sequenceNumbers.ts';
import { addUp, type Sums, sumOf } from './statementSums.ts';

/** A statement that was believed, as far as the next one is compared with it. Amounts are minor units, in debit below zero. */
export type KnownStatement = {
  readonly id: number;
  readonly statementId: string;
  readonly sequenceNumber: number | null;
  readonly pageNumber: number | null;
  /** ISO date. */
  readonly closedOn: string;
  readonly opening: bigint;
  readonly closing: bigint;
  /** The one that it continues; null for the first, and for one that an operator let begin anew. */
  readonly follows: number | null;
  /** Whether another one continues it. */
  readonly followed: boolean;
  /** What is in `closing` and in no balance of the bank yet, by the day from which the bank counts it. */
  readonly uncounted: readonly DatedUnits[];
};

/** A statement as a file tells it. */
export type ToldStatement = Pick<KnownStatement, 'statementId' | 'sequenceNumber' | 'pageNumber' | 'closedOn'> & {
  /** Null when the bank does not tell it. */
  readonly opening: bigint | null;
  readonly closing: bigint;
  /** Credits less debits. */
  readonly net: bigint;
  readonly later: StatementBalances['later'];
  readonly foretold: StatementBalances['foretold'];
};

export type Continuity =
  | (Sums & {
      readonly kind: 'continues';
      readonly follows: number | null;
      /** One that had begun anew, and now follows this one. */
      readonly leadsTo: number | null;
      /** What is odd about the bank's numbers, though the balances agree. */
      readonly oddity: string | null;
    })
  /** The same one again. */
  | { readonly kind: 'repeated' }
  | {
      readonly kind: 'refused';
      readonly reason: 'does_not_continue' | 'unbalanced';
      readonly detail: (say: SayAmount) => string;
    };

/** Writes minor units as people read them. */
export type SayAmount = (units: bigint) => string;

/** Where statements are missing: after `before`, and in front of `after`. */
type Gap = { readonly before: KnownStatement | undefined; readonly after: KnownStatement | undefined };

/**
 * Whether a statement continues what is known of its account: it opens with what the one before it closed with. `known`
 * are the ends of every unbroken run, oldest first. `continueFrom`: the opening balance that an operator has accepted
 * though the statement before is missing.
 */
export function judgeContinuity(
  known: readonly KnownStatement[],
  told: ToldStatement,
  continueFrom?: bigint,
): Continuity {
  if (known.some((statement) => isSame(statement, told))) return { kind: 'repeated' };
  const gaps = gapsAround(known, told.closedOn);
  const last = gaps.find(({ before }) => before)?.before;
  const opening = told.opening ?? continueFrom ?? (last ? countedBy(last) : told.closing - told.net);
  const inGaps = gaps.map((gap) => ({ gap, sums: addUp(told, opening, gap.before?.uncounted ?? []) }));
  const place = inGaps.find(({ gap, sums }) => sums && fits(gap, sums.opening, sums.closing));
  const alone = addUp(told, opening, []);
  const sums = place?.sums ?? (gaps.length > 0 && continueFrom === opening ? alone : undefined);
  if (!sums) {
    const isNext = last !== undefined && countedBy(last) === opening;
    const isMade = inGaps.some((each) => each.sums) || (alone && !isNext);
    return isMade ? notAfter(gaps, opening, told) : notMade(last, opening, told);
  }
  const { before, after } = place?.gap ?? { before: undefined, after: undefined };
  return {
    kind: 'continues',
    ...sums,
    follows: before?.id ?? null,
    leadsTo: after?.opening === sums.closing ? after.id : null,
    oddity: before ? oddityOf(before, told) : null,
  };
}

function isSame(known: KnownStatement, told: ToldStatement): boolean {
  return (
    known.statementId === told.statementId &&
    known.pageNumber === told.pageNumber &&
    known.closedOn === told.closedOn &&
    countedBy(known) === told.closing &&
    known.closing - known.opening === told.net
  );
}

/** The closing balance as the bank has told it. */
function countedBy({ closing, uncounted }: KnownStatement): bigint {
  return closing - sumOf(uncounted);
}

/** The gaps in which a statement of that day can lie, the latest first. */
function gapsAround(known: readonly KnownStatement[], day: string): Gap[] {
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

/** In front of the first of all it must close with what that one opens with. */
function fits({ before, after }: Gap, opening: bigint, closing: bigint): boolean {
  if (before) return before.closing === opening;
  return after === undefined || after.opening === closing;
}

function notMade(last: KnownStatement | undefined, opening: bigint, { net, closing }: ToldStatement): Continuity {
  const carried = last?.uncounted ?? [];
  return {
    kind: 'refused',
    reason: 'unbalanced',
    detail: (say) => {
      const due = carried.map(({ on, units }) => `, ${say(units)} that count from ${on} on`).join('');
      return `${say(opening)} before${due} and ${say(net)} booked do not make the ${say(closing)} after`;
    },
  };
}

function notAfter([gap]: readonly Gap[], opening: bigint, told: ToldStatement): Continuity {
  return { kind: 'refused', reason: 'does_not_continue', detail: (say) => whyNot(gap, opening, told, say) };
}

function whyNot(gap: Gap | undefined, opening: bigint, told: ToldStatement, say: SayAmount): string {
  if (!gap) return `the days until ${told.closedOn} are told by other statements already`;
  const { before, after } = gap;
  return before
    ? `it opens with ${say(opening)}, but the one before it, ${before.statementId} until ${before.closedOn}, closed with ${say(countedBy(before))}: a statement between them is missing`
    : `it closes with ${say(told.closing)}, but the one after it, ${after?.statementId} until ${after?.closedOn}, opens with ${say(after?.opening ?? 0n)}`;
}

/** Statements that were lost though what they told sums to nothing, and numbers that are given twice. */
function oddityOf(before: KnownStatement, told: ToldStatement): string | null {
  const [last, next] = [before.sequenceNumber, told.sequenceNumber];
  if (last === null || next === null) return null;
  const order = compareNumbers({ ...before, number: last }, { ...told, number: next });
  if (order === 'in_order') return null;
  return order === 'repeated' ? `the number ${next} came before` : `number ${next} follows number ${last}`;
}
