import sql from 'sql-template-tag';
import type { Queryable } from '../../database/database.ts';

/** Two renewals may be missed. A killed process blocks its clients' places no longer than this. */
const LEASE_SECONDS = 45;

/** Machine time, since the sandbox moves its clock while processes keep running. */
const LEASE_UNTIL = sql`now() + ${LEASE_SECONDS}::integer * interval '1 second'`;

/** A place of a holder, by the holder's own number. */
export type StreamPlace = { readonly place: number; readonly client: string };

/**
 * Inserts a place. Returns false if the client already has `most` in all processes together. Throws if the holder is unknown
 * or was removed.
 */
export async function insertStreamPlace(
  database: Queryable,
  { holder, place, client, most }: StreamPlace & { readonly holder: string; readonly most: number },
): Promise<boolean> {
  const inserted = await database.run(sql`
    insert into stream_places (holder, place, client)
    select ${holder}::uuid, ${place}::integer, ${client}
    where (
      select count(*) from stream_places p join stream_holders h on h.id = p.holder
      where p.client = ${client} and h.lease_until > now()
    ) < ${most}::integer`);
  return inserted === 1;
}

export async function deleteStreamPlaces(
  database: Queryable,
  holder: string,
  places: readonly number[],
): Promise<void> {
  await database.run(sql`
    delete from stream_places where holder = ${holder}::uuid and place = any(${[...places]}::integer[])`);
}

/** Renews a holder and removes expired ones. Returns false if the holder is unknown or was removed, with its places. */
export async function renewStreamLease(database: Queryable, holder: string): Promise<boolean> {
  const renewed = await database.run(sql`
    with gone as (delete from stream_holders where lease_until < now() and id <> ${holder}::uuid)
    update stream_holders set lease_until = ${LEASE_UNTIL} where id = ${holder}::uuid`);
  return renewed === 1;
}

/** Inserts a holder that is new or was removed, with its places. */
export async function insertStreamHolder(
  database: Queryable,
  holder: string,
  places: readonly StreamPlace[],
): Promise<void> {
  await database.run(sql`
    with holder as (insert into stream_holders (id, lease_until) values (${holder}::uuid, ${LEASE_UNTIL}))
    insert into stream_places (holder, place, client)
    select ${holder}::uuid, place, client from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p (place integer, client text)`);
}

/** Deletes a holder with all its places. */
export async function deleteStreamHolder(database: Queryable, holder: string): Promise<void> {
  await database.run(sql`delete from stream_holders where id = ${holder}::uuid`);
}
