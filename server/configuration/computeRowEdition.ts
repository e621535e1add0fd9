import { createHash } from 'node:crypto';

const LENGTH = 16;

/**
 * Returns a hash that differs whenever the row differs; PostgreSQL always writes the fields of a `jsonb` value in the
 * same order.
 */
export function computeRowEdition(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('hex')
    .slice(0, LENGTH);
}
