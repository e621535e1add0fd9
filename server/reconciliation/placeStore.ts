import sql from 'sql-template-tag';
import type { Database, Queryable, Transaction } from '../platform/database/database.ts';

export type KnownPlace = {
  readonly place: string;
  /** Null: it was never read. */
  readonly begunAt: Date | null;
  readonly readAt: Date | null;
  /** Since it was read the last time. */
  readonly failures: number;
  readonly failure: string | null;
};

const COLUMNS = sql`place, begun_at as "begunAt", read_at as "readAt", failures, failure`;

export async function findPlace(database: Queryable, place: string): Promise<KnownPlace | undefined> {
  return database.maybeOne<KnownPlace>(sql`select ${COLUMNS} from reconciliation_places where place = ${place}`);
}

export async function listPlaces(database: Queryable): Promise<KnownPlace[]> {
  return database.many<KnownPlace>(sql`select ${COLUMNS} from reconciliation_places order by place`);
}

/** Machine time: places keep no account of the sandbox's offset. */
export async function machineNow(database: Queryable): Promise<Date> {
  return (await database.one<{ now: Date }>(sql`select clock_timestamp() as now`)).now;
}

/** All that is read in it is of one moment. */
export async function inSnapshot<Read>(
  database: Database,
  read: (snapshot: Queryable) => Promise<Read>,
): Promise<Read> {
  return database.transaction(async (transaction) => {
    await transaction.run(sql`set transaction isolation level repeatable read, read only`);
    return read(transaction);
  });
}

/** Gives how often in a row it could not be read. */
export async function writeFailure(database: Queryable, place: string, failure: string): Promise<number> {
  const { failures } = await database.one<{ failures: number }>(sql`
    insert into reconciliation_places (place, failures, failure) values (${place}, 1, ${failure})
    on conflict (place) do update set failures = reconciliation_places.failures + 1, failure = excluded.failure
    returning failures`);
  return failures;
}

export async function writeRead(transaction: Transaction, place: string, begunAt: Date): Promise<void> {
  await transaction.run(sql`
    insert into reconciliation_places (place, begun_at, read_at) values (${place}, ${begunAt}, clock_timestamp())
    on conflict (place) do update set read_at = excluded.read_at, failures = 0, failure = null,
      begun_at = coalesce(reconciliation_places.begun_at, excluded.begun_at)`);
}

/** What lay at a place, and the ledger did not have, when the comparison began. */
export async function openingsOf(database: Queryable, place: string): Promise<Map<string, bigint>> {
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
