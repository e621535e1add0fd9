import { createHash } from 'node:crypto';

/**
 * Enough for every fixed statement of the product. Statements composed at run time, such as inserts of many rows, could be
 * unlimited, and each plan takes some 45 kB per connection.
 */
const MAX_NAMES = 500;

/**
 * Returns a function that names up to `maxNames` statements. It returns undefined for further ones, which PostgreSQL then plans
 * each time.
 */
export function createStatementNamer(maxNames: number): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const assignedName = names.get(text);
    if (assignedName !== undefined || names.size >= maxNames) return assignedName;
    // PostgreSQL truncates names to 63 bytes.
    const name = createHash('sha256').update(text).digest('base64url');
    names.set(text, name);
    return name;
  };
}

/**
 * Returns the name under which a connection keeps a statement's plan: parsing and planning an order's statement takes longer
 * than executing it.
 */
export const nameStatement = createStatementNamer(MAX_NAMES);
