import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** An address to which coins may be withdrawn: as written, and as its chain normalizes it. */
export type AllowedAddress = { readonly network: string; readonly address: string; readonly written: string };

/** Adds the treasury's own address of a network to the allow-list, and removes a former one, whose key may be compromised. */
export async function saveOwnAddress(
  database: Queryable,
  { network, address, written }: AllowedAddress,
): Promise<void> {
  await database.run(sql`delete from treasury_addresses where network = ${network} and own and address <> ${address}`);
  await database.run(sql`
    insert into treasury_addresses (network, address, written, own, created_at)
    values (${network}, ${address}, ${written}, true, slipway_now())
    on conflict (network, address) do nothing`);
}

/**
 * Adds an address to the allow-list, with its newest approved request: earlier approvers may have left since. Returns false,
 * without changes, for the treasury's own address.
 */
export async function saveAllowedAddress(
  database: Queryable,
  { network, address, written }: AllowedAddress,
  requestId: number,
): Promise<boolean> {
  const inserted = await database.run(sql`
    insert into treasury_addresses (network, address, written, own, request_id, created_at)
    values (${network}, ${address}, ${written}, false, ${requestId}, slipway_now())
    on conflict (network, address) do update set request_id = excluded.request_id where not treasury_addresses.own`);
  return inserted > 0;
}

/** Finds an address as written, or as normalized even if in other case; undefined if coins may not go there. */
export async function findAllowedAddress(
  database: Queryable,
  network: string,
  spelling: string,
): Promise<AllowedAddress | undefined> {
  return database.maybeOne<AllowedAddress>(sql`
    select network, address, written from treasury_addresses
    where network = ${network} and (address = ${spelling} or written = ${spelling} or address = lower(${spelling}))
    limit 1`);
}

/** Returns the treasury's own address on a network. */
export async function findOwnAddress(database: Queryable, network: string): Promise<AllowedAddress | undefined> {
  return database.maybeOne<AllowedAddress>(sql`
    select network, address, written from treasury_addresses
    where network = ${network} and own limit 1`);
}
