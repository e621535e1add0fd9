import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

/** With what the key of a counter-entry begins, and the key of a fact that is posted again after one. */
const PREFIXES = /^(?:reversal:)?(?:again:\d+:)?/;

/** The fact that an entry is about, whether it posts it, posts it again, or takes it back. Pure. */
export function factOf(key: string): string {
  return key.replace(PREFIXES, '');
}

/** Under which an entry is taken back. */
export function reversalKey(key: string): string {
  return `reversal:${key}`;
}

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
