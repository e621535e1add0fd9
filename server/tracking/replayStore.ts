import sql from 'sql-template-tag';
import type { Database, Queryable } from '../platform/database/database.ts';

export type ReplayPart = { readonly recording: string; readonly sequence: number; readonly events: string };

export type ReplayRecording = {
  readonly id: string;
  readonly country: string;
  readonly openedAt: Date;
  readonly characters: number;
};

/** About five megabytes a recording: half an hour of one person's visit has room. */
const MOST_CHARACTERS = 5_000_000;
const MOST_MINUTES = 30;
/** Strangers can send recordings while they are switched on: so many of them are kept at once, and no more. */
const MOST_RECORDINGS = 500;
const KEPT_DAYS = 14;

/** False when there is no room for another recording. One that is there already stays as it is. */
export async function openRecording(
  database: Queryable,
  { id, country }: Pick<ReplayRecording, 'id' | 'country'>,
): Promise<boolean> {
  const opened = await database.run(sql`
    insert into replay_recordings (id, country, opened_at)
    select ${id}, ${country}, slipway_now() where (select count(*) from replay_recordings) < ${MOST_RECORDINGS}
    on conflict (id) do nothing`);
  if (opened > 0) return true;
  return (await database.maybeOne(sql`select id from replay_recordings where id = ${id}`)) !== undefined;
}

/** Keeps a part once. False when the recording was never opened, is over, or has no room for it. */
export async function addPart(database: Database, { recording, sequence, events }: ReplayPart): Promise<boolean> {
  return database.repeatableTransaction(async (transaction) => {
    const found = await transaction.maybeOne<{ room: number }>(sql`
      select ${MOST_CHARACTERS} - characters as room from replay_recordings
      where id = ${recording} and opened_at > slipway_now() - ${MOST_MINUTES} * interval '1 minute' for update`);
    if (!found || found.room < events.length) return false;
    const added = await transaction.run(sql`
      insert into replay_parts (recording_id, sequence, events) values (${recording}, ${sequence}, ${events})
      on conflict (recording_id, sequence) do nothing`);
    if (added > 0)
      await transaction.run(sql`
        update replay_recordings set characters = characters + ${events.length} where id = ${recording}`);
    return true;
  });
}

/** Newest first. */
export async function listRecordings(database: Queryable, limit: number): Promise<ReplayRecording[]> {
  return database.many<ReplayRecording>(sql`
    select id, country, opened_at as "openedAt", characters from replay_recordings
    order by opened_at desc, id limit ${limit}`);
}

/** In their order; none for an id that no recording has. */
export async function readParts(database: Queryable, recording: string): Promise<Omit<ReplayPart, 'recording'>[]> {
  return database.many<Omit<ReplayPart, 'recording'>>(sql`
    select sequence, events from replay_parts where recording_id::text = ${recording} order by sequence`);
}

/** Forgets recordings whose fault was looked for long enough. */
export async function forgetOldRecordings(database: Queryable): Promise<void> {
  await database.run(
    sql`delete from replay_recordings where opened_at < (select slipway_now()) - ${KEPT_DAYS} * interval '1 day'`,
  );
}
