import { createHash } from 'node:crypto';

/**
 * Enough for every statement of the product; those that are put together at run time, as an insert of many rows, could be
 * endless, and each plan takes some 45 kB in every connection.
 */
const MOST_NAMES = 500;

/** Names for at most so many statements; undefined for any further one, which is then planned each time. */
export function createNames(most: number): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= most) return known;
    // PostgreSQL cuts names at 63 bytes.
    const name = createHash('sha256').update(text).digest('base64url');
    names.set(text, name);
    return name;
  };
}

/**
 * The name under which a connection keeps a statement's plan: reading and planning the statement of an order takes longer
 * than running it.
 */
export const statementName = createNames(MOST_NAMES);
