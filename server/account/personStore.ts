import { createHmac } from 'node:crypto';
import sql, { join } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { findOrCreateDataKey } from '../platform/personal/sealedRows.ts';
import { buildPersonMarks, type PersonFacts } from './personMarks.ts';

/**
 * Adds facts learned about an account's owner. Nothing is removed: a former phone number still identifies the same
 * person.
 */
export async function addPersonMarks(database: Queryable, buyerId: string, facts: PersonFacts): Promise<void> {
  const marks = buildPersonMarks(facts);
  if (marks.length === 0) return;
  const { key } = await findOrCreateDataKey(database, 'person_marks:all');
  const rows = marks.map(({ kind, text }) => {
    const mark = createHmac('sha256', key)
      .update(JSON.stringify([kind, text]))
      .digest();
    return sql`(${buyerId}, ${mark}::bytea, ${kind})`;
  });
  await database.run(sql`
    insert into person_marks (buyer_id, mark, kind) values ${join(rows)} on conflict do nothing`);
}

const PROVED_MARK = sql`kind in ('mailbox', 'applicant')`;

/** Selects the account, and those proved to be the same person's by mailbox or document. */
export const selectProvedAccounts = (buyerId: string) => sql`
  select ${buyerId}::text as id
  union select buyer_id from person_marks
    where mark in (select mark from person_marks where buyer_id = ${buyerId} and ${PROVED_MARK})`;

/**
 * Selects all accounts of one person, open or closed, at any partner: the {@link selectProvedAccounts}, the accounts that
 * share any mark with these, and those that share a proved mark with any of them all. The relation is symmetric but not
 * transitive: typing another person's phone number does not join strangers.
 */
export const selectAccountsOfPerson = (buyerId: string) => sql`
  with own as (${selectProvedAccounts(buyerId)}),
  near as (
    select id from own
    union select buyer_id from person_marks
      where mark in (select mark from person_marks where buyer_id in (select id from own)))
  select id from near
  union select buyer_id from person_marks
    where mark in (select mark from person_marks where buyer_id in (select id from near) and ${PROVED_MARK})`;

/** Selects the lock keys of a person's limits: any two accounts of one person share one of these. */
export const selectMarksOfPerson = (buyerId: string) => sql`
  select encode(mark, 'hex') as mark from person_marks where buyer_id in (${selectProvedAccounts(buyerId)})
  union select ${buyerId}`;
