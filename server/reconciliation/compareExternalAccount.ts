import type { Database, Queryable } from '../platform/database/database.ts';
import { type Outcome, ok } from '../providers/outcome.ts';
import { type ComparedSide, type Comparison, compareSides } from './compareSides.ts';
import { type BookedRows, readBookedRows } from './differences/differenceBookingStore.ts';
import type { ExternalAccount } from './externalAccount.ts';
import { findOpenings, findReadingState, readMachineClock, runInSnapshot } from './externalAccountStore.ts';

const HOUR_MS = 60 * 60_000;
/** Rows older than this are not compared one by one; they are included in the balances. */
const ROWS_MS = 35 * 24 * HOUR_MS;
/** Rows are read from this long before the compared period, since the other side's row of a movement may be older. */
const MARGIN_MS = 7 * 24 * HOUR_MS;
/** Movements of orders in the hour before the first reading are not part of the opening. */
const BEGINS_BEFORE_MS = HOUR_MS;

/** The result of reading an external account and the ledger. */
export type AccountComparison = {
  readonly begunAt: Date;
  /** When this comparison began, by the machine's clock. */
  readonly readAt: Date;
  readonly comparisons: readonly Comparison[];
  /** The openings to store after the first reading; undefined later. */
  readonly openings: ReadonlyMap<string, bigint> | undefined;
  /** The part of the ledger's balance that has no rows, by asset. */
  readonly balancesWithoutRows: ReadonlyMap<string, bigint>;
  /** The ledger transactions of the booked differences at the reading. */
  readonly booked: ReadonlySet<number>;
};

/**
 * Compares an external account with the ledger. If any rest is not zero, it compares again, since the account may have changed
 * while it was read. The second rest confirms the first one if it has the same sign, even with another amount: a thief who
 * keeps moving coins, or dust that arrives, must not hide a loss. Otherwise the result is `unavailable`.
 */
export async function compareExternalAccount(
  database: Database,
  place: ExternalAccount,
): Promise<Outcome<AccountComparison>> {
  const first = await compareOnce(database, place);
  if (first.kind !== 'ok' || first.value.comparisons.every(({ rest }) => rest === 0n)) return first;
  const second = await compareOnce(database, place);
  if (second.kind !== 'ok') return second;
  const rests = new Map(first.value.comparisons.map(({ asset, rest }) => [asset, rest]));
  const moved = second.value.comparisons.find(
    ({ asset, rest }) => rest !== 0n && getSign(rests.get(asset) ?? 0n) !== getSign(rest),
  );
  return moved ? buildUnreadableOutcome(`${moved.asset} changed while it was read`) : second;
}

function getSign(units: bigint): number {
  return units > 0n ? 1 : units < 0n ? -1 : 0;
}

export function buildUnreadableOutcome(detail: string) {
  return { kind: 'unavailable', retryAfterMs: 0, detail } as const;
}

async function compareOnce(database: Database, place: ExternalAccount): Promise<Outcome<AccountComparison>> {
  const readingState = await findReadingState(database, place.id);
  const now = await readMachineClock(database);
  const begunAt = readingState?.begunAt ?? now;
  const { from, since } = computeComparisonWindow(begunAt, now);
  const there = await place.fetchSide(since);
  if (there.kind !== 'ok')
    return there.kind === 'unavailable'
      ? there
      : buildUnreadableOutcome(`the external account answered: ${there.kind}`);
  const { here, balancesWithoutRows, booked } = await runInSnapshot(database, (snapshot) =>
    readLedger(snapshot, place, since),
  );
  const openings = readingState?.begunAt ? await findOpenings(database, place.id) : undefined;
  const terms = { openings: openings ?? new Map<string, bigint>(), begunAt, from };
  const read = { begunAt, readAt: now, balancesWithoutRows, booked: booked.transactions };
  const comparisons = compareSides(here, there.value, terms);
  if (openings) return ok({ ...read, comparisons, openings: undefined });
  // At the first reading, each unexplained rest becomes an opening.
  const found = new Map(comparisons.flatMap(({ asset, rest }) => (rest === 0n ? [] : [[asset, rest] as const])));
  return ok({ ...read, comparisons: comparisons.map((each) => ({ ...each, rest: 0n })), openings: found });
}

/** Returns the times from which rows are compared, and from which they are read. */
export function computeComparisonWindow(begunAt: Date, now: Date): { readonly from: Date; readonly since: Date } {
  const from = new Date(Math.max(begunAt.getTime() - BEGINS_BEFORE_MS, now.getTime() - ROWS_MS));
  return { from, since: new Date(from.getTime() - MARGIN_MS) };
}

type LedgerReading = {
  readonly here: ComparedSide;
  readonly balancesWithoutRows: ReadonlyMap<string, bigint>;
  readonly booked: BookedRows;
};

/** Reads the ledger's side of an external account, including rows from booked differences. */
export async function readLedger(
  database: Queryable,
  { id, ledgerSide }: Pick<ExternalAccount, 'id' | 'ledgerSide'>,
  since: Date,
): Promise<LedgerReading> {
  const booked = await readBookedRows(database, id);
  return {
    here: {
      balances: await ledgerSide.readBalances(database),
      rows: [...(await ledgerSide.readRows(database, since)), ...booked.rows],
    },
    balancesWithoutRows: (await ledgerSide.readBalancesWithoutRows?.(database)) ?? new Map(),
    booked,
  };
}
