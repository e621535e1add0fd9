import sql, { join } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { WorkItem } from '../collaboration/collaborationStore.ts';

/** A browser tab of the console and its person. */
export type ConsoleTab = { readonly tab: string; readonly person: string };

/** Presence expires after this time without renewal. By the machine's clock, because the product's clock may be moved. */
export const LEASE_SECONDS = 30;

const LEASE = sql`clock_timestamp() + ${LEASE_SECONDS}::int * interval '1 second'`;

function buildRows(tabs: readonly ConsoleTab[]) {
  return join(tabs.map(({ tab, person }) => sql`(${tab}::uuid, ${person}::text)`));
}

/** Replaces the items that the tab has open, for the duration of a lease. */
export async function replacePresence(
  database: Queryable,
  consoleTab: ConsoleTab,
  subjects: readonly WorkItem[],
): Promise<void> {
  const { tab, person } = consoleTab;
  if (subjects.length === 0) return endPresence(database, [consoleTab]);
  const open = join(subjects.map(({ about, subject }) => sql`(${about}::text, ${subject}::text)`));
  await database.run(sql`
    with closed as (
      delete from console_presence where tab = ${tab} and person = ${person} and (about, subject) not in (${open}))
    insert into console_presence (tab, person, about, subject, lease_until)
    select ${tab}::uuid, ${person}, about, subject, ${LEASE}
    from (select distinct about, subject from (values ${open}) as open (about, subject)) once
    on conflict (tab, person, about, subject) do update set lease_until = excluded.lease_until`);
}

export async function endPresence(database: Queryable, tabs: readonly ConsoleTab[]): Promise<void> {
  await database.run(sql`delete from console_presence where (tab, person) in (${buildRows(tabs)})`);
}

/**
 * Renews the leases of these tabs, whose streams this process serves. Deletes all expired rows, such as those of processes
 * that have ended.
 */
export async function renewPresence(database: Queryable, tabs: readonly ConsoleTab[]): Promise<void> {
  await database.run(sql`
    update console_presence set lease_until = ${LEASE} where (tab, person) in (${buildRows(tabs)})`);
  await database.run(sql`delete from console_presence where lease_until < clock_timestamp()`);
}

/** Returns the names of the other people who have the item open. */
export async function findOtherViewers(
  database: Queryable,
  { about, subject }: WorkItem,
  except: string,
): Promise<string[]> {
  const rows = await database.many<{ person: string }>(sql`
    select distinct person from console_presence
    where about = ${about} and subject = ${subject} and person <> ${except} and lease_until > clock_timestamp()
    order by person`);
  return rows.map(({ person }) => person);
}
