import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { reversalKey } from './entryKey.ts';

/**
 * Returns the key under which a fact can be posted now: its own, or the next one if a person has reversed the posted one. If
 * the posted one is not reversed, this returns its key, and the database refuses a second entry.
 */
export async function findEntryKey(database: Queryable, fact: string): Promise<string> {
  for (let again = 1; ; again++) {
    const key = again === 1 ? fact : `again:${again}:${fact}`;
    const taken = await database.maybeOne(sql`select 1 from ledger_transactions where key = ${reversalKey(key)}`);
    if (!taken) return key;
  }
}
