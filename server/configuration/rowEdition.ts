import { createHash } from 'node:crypto';

const LENGTH = 16;

/** Another text as soon as a row is another; PostgreSQL writes the fields of a row always in the same order. */
export function rowEdition(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('hex')
    .slice(0, LENGTH);
}
