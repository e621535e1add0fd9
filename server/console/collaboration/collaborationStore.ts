import sql, { join } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

export type StoredNote = {
  readonly id: number;
  readonly about: string;
  readonly subject: string;
  readonly person: string;
  readonly body: string;
  readonly mentions: readonly string[];
  readonly writtenAt: Date;
};

/** An item that may have notes and an assignee. */
export type WorkItem = { readonly about: string; readonly subject: string };

export type StoredAssignment = WorkItem & { readonly person: string; readonly takenAt: Date };

export type StoredView = {
  readonly id: number;
  readonly person: string;
  readonly name: string;
  readonly query: string;
  readonly shared: boolean;
};

const NOTE = sql`id, about, subject, person, body, mentions, written_at`;
const ASSIGNMENT = sql`about, subject, person, taken_at`;
const VIEW = sql`id, person, name, query, shared`;

const MOST_NOTES = 500;

function buildRows(subjects: readonly WorkItem[]) {
  return join(subjects.map(({ about, subject }) => sql`(${about}::text, ${subject}::text)`));
}

export async function insertNotes(
  database: Queryable,
  subjects: readonly WorkItem[],
  { person, body, mentions }: Pick<StoredNote, 'person' | 'body' | 'mentions'>,
): Promise<StoredNote[]> {
  return database.many<StoredNote>(sql`
    insert into console_notes (about, subject, person, body, mentions, written_at)
    select about, subject, ${person}, ${body}, ${[...mentions]}, slipway_now()
    from (values ${buildRows(subjects)}) as listed (about, subject)
    returning ${NOTE}`);
}

/** Returns the notes of an item, newest first. */
export async function listNotes(database: Queryable, { about, subject }: WorkItem): Promise<StoredNote[]> {
  return database.many<StoredNote>(sql`
    select ${NOTE} from console_notes where about = ${about} and subject = ${subject}
    order by id desc limit ${MOST_NOTES}`);
}

export async function findAssignments(database: Queryable, subjects: readonly WorkItem[]): Promise<StoredAssignment[]> {
  if (subjects.length === 0) return [];
  return database.many<StoredAssignment>(sql`
    select ${ASSIGNMENT} from console_assignments where (about, subject) in (${buildRows(subjects)}) order by about, subject`);
}

/** Assigns the items that have no assignee. {@link findAssignments} returns the result. */
export async function insertAssignments(
  database: Queryable,
  subjects: readonly WorkItem[],
  person: string,
): Promise<void> {
  await database.run(sql`
    insert into console_assignments (about, subject, person, taken_at)
    select distinct about, subject, ${person}, slipway_now() from (values ${buildRows(subjects)}) as wanted (about, subject)
    on conflict do nothing`);
}

/** Assigns items, also those assigned to someone else. */
export async function reassignItems(database: Queryable, subjects: readonly WorkItem[], to: string): Promise<void> {
  await database.run(sql`
    insert into console_assignments (about, subject, person, taken_at)
    select distinct about, subject, ${to}, slipway_now() from (values ${buildRows(subjects)}) as handed (about, subject)
    on conflict (about, subject) do update set person = excluded.person, taken_at = excluded.taken_at
    where console_assignments.person <> excluded.person`);
}

/** Reassigns items from one person to another. Items of other people are unchanged. */
export async function transferAssignments(
  database: Queryable,
  subjects: readonly WorkItem[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await database.run(sql`
    update console_assignments set person = ${to}, taken_at = slipway_now()
    where (about, subject) in (${buildRows(subjects)}) and person = ${from}`);
}

export async function deleteAssignments(
  database: Queryable,
  subjects: readonly WorkItem[],
  person: string,
): Promise<void> {
  await database.run(sql`
    delete from console_assignments where (about, subject) in (${buildRows(subjects)}) and person = ${person}`);
}

/** Returns a person's own and all shared views. */
export async function listViews(database: Queryable, place: string, person: string): Promise<StoredView[]> {
  return database.many<StoredView>(sql`
    select ${VIEW} from console_views where place = ${place} and (shared or person = ${person})
    order by shared, name, id limit 200`);
}

/**
 * Stores a view, replacing the person's view of the same name. Returns undefined if the person has `most` views
 * already.
 */
export async function replaceView(
  database: Queryable,
  place: string,
  { person, name, query, shared }: Omit<StoredView, 'id'>,
  most: number,
): Promise<StoredView | undefined> {
  await database.run(sql`delete from console_views where person = ${person} and place = ${place} and name = ${name}`);
  return database.maybeOne<StoredView>(sql`
    insert into console_views (person, place, name, query, shared, created_at)
    select ${person}, ${place}, ${name}, ${query}, ${shared}, slipway_now()
    where (select count(*) from console_views where person = ${person}) < ${most}
    returning ${VIEW}`);
}

/** Deletes a saved view. Returns false if the person has no such view. */
export async function removeView(database: Queryable, id: number, person: string): Promise<boolean> {
  return (await database.run(sql`delete from console_views where id = ${id} and person = ${person}`)) > 0;
}
