import sql, { join } from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import type { ConfigurationRow } from './kinds.ts';
import type { Sold } from './soldAlready.ts';

export async function readRows(database: Queryable): Promise<ConfigurationRow[]> {
  return database.many<ConfigurationRow>(sql`select kind, key, value from configuration order by kind, key`);
}

/** The newest change, to see without reading it all whether there is one. */
export async function configurationEdition(database: Queryable): Promise<string> {
  const { edition } = await database.one<{ edition: string }>(
    sql`select count(*) || ' ' || coalesce(max(changed_at)::text, '') as edition from configuration`,
  );
  return edition;
}

/** Writes the rows that are not there yet; gives those that were. */
export async function insertMissingRows(
  transaction: Transaction,
  rows: readonly ConfigurationRow[],
): Promise<{ kind: string; key: string }[]> {
  if (rows.length === 0) return [];
  const values = rows.map(
    ({ kind, key, value }) => sql`(${kind}, ${key}, ${JSON.stringify(value)}::jsonb, slipway_now())`,
  );
  return transaction.many(sql`
    insert into configuration (kind, key, value, changed_at) values ${join(values)}
    on conflict do nothing returning kind, key`);
}

/** One change at a time, so that each is checked against what it changes; and none while an order is made by it (`keep_quote`). */
export async function lockConfiguration(transaction: Transaction): Promise<void> {
  await transaction.run(sql`select pg_advisory_xact_lock(hashtext('configuration'))`);
  await transaction.run(sql`lock table configuration in exclusive mode`);
}

export async function writeRow(transaction: Transaction, { kind, key, value }: ConfigurationRow): Promise<void> {
  await transaction.run(sql`
    insert into configuration (kind, key, value, changed_at)
    values (${kind}, ${key}, ${JSON.stringify(value)}::jsonb, clock_timestamp())
    on conflict (kind, key) do update set value = excluded.value, changed_at = excluded.changed_at`);
}

export async function deleteRow(transaction: Transaction, kind: string, key: string): Promise<void> {
  await transaction.run(sql`delete from configuration where kind = ${kind} and key = ${key}`);
}

/** What orders name, for as long as there are orders. */
export async function readSold(database: Queryable): Promise<Sold> {
  const rows = await database.many<{ network: string; crypto: string }>(
    sql`select distinct network, receive_currency as crypto from orders`,
  );
  return {
    networks: new Set(rows.map(({ network }) => network)),
    cryptos: new Set(rows.map(({ crypto }) => crypto)),
  };
}
