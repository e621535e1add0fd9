import sql from 'sql-template-tag';
import { openLetter } from '../notification/sealedLetter.ts';
import { keys } from '../partner/testPartner.testing.ts';
import type { Database } from '../platform/database/database.ts';

/** The newest code that waits to be sent to an address, out of its sealed letter. */
export async function newestCode(database: Database, email: string, { mailOutbox } = keys): Promise<string> {
  const { id, sealed } = await database.one<{ id: string; sealed: Buffer }>(sql`
    select id, sealed from mail_outbox where recipient = ${email} and id like 'code:%' order by created_at desc limit 1`);
  return openLetter(mailOutbox, id, sealed).body.slice(0, 6);
}
