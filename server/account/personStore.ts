import { createHmac } from 'node:crypto';
import sql, { join } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { keyOfSubject } from '../platform/personal/sealedRows.ts';
import { type PersonFacts, personMarks } from './person.ts';

/** Adds what became known of an account's owner. Nothing is taken back: a changed phone number still names the same person. */
export async function addPersonMarks(database: Queryable, buyerId: string, facts: PersonFacts): Promise<void> {
  const marks = personMarks(facts);
  if (marks.length === 0) return;
  const { key } = await keyOfSubject(database, 'person_marks:all');
  const rows = marks.map(({ kind, text }) => {
    const mark = createHmac('sha256', key)
      .update(JSON.stringify([kind, text]))
      .digest();
    return sql`(${buyerId}, ${mark}::bytea, ${kind})`;
  });
  await database.run(sql`
    insert into person_marks (buyer_id, mark, kind) values ${join(rows)} on conflict do nothing`);
}

const isProved = sql`kind in ('mailbox', 'applicant')`;

/** The account, and those that have proved to be the same person's by mailbox or document. */
export const selectProvedAccounts = (buyerId: string) => sql`
  select ${buyerId}::text as id
  union select buyer_id from person_marks
    where mark in (select mark from person_marks where buyer_id = ${buyerId} and ${isProved})`;

/**
 * All accounts of one person, open or closed, whichever partner's: those with a mark in common with one of the
 * {@link selectProvedAccounts}, and what those have proved. Seen from any of them, the others are the same, but it is not passed
 * on further: whoever types another's phone number joins no strangers.
 */
export const selectAccountsOfPerson = (buyerId: string) => sql`
  with own as (${selectProvedAccounts(buyerId)}),
  near as (
    select id from own
    union select buyer_id from person_marks
      where mark in (select mark from person_marks where buyer_id in (select id from own)))
  select id from near
  union select buyer_id from person_marks
    where mark in (select mark from person_marks where buyer_id in (select id from near) and ${isProved})`;

/** What a limit of the person is locked by: any two accounts of one person have one of these in common. */
export const selectMarksOfPerson = (buyerId: string) => sql`
  select encode(mark, 'hex') as mark from person_marks where buyer_id in (${selectProvedAccounts(buyerId)})
  union select ${buyerId}`;
