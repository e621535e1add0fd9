import sql, { join } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

/** Stores the people mentioned in a note, and on how many subjects the note was written. */
export async function insertMentions(
  transaction: Transaction,
  { noteId, itemCount }: { readonly noteId: number; readonly itemCount: number },
  persons: readonly string[],
): Promise<void> {
  if (persons.length === 0) return;
  await transaction.run(sql`
    insert into console_mentions (note_id, person, item_count)
    values ${join(persons.map((person) => sql`(${noteId}, ${person}, ${itemCount})`))}`);
}

export type StoredMention = {
  readonly noteId: number;
  readonly about: string;
  readonly subject: string;
  /** Reason of the identity review that the note is about; null for every other subject. */
  readonly reason: string | null;
  /** The number of subjects on which the note was written at once. */
  readonly itemCount: number;
  /** Who wrote it. */
  readonly person: string;
  readonly body: string;
  readonly writtenAt: Date;
  readonly readAt: Date | null;
};

/** Returns the newest mentions of a person. */
export async function listMentions(database: Queryable, person: string, limit: number): Promise<StoredMention[]> {
  return database.many<StoredMention>(sql`
    select n.id::int as note_id, n.about, n.subject, r.reason, m.item_count, n.person, n.body, n.written_at,
      m.read_at
    from console_mentions m join console_notes n on n.id = m.note_id
      left join identity_reviews r on n.about = 'review' and r.id::text = n.subject
    where m.person = ${person} order by m.note_id desc limit ${limit}`);
}

export async function countUnreadMentions(database: Queryable, person: string): Promise<number> {
  const { unread } = await database.one<{ unread: number }>(sql`
    select count(*)::int as unread from console_mentions where person = ${person} and read_at is null`);
  return unread;
}

/** Marks mentions of this person as read; those of others are not changed. */
export async function markMentionsRead(database: Queryable, person: string, notes: readonly number[]): Promise<void> {
  await database.run(sql`
    update console_mentions set read_at = slipway_now()
    where person = ${person} and note_id = any (${[...notes]}::bigint[]) and read_at is null`);
}

export type UnnotifiedMention = {
  readonly noteId: number;
  /** The mentioned person. */
  readonly person: string;
  readonly by: string;
  readonly about: string;
  readonly subject: string;
  readonly itemCount: number;
};

const BATCH = 50;

/** Locks and returns mentions without a notification that are still unread. */
export async function takeUnnotifiedMentions(transaction: Transaction): Promise<UnnotifiedMention[]> {
  return transaction.many<UnnotifiedMention>(sql`
    select m.note_id::int as note_id, m.person, n.person as by, n.about, n.subject, m.item_count
    from console_mentions m join console_notes n on n.id = m.note_id
    where m.notified_at is null and m.read_at is null
    order by m.note_id limit ${BATCH} for update of m skip locked`);
}

/** `message`: id of the push; null if there was none. */
export async function markMentionNotified(
  transaction: Transaction,
  { noteId, person }: Pick<UnnotifiedMention, 'noteId' | 'person'>,
  message: string | null,
): Promise<void> {
  await transaction.run(sql`
    update console_mentions set notified_at = slipway_now(), message = ${message}
    where note_id = ${noteId} and person = ${person}`);
}
