import { createHash } from 'node:crypto';

/**
 * Enough for every fixed statement of the product. Statements composed at run time, such as inserts of many rows, could be
 * unlimited, and each plan takes some 45 kB per connection.
 */
const MAX_NAMES = 500;

/** A statement and the name of its plan. */
export type NamedStatement = { readonly text: string; readonly name?: string };

/**
 * Returns a function that names up to `maxNames` statements; PostgreSQL plans further ones each time. Every call for the same
 * statement returns the same string: each connection keeps the text of each statement that it has prepared.
 */
export function createStatementNamer(maxNames: number): (text: string) => NamedStatement {
  const named = new Map<string, NamedStatement>();
  return (text) => {
    const known = named.get(text);
    if (known) return known;
    if (named.size >= maxNames) return { text };
    // PostgreSQL truncates names to 63 bytes.
    const statement = { text, name: createHash('sha256').update(text).digest('base64url') };
    named.set(text, statement);
    return statement;
  };
}

/**
 * Names the plan of a statement, which a connection keeps: parsing and planning an order's statement takes longer than
 * executing it.
 */
export const nameStatement = createStatementNamer(MAX_NAMES);
