import { createHash } from 'node:crypto';

const LENGTH = 16;

/**
 * Returns a hash of a row's value that differs whenever the value differs: PostgreSQL always writes the fields of a `jsonb`
 * value in the same order. A missing row also has an edition.
 */
export function computeRowEdition(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('hex')
    .slice(0, LENGTH);
}
