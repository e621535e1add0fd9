import { createHash } from 'node:crypto';
import type { SanctionsList } from './sanctionsPort.ts';

/**
 * Composes a list of the distinct addresses, sorted by code unit, which is independent of the machine's locale. Hashes
 * one address per line, each with a line feed at its end. The hash is also the version if none is given.
 */
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
