import sql from 'sql-template-tag';
import { lockOpenBuyer } from '../../account/buyerStore.ts';
import { type Database, isUniqueViolation, type Queryable } from '../../platform/database/database.ts';

export type AddressBookEntry = {
  readonly addressId: string;
  readonly crypto: string;
  readonly network: string;
  readonly address: string;
  readonly name: string;
};

export const MAX_SAVED_ADDRESSES = 200;

const COLUMNS = sql`id as address_id, crypto, network, address, name`;

/** Returns addresses, newest first; all, or those of one crypto. */
export async function listAddresses(
  database: Queryable,
  buyerId: string,
  crypto: string | undefined,
): Promise<AddressBookEntry[]> {
  return database.many<AddressBookEntry>(sql`
    select ${COLUMNS} from saved_addresses
    where buyer_id = ${buyerId} and deleted_at is null and (${crypto ?? null}::text is null or crypto = ${crypto ?? null})
    order by created_at desc limit ${MAX_SAVED_ADDRESSES}`);
}

export async function findAddress(
  database: Queryable,
  buyerId: string,
  addressId: string,
): Promise<AddressBookEntry | undefined> {
  return database.maybeOne<AddressBookEntry>(sql`
    select ${COLUMNS} from saved_addresses where buyer_id = ${buyerId} and id = ${addressId} and deleted_at is null`);
}

/** Returns whether the buyer has an address for any of these cryptos. */
export async function hasAddressFor(
  database: Queryable,
  buyerId: string,
  cryptoIds: readonly string[],
): Promise<boolean> {
  const { found } = await database.one<{ found: boolean }>(sql`
    select exists (
      select 1 from saved_addresses where buyer_id = ${buyerId} and deleted_at is null and crypto = any(${cryptoIds})
    ) as found`);
  return found;
}

/**
 * Saves an address. If it is saved already, only its name changes, unless the given name is empty. Returns `full` if the buyer
 * has the maximum number; undefined if the account is closed.
 */
export async function saveAddress(
  database: Database,
  buyerId: string,
  saved: AddressBookEntry,
): Promise<AddressBookEntry | 'full' | undefined> {
  return database.repeatableTransaction(async (transaction) => {
    // Serializes concurrent saves, so that the count is exact.
    if (!(await lockOpenBuyer(transaction, buyerId))) return undefined;
    const { hasSpace } = await transaction.one<{ hasSpace: boolean }>(sql`
      select count(*) filter (where crypto <> ${saved.crypto} or address <> ${saved.address}) < ${MAX_SAVED_ADDRESSES} as has_space
      from saved_addresses where buyer_id = ${buyerId} and deleted_at is null`);
    if (!hasSpace) return 'full';
    return transaction.one<AddressBookEntry>(sql`
      insert into saved_addresses (id, buyer_id, crypto, network, address, name, created_at)
      values (${saved.addressId}, ${buyerId}, ${saved.crypto}, ${saved.network}, ${saved.address}, ${saved.name}, slipway_now())
      on conflict (buyer_id, crypto, address) where deleted_at is null
        do update set name = case when excluded.name = '' then saved_addresses.name else excluded.name end
      returning ${COLUMNS}`);
  });
}

/**
 * Changes the given fields. Returns `exists` if another of the buyer's addresses is the same; undefined if the buyer
 * has no such address.
 */
export async function changeAddress(
  database: Queryable,
  buyerId: string,
  addressId: string,
  change: { readonly address: string | undefined; readonly name: string | undefined },
): Promise<AddressBookEntry | 'exists' | undefined> {
  try {
    return await database.maybeOne<AddressBookEntry>(sql`
      update saved_addresses set address = coalesce(${change.address ?? null}, address), name = coalesce(${change.name ?? null}, name)
      where buyer_id = ${buyerId} and id = ${addressId} and deleted_at is null returning ${COLUMNS}`);
  } catch (error) {
    if (isUniqueViolation(error, 'saved_addresses_once')) return 'exists';
    throw error;
  }
}

/** Deletes the address completely. Returns true if it was the buyer's. */
export async function deleteAddress(database: Queryable, buyerId: string, addressId: string): Promise<boolean> {
  const deleted = await database.run(sql`
    delete from saved_addresses where buyer_id = ${buyerId} and id = ${addressId} and deleted_at is null`);
  return deleted > 0;
}
