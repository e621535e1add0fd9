import sql from 'sql-template-tag';
import type { Database, Queryable, Transaction } from '../platform/database/database.ts';

export type ExternalAccountState = {
  readonly place: string;
  /** When the first successful comparison began; null if there is none. */
  readonly begunAt: Date | null;
  /** When the stored comparison began. */
  readonly readAt: Date | null;
  /** Number of failed readings since the last successful one. */
  readonly failures: number;
  readonly failure: string | null;
};

const COLUMNS = sql`place, begun_at, read_at, failures, failure`;

export async function findReadingState(database: Queryable, place: string): Promise<ExternalAccountState | undefined> {
  return database.maybeOne<ExternalAccountState>(
    sql`select ${COLUMNS} from reconciliation_places where place = ${place}`,
  );
}

export async function listExternalAccountStates(database: Queryable): Promise<ExternalAccountState[]> {
  return database.many<ExternalAccountState>(sql`select ${COLUMNS} from reconciliation_places order by place`);
}

/** Returns the database machine's time: external accounts do not know the sandbox's clock offset. */
export async function readMachineClock(database: Queryable): Promise<Date> {
  return (await database.one<{ now: Date }>(sql`select clock_timestamp() as now`)).now;
}

/** Runs reads in one snapshot. */
export async function runInSnapshot<Read>(
  database: Database,
  read: (snapshot: Queryable) => Promise<Read>,
): Promise<Read> {
  return database.transaction(async (transaction) => {
    await transaction.run(sql`set transaction isolation level repeatable read, read only`);
    return read(transaction);
  });
}

/** Stores a failed reading; returns the number of consecutive failures. */
export async function saveReadFailure(database: Queryable, place: string, failure: string): Promise<number> {
  const { failures } = await database.one<{ failures: number }>(sql`
    insert into reconciliation_places (place, failures, failure) values (${place}, 1, ${failure})
    on conflict (place) do update set failures = reconciliation_places.failures + 1, failure = excluded.failure
    returning failures`);
  return failures;
}

/**
 * Stores when a comparison began. Returns false, without changes, if the result of a later one is stored: workers compare
 * concurrently, and the slower one has the older figures.
 */
export async function saveReadSuccess(
  transaction: Transaction,
  place: string,
  { begunAt, readAt }: { readonly begunAt: Date; readonly readAt: Date },
): Promise<boolean> {
  const saved = await transaction.run(sql`
    insert into reconciliation_places (place, begun_at, read_at) values (${place}, ${begunAt}, ${readAt})
    on conflict (place) do update set read_at = excluded.read_at, failures = 0, failure = null,
      begun_at = coalesce(reconciliation_places.begun_at, excluded.begun_at)
      where coalesce(reconciliation_places.read_at, '-infinity') <= excluded.read_at`);
  return saved > 0;
}

/** Returns an external account's balances at the start of the comparison that the ledger lacked. */
export async function findOpenings(database: Queryable, place: string): Promise<Map<string, bigint>> {
  const rows = await database.many<{ asset: string; units: bigint }>(
    sql`select asset, units from reconciliation_openings where place = ${place}`,
  );
  return new Map(rows.map(({ asset, units }) => [asset, units]));
}

export type Opening = { readonly place: string; readonly asset: string; readonly units: bigint };

export async function listOpenings(database: Queryable): Promise<Opening[]> {
  return database.many<Opening>(sql`select place, asset, units from reconciliation_openings order by place, asset`);
}

export async function insertOpenings(
  transaction: Transaction,
  place: string,
  openings: ReadonlyMap<string, bigint>,
): Promise<void> {
  for (const [asset, units] of openings) {
    await transaction.run(sql`
      insert into reconciliation_openings (place, asset, units)
      values (${place}, ${asset}, ${units.toString()}::numeric)`);
  }
}
