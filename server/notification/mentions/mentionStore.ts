import sql, { join } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

/** Remembers whom a note names; nothing where it names nobody. */
export async function insertMentions(
  transaction: Transaction,
  { noteId, beside }: { readonly noteId: number; readonly beside: number },
  persons: readonly string[],
): Promise<void> {
  if (persons.length === 0) return;
  await transaction.run(sql`
    insert into console_mentions (note_id, person, beside)
    values ${join(persons.map((person) => sql`(${noteId}, ${person}, ${beside})`))}`);
}

export type StoredMention = {
  readonly noteId: number;
  readonly about: string;
  readonly subject: string;
  /** Of a review of a buyer: what it is about; null for anything else. */
  readonly reason: string | null;
  readonly beside: number;
  /** Who wrote it. */
  readonly person: string;
  readonly body: string;
  readonly writtenAt: Date;
  readonly readAt: Date | null;
};

/** The newest of one person. */
export async function mentionsOf(database: Queryable, person: string, limit: number): Promise<StoredMention[]> {
  return database.many<StoredMention>(sql`
    select n.id::int as "noteId", n.about, n.subject, r.reason, m.beside, n.person, n.body, n.written_at as "writtenAt",
      m.read_at as "readAt"
    from console_mentions m join console_notes n on n.id = m.note_id
      left join identity_reviews r on n.about = 'review' and r.id::text = n.subject
    where m.person = ${person} order by m.note_id desc limit ${limit}`);
}

export async function countUnread(database: Queryable, person: string): Promise<number> {
  const { unread } = await database.one<{ unread: number }>(sql`
    select count(*)::int as unread from console_mentions where person = ${person} and read_at is null`);
  return unread;
}

/** Those of the person alone. */
export async function writeRead(database: Queryable, person: string, notes: readonly number[]): Promise<void> {
  await database.run(sql`
    update console_mentions set read_at = slipway_now()
    where person = ${person} and note_id = any (${[...notes]}::bigint[]) and read_at is null`);
}

export type UntoldMention = {
  readonly noteId: number;
  /** Who is named. */
  readonly person: string;
  readonly by: string;
  readonly about: string;
  readonly subject: string;
  readonly beside: number;
};

const BATCH = 50;

/** Of whom nobody was told yet, held until the transaction's end; whoever has read it meanwhile needs no telling. */
export async function takeUntoldMentions(transaction: Transaction): Promise<UntoldMention[]> {
  return transaction.many<UntoldMention>(sql`
    select m.note_id::int as "noteId", m.person, n.person as by, n.about, n.subject, m.beside
    from console_mentions m join console_notes n on n.id = m.note_id
    where m.told_at is null and m.read_at is null
    order by m.note_id limit ${BATCH} for update of m skip locked`);
}

/** `message`: of the push; null where there was none. */
export async function writeMentionTold(
  transaction: Transaction,
  { noteId, person }: Pick<UntoldMention, 'noteId' | 'person'>,
  message: string | null,
): Promise<void> {
  await transaction.run(sql`
    update console_mentions set told_at = slipway_now(), message = ${message}
    where note_id = ${noteId} and person = ${person}`);
}
