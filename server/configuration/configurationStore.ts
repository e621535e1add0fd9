import sql, { join } from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import type { ConfigurationRow } from './configurationKinds.ts';
import type { SoldIds } from './requireSameAsSold.ts';

export async function readConfigurationRows(database: Queryable): Promise<ConfigurationRow[]> {
  return database.many<ConfigurationRow>(sql`select kind, key, value from configuration order by kind, key`);
}

/** Returns kind and key of the seed rows that were inserted once, also if they were removed since. */
export async function readInsertedSeeds(database: Queryable): Promise<Pick<ConfigurationRow, 'kind' | 'key'>[]> {
  return database.many(sql`select kind, key from configuration_seeds`);
}

/** Returns a text that differs after every change, to detect changes without reading all rows. */
export async function readConfigurationEdition(database: Queryable): Promise<string> {
  const { edition } = await database.one<{ edition: string }>(
    sql`select count(*) || ' ' || coalesce(max(changed_at)::text, '') as edition from configuration`,
  );
  return edition;
}

/** Inserts the seed rows that were never inserted before and do not exist. Returns the inserted ones. */
export async function insertNewSeeds(
  transaction: Transaction,
  rows: readonly ConfigurationRow[],
): Promise<{ kind: string; key: string }[]> {
  if (rows.length === 0) return [];
  const values = rows.map(({ kind, key, value }) => sql`(${kind}, ${key}, ${JSON.stringify(value)}::jsonb)`);
  transaction.announce('configuration_changed');
  return transaction.many(sql`
    with seeds (kind, key, value) as (values ${join(values)}),
      new_seeds as (
        insert into configuration_seeds (kind, key) select kind, key from seeds on conflict do nothing returning kind, key)
    insert into configuration (kind, key, value, changed_at)
    select kind, key, value, slipway_now() from seeds join new_seeds using (kind, key)
    on conflict do nothing returning kind, key`);
}

/**
 * Serializes changes, so that each is checked against the current rows, and blocks the creation of orders meanwhile
 * (database function `insert_quote`).
 */
export async function lockConfiguration(transaction: Transaction): Promise<void> {
  await transaction.run(sql`select pg_advisory_xact_lock(hashtext('configuration'))`);
  await transaction.run(sql`lock table configuration in exclusive mode`);
}

export async function saveConfigurationRow(
  transaction: Transaction,
  { kind, key, value }: ConfigurationRow,
): Promise<void> {
  await transaction.run(sql`
    insert into configuration (kind, key, value, changed_at)
    values (${kind}, ${key}, ${JSON.stringify(value)}::jsonb, clock_timestamp())
    on conflict (kind, key) do update set value = excluded.value, changed_at = excluded.changed_at`);
  transaction.announce('configuration_changed');
}

export async function deleteConfigurationRow(transaction: Transaction, kind: string, key: string): Promise<void> {
  await transaction.run(sql`delete from configuration where kind = ${kind} and key = ${key}`);
  transaction.announce('configuration_changed');
}

/** Returns the networks and cryptos that existing orders reference. */
export async function readSoldIds(database: Queryable): Promise<SoldIds> {
  const rows = await database.many<{ network: string; crypto: string }>(
    sql`select distinct network, receive_currency as crypto from orders`,
  );
  return {
    networks: new Set(rows.map(({ network }) => network)),
    cryptos: new Set(rows.map(({ crypto }) => crypto)),
  };
}
