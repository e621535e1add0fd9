import sql from 'sql-template-tag';
import type { Queryable } from '../database/database.ts';

/** Three renewals may be missed. A process that was killed keeps its clients from other places for no longer. */
const LEASE_SECONDS = 45;

/** The machine's time: the sandbox's clock is moved, and a process is alive all the same. */
const LEASE_UNTIL = sql`now() + ${LEASE_SECONDS}::integer * interval '1 second'`;

/** One of a holder's places, by a number of the holder's own. */
export type Place = { readonly place: number; readonly client: string };

/** False where the client has so many already, in all processes together. Throws where the holder is not known, or no more. */
export async function insertPlace(
  database: Queryable,
  { holder, place, client, most }: Place & { readonly holder: string; readonly most: number },
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

export async function deletePlaces(database: Queryable, holder: string, places: readonly number[]): Promise<void> {
  await database.run(sql`
    delete from stream_places where holder = ${holder}::uuid and place = any(${[...places]}::integer[])`);
}

/** Takes out who is gone. False where the holder is not known, or no more: its places are not either. */
export async function renewLease(database: Queryable, holder: string): Promise<boolean> {
  const renewed = await database.run(sql`
    with gone as (delete from stream_holders where lease_until < now() and id <> ${holder}::uuid)
    update stream_holders set lease_until = ${LEASE_UNTIL} where id = ${holder}::uuid`);
  return renewed === 1;
}

/** A holder that is new, or known no more, with the places that it has. */
export async function insertHolder(database: Queryable, holder: string, places: readonly Place[]): Promise<void> {
  await database.run(sql`
    with holder as (insert into stream_holders (id, lease_until) values (${holder}::uuid, ${LEASE_UNTIL}))
    insert into stream_places (holder, place, client)
    select ${holder}::uuid, place, client from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p (place integer, client text)`);
}

/** With all its places. */
export async function deleteHolder(database: Queryable, holder: string): Promise<void> {
  await database.run(sql`delete from stream_holders where id = ${holder}::uuid`);
}
