import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { buildReversalKey } from './entryKey.ts';

/**
 * Returns the first key of a fact whose entry is not reversed: the fact itself, then `again:2:<fact>`, `again:3:<fact>` and so
 * on. If an entry with this key is already posted, the database refuses to post a second one.
 */
export async function findEntryKey(database: Queryable, fact: string): Promise<string> {
  for (let again = 1; ; again++) {
    const key = again === 1 ? fact : `again:${again}:${fact}`;
    const taken = await database.maybeOne(sql`select 1 from ledger_transactions where key = ${buildReversalKey(key)}`);
    if (!taken) return key;
  }
}
