import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { reversalKey } from './entryKey.ts';

/**
 * The key under which a fact is posted now: its own, or the next one where a person has taken back what was posted of it. While
 * what was posted stands, that is its key, and the database refuses it.
 */
export async function keyOfFact(database: Queryable, fact: string): Promise<string> {
  for (let again = 1; ; again++) {
    const key = again === 1 ? fact : `again:${again}:${fact}`;
    const taken = await database.maybeOne(sql`select 1 from ledger_transactions where key = ${reversalKey(key)}`);
    if (!taken) return key;
  }
}
