import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

export type BookedAddress = {
  readonly addressId: string;
  readonly crypto: string;
  readonly network: string;
  readonly address: string;
  readonly name: string;
};

const COLUMNS = sql`id as "addressId", crypto, network, address, name`;

export async function listAddresses(
  database: Queryable,
  buyerId: string,
  crypto: string | undefined,
): Promise<BookedAddress[]> {
  return database.many<BookedAddress>(sql`
    select ${COLUMNS} from saved_addresses
    where buyer_id = ${buyerId} and deleted_at is null and (${crypto ?? null}::text is null or crypto = ${crypto ?? null})
    order by created_at desc limit 200`);
}

/** Saving the same address again changes its name. */
export async function saveAddress(database: Queryable, buyerId: string, saved: BookedAddress): Promise<BookedAddress> {
  return database.one<BookedAddress>(sql`
    insert into saved_addresses (id, buyer_id, crypto, network, address, name, created_at)
    values (${saved.addressId}, ${buyerId}, ${saved.crypto}, ${saved.network}, ${saved.address}, ${saved.name}, slipway_now())
    on conflict (buyer_id, crypto, address) where deleted_at is null
      do update set name = case when excluded.name = '' then saved_addresses.name else excluded.name end
    returning ${COLUMNS}`);
}
