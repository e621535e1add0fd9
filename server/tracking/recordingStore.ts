import sql from 'sql-template-tag';
import type { Database, Queryable } from '../platform/database/database.ts';

export type RecordingPart = { readonly recording: string; readonly sequence: number; readonly events: string };

export type StoredRecording = {
  readonly id: string;
  readonly country: string;
  readonly openedAt: Date;
  readonly characters: number;
};

/** About five megabytes per recording: enough for half an hour of one visit. */
const MOST_CHARACTERS = 5_000_000;
const MOST_MINUTES = 30;
/** Maximum number of stored recordings: strangers can send recordings while they are switched on. */
const MOST_RECORDINGS = 500;
const KEPT_DAYS = 14;

/** Opens a recording. Returns false if the maximum is reached. Leaves an existing recording unchanged. */
export async function openRecording(
  database: Queryable,
  { id, country }: Pick<StoredRecording, 'id' | 'country'>,
): Promise<boolean> {
  const opened = await database.run(sql`
    insert into replay_recordings (id, country, opened_at)
    select ${id}, ${country}, slipway_now() where (select count(*) from replay_recordings) < ${MOST_RECORDINGS}
    on conflict (id) do nothing`);
  if (opened > 0) return true;
  return (await database.maybeOne(sql`select id from replay_recordings where id = ${id}`)) !== undefined;
}

/** Stores a part once. Returns false if the recording was never opened, has ended or is full. */
export async function addPart(database: Database, { recording, sequence, events }: RecordingPart): Promise<boolean> {
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

/** Lists recordings, newest first. */
export async function listRecordings(database: Queryable, limit: number): Promise<StoredRecording[]> {
  return database.many<StoredRecording>(sql`
    select id, country, opened_at, characters from replay_recordings
    order by opened_at desc, id limit ${limit}`);
}

/** Returns a recording's parts in order; none for an unknown id. */
export async function readParts(database: Queryable, recording: string): Promise<Omit<RecordingPart, 'recording'>[]> {
  return database.many<Omit<RecordingPart, 'recording'>>(sql`
    select sequence, events from replay_parts where recording_id::text = ${recording} order by sequence`);
}

/** Deletes recordings after their retention time. */
export async function deleteOldRecordings(database: Queryable): Promise<void> {
  await database.run(
    sql`delete from replay_recordings where opened_at < (select slipway_now()) - ${KEPT_DAYS} * interval '1 day'`,
  );
}
