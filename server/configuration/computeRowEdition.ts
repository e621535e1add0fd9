import { createHash } from 'node:crypto';

const LENGTH = 16;

/**
 * Returns a hash that identifies a row's value. Equal values have equal hashes, because PostgreSQL always returns the fields
 * of a `jsonb` value in the same order. A missing row is hashed as null.
 */
export function computeRowEdition(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('hex')
    .slice(0, LENGTH);
}
