import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** An address to which coins may be withdrawn: as it is written, and as its chain folds it. */
export type ListedAddress = { readonly network: string; readonly address: string; readonly written: string };

/** The treasury's own address of a network, listed by itself; a former one is taken off, since its key may be in other hands. */
export async function listOwnAddress(database: Queryable, { network, address, written }: ListedAddress): Promise<void> {
  await database.run(sql`delete from treasury_addresses where network = ${network} and own and address <> ${address}`);
  await database.run(sql`
    insert into treasury_addresses (network, address, written, own, created_at)
    values (${network}, ${address}, ${written}, true, slipway_now())
    on conflict (network, address) do nothing`);
}

/** What two people have agreed to, last: whoever agreed before may have left since. False for the treasury's own. */
export async function listAddress(
  database: Queryable,
  { network, address, written }: ListedAddress,
  requestId: number,
): Promise<boolean> {
  const inserted = await database.run(sql`
    insert into treasury_addresses (network, address, written, own, request_id, created_at)
    values (${network}, ${address}, ${written}, false, ${requestId}, slipway_now())
    on conflict (network, address) do update set request_id = excluded.request_id where not treasury_addresses.own`);
  return inserted > 0;
}

/** By either spelling of it; undefined when coins may not go there. */
export async function findListed(
  database: Queryable,
  network: string,
  spelling: string,
): Promise<ListedAddress | undefined> {
  return database.maybeOne<ListedAddress>(sql`
    select network, address, written from treasury_addresses
    where network = ${network} and (address = ${spelling} or written = ${spelling} or address = lower(${spelling}))
    limit 1`);
}

/** The treasury's own one of a network. */
export async function ownAddress(database: Queryable, network: string): Promise<ListedAddress | undefined> {
  return database.maybeOne<ListedAddress>(sql`
    select network, address, written from treasury_addresses
    where network = ${network} and own limit 1`);
}
