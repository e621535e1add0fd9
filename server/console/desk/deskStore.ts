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

/** What notes and takes are beside. */
export type Subject = { readonly about: string; readonly subject: string };

export type StoredTake = Subject & { readonly person: string; readonly takenAt: Date };

export type StoredView = {
  readonly id: number;
  readonly person: string;
  readonly name: string;
  readonly query: string;
  readonly shared: boolean;
};

const NOTE = sql`id, about, subject, person, body, mentions, written_at as "writtenAt"`;
const TAKE = sql`about, subject, person, taken_at as "takenAt"`;
const VIEW = sql`id, person, name, query, shared`;

const MOST_NOTES = 500;

function rowsOf(subjects: readonly Subject[]) {
  return join(subjects.map(({ about, subject }) => sql`(${about}::text, ${subject}::text)`));
}

export async function insertNotes(
  database: Queryable,
  subjects: readonly Subject[],
  { person, body, mentions }: Pick<StoredNote, 'person' | 'body' | 'mentions'>,
): Promise<StoredNote[]> {
  return database.many<StoredNote>(sql`
    insert into console_notes (about, subject, person, body, mentions, written_at)
    select about, subject, ${person}, ${body}, ${[...mentions]}, slipway_now()
    from (values ${rowsOf(subjects)}) as beside (about, subject)
    returning ${NOTE}`);
}

/** Newest first. */
export async function notesBeside(database: Queryable, { about, subject }: Subject): Promise<StoredNote[]> {
  return database.many<StoredNote>(sql`
    select ${NOTE} from console_notes where about = ${about} and subject = ${subject}
    order by id desc limit ${MOST_NOTES}`);
}

export async function takesOf(database: Queryable, subjects: readonly Subject[]): Promise<StoredTake[]> {
  if (subjects.length === 0) return [];
  return database.many<StoredTake>(sql`
    select ${TAKE} from console_takes where (about, subject) in (${rowsOf(subjects)}) order by about, subject`);
}

/** Those that nobody else has; which these are is said by {@link takesOf}. */
export async function insertTakes(database: Queryable, subjects: readonly Subject[], person: string): Promise<void> {
  await database.run(sql`
    insert into console_takes (about, subject, person, taken_at)
    select distinct about, subject, ${person}, slipway_now() from (values ${rowsOf(subjects)}) as wanted (about, subject)
    on conflict do nothing`);
}

/** Whoever has them. */
export async function moveTakes(database: Queryable, subjects: readonly Subject[], to: string): Promise<void> {
  await database.run(sql`
    insert into console_takes (about, subject, person, taken_at)
    select distinct about, subject, ${to}, slipway_now() from (values ${rowsOf(subjects)}) as handed (about, subject)
    on conflict (about, subject) do update set person = excluded.person, taken_at = excluded.taken_at
    where console_takes.person <> excluded.person`);
}

/** From one person to another; what somebody else has stays theirs. */
export async function takeOver(
  database: Queryable,
  subjects: readonly Subject[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await database.run(sql`
    update console_takes set person = ${to}, taken_at = slipway_now()
    where (about, subject) in (${rowsOf(subjects)}) and person = ${from}`);
}

export async function removeTakes(database: Queryable, subjects: readonly Subject[], person: string): Promise<void> {
  await database.run(sql`
    delete from console_takes where (about, subject) in (${rowsOf(subjects)}) and person = ${person}`);
}

/** A person's own, and those for everybody. */
export async function viewsOf(database: Queryable, place: string, person: string): Promise<StoredView[]> {
  return database.many<StoredView>(sql`
    select ${VIEW} from console_views where place = ${place} and (shared or person = ${person})
    order by shared, name, id limit 200`);
}

/** In place of the person's view of the same name; undefined where they have so many already. */
export async function replaceView(
  database: Queryable,
  place: string,
  { person, name, query, shared }: Omit<StoredView, 'id'>,
  most: number,
): Promise<StoredView | undefined> {
  await database.run(sql`delete from console_views where person = ${person} and place = ${place} and name = ${name}`);
  return database.maybeOne<StoredView>(sql`
    insert into console_views (person, place, name, query, shared, made_at)
    select ${person}, ${place}, ${name}, ${query}, ${shared}, slipway_now()
    where (select count(*) from console_views where person = ${person}) < ${most}
    returning ${VIEW}`);
}

/** False where the person has no such view. */
export async function removeView(database: Queryable, id: number, person: string): Promise<boolean> {
  return (await database.run(sql`delete from console_views where id = ${id} and person = ${person}`)) > 0;
}
