import sql from 'sql-template-tag';
import { openMailContent } from '../notification/sealedMail.ts';
import { testKeys } from '../partner/testPartner.testing.ts';
import type { Database } from '../platform/database/database.ts';

/** Returns the newest pending code for an address, from its encrypted email. */
export async function readNewestCode(database: Database, email: string, { mailOutbox } = testKeys): Promise<string> {
  const { id, sealed } = await database.one<{ id: string; sealed: Buffer }>(sql`
    select id, sealed from mail_outbox where recipient = ${email} and id like 'code:%' order by created_at desc limit 1`);
  return openMailContent(mailOutbox, id, sealed).body.slice(0, 6);
}
