import sql, { join } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { Subject } from './deskStore.ts';

/** One page of the console, and who sits before it. */
export type Place = { readonly tab: string; readonly person: string };

/** Who is not heard of for so long has left. By the machine's clock: the product's may be moved. */
export const LEASE_SECONDS = 30;

const LEASE = sql`clock_timestamp() + ${LEASE_SECONDS}::int * interval '1 second'`;

function rowsOf(places: readonly Place[]) {
  return join(places.map(({ tab, person }) => sql`(${tab}::uuid, ${person}::text)`));
}

/** In the place of what the tab had open before. */
export async function writePresence(database: Queryable, place: Place, subjects: readonly Subject[]): Promise<void> {
  const { tab, person } = place;
  if (subjects.length === 0) return endPresence(database, [place]);
  const open = join(subjects.map(({ about, subject }) => sql`(${about}::text, ${subject}::text)`));
  await database.run(sql`
    with closed as (
      delete from console_presence where tab = ${tab} and person = ${person} and (about, subject) not in (${open}))
    insert into console_presence (tab, person, about, subject, lease_until)
    select ${tab}::uuid, ${person}, about, subject, ${LEASE}
    from (select distinct about, subject from (values ${open}) as open (about, subject)) once
    on conflict (tab, person, about, subject) do update set lease_until = excluded.lease_until`);
}

export async function endPresence(database: Queryable, places: readonly Place[]): Promise<void> {
  await database.run(sql`delete from console_presence where (tab, person) in (${rowsOf(places)})`);
}

/** Of all tabs whose streams a process has, at once; those of processes that are gone go. */
export async function renewPresence(database: Queryable, places: readonly Place[]): Promise<void> {
  await database.run(sql`
    update console_presence set lease_until = ${LEASE} where (tab, person) in (${rowsOf(places)})`);
  await database.run(sql`delete from console_presence where lease_until < clock_timestamp()`);
}

/** The others, by name. */
export async function lookersAt(database: Queryable, { about, subject }: Subject, but: string): Promise<string[]> {
  const rows = await database.many<{ person: string }>(sql`
    select distinct person from console_presence
    where about = ${about} and subject = ${subject} and person <> ${but} and lease_until > clock_timestamp()
    order by person`);
  return rows.map(({ person }) => person);
}
