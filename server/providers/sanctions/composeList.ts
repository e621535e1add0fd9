import { createHash } from 'node:crypto';
import type { SanctionsList } from './sanctionsPort.ts';

/** Sorts by code unit, independent of the machine's locale; every line of the hashed content ends with a line feed. */
export function composeList(
  source: string,
  addresses: readonly string[],
  { version, publishedAt }: { readonly version?: string | undefined; readonly publishedAt?: Date | undefined },
): SanctionsList {
  const distinct = [...new Set(addresses)].toSorted((a, b) => (a < b ? -1 : 1));
  const hash = createHash('sha256')
    .update(distinct.map((address) => `${address}\n`).join(''))
    .digest('hex');
  return { source, version: version ?? hash, hash, ...(publishedAt && { publishedAt }), addresses: distinct };
}
