import sql from 'sql-template-tag';
import { areSumsProven } from '../../ledger/sumProofStore.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

/** A movement that an external account reported, stored so that it is requested only once. */
export type ReportedLine = {
  readonly id: string;
  /** The id that all lines of one movement share. */
  readonly groupedBy: string;
  readonly asset: string;
  readonly units: bigint;
  readonly at: Date;
  /** Belongs to no order. */
  readonly byPeople: boolean;
};

/** Returns the time of the newest stored movement of an external account. */
export async function findNewestLineTime(database: Queryable, place: string): Promise<Date | null> {
  const { at } = await database.one<{ at: Date | null }>(
    sql`select max(at) as at from reconciliation_lines where place = ${place}`,
  );
  return at;
}

/** Stores lines; a known line is updated to its last report. */
export async function saveReportedLines(
  transaction: Transaction,
  place: string,
  lines: readonly ReportedLine[],
): Promise<void> {
  const rows = JSON.stringify(lines.map((line) => ({ ...line, units: line.units.toString() })));
  await transaction.run(sql`
    insert into reconciliation_lines (place, id, grouped_by, asset, units, at, is_manual)
    select ${place}, id, "groupedBy", asset, units, at, "byPeople"
    from jsonb_to_recordset(${rows}::jsonb)
      as t (id text, "groupedBy" text, asset text, units numeric, at timestamptz, "byPeople" boolean)
    on conflict (place, id) do update set grouped_by = excluded.grouped_by, asset = excluded.asset,
      units = excluded.units, at = excluded.at, is_manual = excluded.is_manual`);
}

/**
 * Returns stored lines since a time, and lines without an order at any age. Lines of the venue's orders are grouped by the
 * client order id if it is known.
 */
export async function findReportedLines(database: Queryable, place: string, since: Date): Promise<ReportedLine[]> {
  return database.many<ReportedLine>(sql`
    with own as (
      select client_order_id, jsonb_array_elements_text(venue_orders) as venue_order from conversions
      where updated_at >= ${since}
    )
    select l.id, coalesce(own.client_order_id, l.grouped_by) as "groupedBy", l.asset, l.units, l.at,
      l.is_manual as "byPeople"
    from reconciliation_lines l left join own on own.venue_order = l.grouped_by
    where l.place = ${place} and (l.at >= ${since} or l.is_manual)`);
}

/** Returns the sums of all stored lines of an external account, by asset. */
export async function sumReportedLines(database: Queryable, place: string): Promise<Map<string, bigint>> {
  const rows = await database.many<{ asset: string; units: bigint }>(
    (await areSumsProven(database))
      ? sql`select asset, units from reconciliation_line_sums where place = ${place}`
      : sql`select asset, sum(units) as units from reconciliation_lines where place = ${place} group by asset`,
  );
  return new Map(rows.map(({ asset, units }) => [asset, units]));
}
