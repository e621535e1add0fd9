import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

/** An address on its way to the clerk, who takes what was signed by this hash. */
export type AskedAddress = { readonly mail: string; readonly salt: string };

export function hashOfAddress({ mail, salt }: AskedAddress): string {
  return createHash('sha256').update(`${salt} ${mail}`).digest('hex');
}

export async function insertAskedAddress(database: Queryable, asked: AskedAddress): Promise<void> {
  await database.run(sql`
    insert into asked_addresses (hash, mail, salt, asked_at)
    values (${Buffer.from(hashOfAddress(asked), 'hex')}, ${asked.mail}, ${asked.salt}, slipway_now())`);
}

/** The address of a hash, which is gone from there; undefined where none has it. */
export async function takeAskedAddress(transaction: Transaction, hash: string): Promise<string | undefined> {
  const asked = await transaction.maybeOne<AskedAddress>(
    sql`delete from asked_addresses where hash = ${Buffer.from(hash, 'hex')} returning mail, salt`,
  );
  return asked && hashOfAddress(asked) === hash ? asked.mail : undefined;
}

export async function writeAddress(transaction: Transaction, person: string, mail: string): Promise<void> {
  await transaction.run(sql`
    insert into person_addresses (person, mail, said_at) values (${person}, ${mail}, slipway_now())
    on conflict (person) do update set mail = excluded.mail, said_at = excluded.said_at`);
}

export async function forgetAddress(transaction: Transaction, person: string): Promise<void> {
  await transaction.run(sql`delete from person_addresses where person = ${person}`);
}

/** By name. */
export async function readAddresses(database: Queryable): Promise<ReadonlyMap<string, string>> {
  const rows = await database.many<{ person: string; mail: string }>(sql`select person, mail from person_addresses`);
  return new Map(rows.map(({ person, mail }) => [person, mail]));
}

/** Who has one, for whoever may not see it. */
export async function personsWithAddress(database: Queryable): Promise<ReadonlySet<string>> {
  const rows = await database.many<{ person: string }>(sql`select person from person_addresses`);
  return new Set(rows.map(({ person }) => person));
}

/** Forgets addresses of whoever is no person any more, and those that nobody has taken over within a day. */
export async function forgetAddressesBut(database: Queryable, persons: readonly string[]): Promise<void> {
  await database.run(sql`delete from person_addresses where person <> all (${[...persons]})`);
  await database.run(sql`delete from asked_addresses where asked_at < slipway_now() - interval '1 day'`);
}
