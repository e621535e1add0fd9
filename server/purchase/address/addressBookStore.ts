import sql from 'sql-template-tag';
import { lockOpenBuyer } from '../../account/buyerStore.ts';
import { type Database, isUniqueViolation, type Queryable } from '../../platform/database/database.ts';

export type BookedAddress = {
  readonly addressId: string;
  readonly crypto: string;
  readonly network: string;
  readonly address: string;
  readonly name: string;
};

export const MOST_ADDRESSES = 200;

const COLUMNS = sql`id as "addressId", crypto, network, address, name`;

/** Newest first; all, or those of one crypto. */
export async function listAddresses(
  database: Queryable,
  buyerId: string,
  crypto: string | undefined,
): Promise<BookedAddress[]> {
  return database.many<BookedAddress>(sql`
    select ${COLUMNS} from saved_addresses
    where buyer_id = ${buyerId} and deleted_at is null and (${crypto ?? null}::text is null or crypto = ${crypto ?? null})
    order by created_at desc limit ${MOST_ADDRESSES}`);
}

export async function findAddress(
  database: Queryable,
  buyerId: string,
  addressId: string,
): Promise<BookedAddress | undefined> {
  return database.maybeOne<BookedAddress>(sql`
    select ${COLUMNS} from saved_addresses where buyer_id = ${buyerId} and id = ${addressId} and deleted_at is null`);
}

/** Whether the buyer has an address for any of these cryptos. */
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

/** Undefined when nothing was saved: the buyer has as many as may be, or has closed the account. Saving the same again changes its name. */
export async function saveAddress(
  database: Database,
  buyerId: string,
  saved: BookedAddress,
): Promise<BookedAddress | undefined> {
  return database.repeatableTransaction(async (transaction) => {
    // Two that are saved at once are counted one after the other.
    if (!(await lockOpenBuyer(transaction, buyerId))) return undefined;
    const { room } = await transaction.one<{ room: boolean }>(sql`
      select count(*) filter (where crypto <> ${saved.crypto} or address <> ${saved.address}) < ${MOST_ADDRESSES} as room
      from saved_addresses where buyer_id = ${buyerId} and deleted_at is null`);
    if (!room) return undefined;
    return transaction.one<BookedAddress>(sql`
      insert into saved_addresses (id, buyer_id, crypto, network, address, name, created_at)
      values (${saved.addressId}, ${buyerId}, ${saved.crypto}, ${saved.network}, ${saved.address}, ${saved.name}, slipway_now())
      on conflict (buyer_id, crypto, address) where deleted_at is null
        do update set name = case when excluded.name = '' then saved_addresses.name else excluded.name end
      returning ${COLUMNS}`);
  });
}

/** What is not given stays as it is. `exists`: another of the buyer's addresses is the same; undefined: none of theirs. */
export async function changeAddress(
  database: Queryable,
  buyerId: string,
  addressId: string,
  change: { readonly address: string | undefined; readonly name: string | undefined },
): Promise<BookedAddress | 'exists' | undefined> {
  try {
    return await database.maybeOne<BookedAddress>(sql`
      update saved_addresses set address = coalesce(${change.address ?? null}, address), name = coalesce(${change.name ?? null}, name)
      where buyer_id = ${buyerId} and id = ${addressId} and deleted_at is null returning ${COLUMNS}`);
  } catch (error) {
    if (isUniqueViolation(error, 'saved_addresses_once')) return 'exists';
    throw error;
  }
}

/** True when it was the buyer's. Nothing of it stays. */
export async function deleteAddress(database: Queryable, buyerId: string, addressId: string): Promise<boolean> {
  const deleted = await database.run(sql`
    delete from saved_addresses where buyer_id = ${buyerId} and id = ${addressId} and deleted_at is null`);
  return deleted > 0;
}
