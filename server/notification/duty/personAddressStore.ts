import { createHash } from 'node:crypto';
import { type AlertAddress, formatAlertAddress } from '@slipway/contract/statements/alertAddress.ts';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

export function hashAlertAddress(address: AlertAddress): string {
  return createHash('sha256').update(formatAlertAddress(address)).digest('hex');
}

/** Stores a requested address for the clerk, who finds it by the signed hash. Idempotent. */
export async function insertRequestedAddress(database: Queryable, address: AlertAddress): Promise<void> {
  await database.run(sql`
    insert into requested_addresses (hash, mail, salt, requested_at)
    values (${Buffer.from(hashAlertAddress(address), 'hex')}, ${address.mail}, ${address.salt}, slipway_now())
    on conflict do nothing`);
}

/** Removes and returns the requested address with a hash; undefined if there is none. */
export async function takeRequestedAddress(transaction: Transaction, hash: string): Promise<string | undefined> {
  const address = await transaction.maybeOne<AlertAddress>(
    sql`delete from requested_addresses where hash = ${Buffer.from(hash, 'hex')} returning mail, salt`,
  );
  return address && hashAlertAddress(address) === hash ? address.mail : undefined;
}

export async function savePersonAddress(transaction: Transaction, person: string, mail: string): Promise<void> {
  await transaction.run(sql`
    insert into person_addresses (person, mail, entered_at) values (${person}, ${mail}, slipway_now())
    on conflict (person) do update set mail = excluded.mail, entered_at = excluded.entered_at`);
}

export async function deletePersonAddress(transaction: Transaction, person: string): Promise<void> {
  await transaction.run(sql`delete from person_addresses where person = ${person}`);
}

/** Returns the addresses by person. */
export async function readPersonAddresses(database: Queryable): Promise<ReadonlyMap<string, string>> {
  const rows = await database.many<{ person: string; mail: string }>(sql`select person, mail from person_addresses`);
  return new Map(rows.map(({ person, mail }) => [person, mail]));
}

/** Returns who has an address, for readers who may not see it. */
export async function findPeopleWithAddress(database: Queryable): Promise<ReadonlySet<string>> {
  const rows = await database.many<{ person: string }>(sql`select person from person_addresses`);
  return new Set(rows.map(({ person }) => person));
}

/** Deletes the addresses of everyone except the given people, and requested addresses that were not adopted within a day. */
export async function deleteAddressesExcept(database: Queryable, persons: readonly string[]): Promise<void> {
  await database.run(sql`delete from person_addresses where person <> all (${[...persons]})`);
  await database.run(sql`delete from requested_addresses where requested_at < slipway_now() - interval '1 day'`);
}
