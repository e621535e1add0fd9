import type { BankEntry, BankStatement } from '../../providers/bank/bankPort.ts';
import { compareStatementNumbers } from '../../purchase/payment/bankStatements/statementNumbers.ts';
import { normalizeAccountNumber } from '../../purchase/payment/normalizeAccountNumber.ts';

/** The bank's statement numbers, per account and currency. */
export type StatementSequences = {
  /** Adds a statement. Returns true if it reveals a missing or contradicted statement. */
  add(statement: BankStatement): boolean;
  /**
   * Returns true if a statement may contain the recall of this booking, but is missing, or was received twice with different
   * content.
   */
  isDoubtful(booking: Pick<BankEntry, 'account' | 'bookedOn' | 'amount'>): boolean;
  /** Returns true if a statement of any account with bookings of that ISO date, or of a later one, is missing or contradicted. */
  isDoubtfulSince(day: string): boolean;
};

type NumberedStatement = {
  readonly number: number;
  readonly pageNumber: number | null;
  readonly closedOn: string;
  /** ISO date of its first booking. */
  readonly beginsOn: string;
  /** Equal for the same statement in another file. */
  readonly content: string;
};

/** A period in which bookings are not certain, both days included; '' is before the first booking. */
type Doubt = { readonly from: string; readonly until: string };

/** Creates the sequences. They ignore notifications and statements without a number. */
export function createStatementSequences(): StatementSequences {
  const runs = new Map<string, NumberedStatement[]>();
  const doubts = new Map<string, readonly Doubt[]>();

  return {
    add({ kind, account, currency, sequenceNumber: number, pageNumber, balances, entries, createdAt }) {
      if (kind !== 'statement' || number === null) return false;
      const days = entries.map(({ bookedOn }) => bookedOn).toSorted();
      const closedOn = balances?.closedOn ?? days.at(-1) ?? createdAt.slice(0, '2026-01-01'.length);
      const content = serializeContent(entries, balances);
      const key = buildSequenceKey(account, currency ?? '');
      const run = [...(runs.get(key) ?? []), { number, pageNumber, closedOn, beginsOn: days[0] ?? closedOn, content }];
      runs.set(key, run);
      const found = [...findGaps(run), ...findContradictions(run)];
      const before = doubts.get(key) ?? [];
      doubts.set(key, found);
      return found.length > before.length;
    },

    isDoubtful({ account, bookedOn, amount }) {
      const found = doubts.get(buildSequenceKey(account, amount.asset.code)) ?? [];
      return found.some(({ from, until }) => from <= bookedOn && bookedOn <= until);
    },

    isDoubtfulSince: (day) => [...doubts.values()].flat().some(({ until }) => until >= day),
  };
}

/** Returns the doubts from gaps: a missing statement may recall any booking from before the next statement begins. */
function findGaps(run: readonly NumberedStatement[]): readonly Doubt[] {
  const ordered = run.toSorted(
    (one, other) =>
      compare(one.closedOn, other.closedOn) || one.number - other.number || getPageNumber(one) - getPageNumber(other),
  );
  return ordered.flatMap((next, at) => {
    const before = ordered[at - 1];
    if (!before || compareStatementNumbers(before, next) !== 'gap') return [];
    const until = next.beginsOn > before.closedOn ? getPreviousDay(next.beginsOn) : next.beginsOn;
    return [{ from: '', until: until > before.closedOn ? until : before.closedOn }];
  });
}

/** Returns the doubts from two different statements with the same number: it is unknown which one is right. */
function findContradictions(run: readonly NumberedStatement[]): readonly Doubt[] {
  return run.flatMap((one, at) =>
    run
      .slice(at + 1)
      .filter((other) => isSameNumber(one, other) && one.content !== other.content)
      .map((other) => ({
        from: one.beginsOn < other.beginsOn ? one.beginsOn : other.beginsOn,
        until: one.closedOn > other.closedOn ? one.closedOn : other.closedOn,
      })),
  );
}

/** Returns true for the same number within a year: banks restart the sequence each year. */
function isSameNumber(one: NumberedStatement, other: NumberedStatement): boolean {
  const isSameYear = one.closedOn.slice(0, 'YYYY'.length) === other.closedOn.slice(0, 'YYYY'.length);
  return isSameYear && one.number === other.number && one.pageNumber === other.pageNumber;
}

function serializeContent(entries: readonly BankEntry[], balances: BankStatement['balances']): string {
  return JSON.stringify([entries, balances], (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}

function buildSequenceKey(account: string, currency: string): string {
  return `${normalizeAccountNumber(account)} ${currency}`;
}

function getPageNumber({ pageNumber }: NumberedStatement): number {
  return pageNumber ?? 0;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

const DAY_MS = 86_400_000;

function getPreviousDay(day: string): string {
  return new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, day.length);
}
