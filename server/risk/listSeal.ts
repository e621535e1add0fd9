import { createHmac } from 'node:crypto';
import { equalBytes, type PurposeKeys } from '../platform/secrets.ts';
import type { ListEdition } from './screening.ts';

export type SealedEdition = ListEdition & { readonly seal: Buffer };

/**
 * Returns an HMAC-SHA256 (RFC 2104) over an edition of a sanctions list, its fetch time and all of its addresses, each in the
 * form of `toComparableAddress`.
 */
export function computeListSeal([key]: PurposeKeys, edition: ListEdition, addresses: Iterable<string>): Buffer {
  const { source, version, hash, fetchedAt, publishedAt } = edition;
  const fields = [source, version, hash, fetchedAt.toISOString(), publishedAt?.toISOString() ?? null];
  return createHmac('sha256', key)
    .update(JSON.stringify([...fields, ...[...addresses].toSorted()]))
    .digest();
}

/** Returns true if the edition's seal matches these addresses, with the newest key or a former one. */
export function isListSealed(
  keys: PurposeKeys,
  { seal, ...edition }: SealedEdition,
  addresses: Iterable<string>,
): boolean {
  const listed = [...addresses];
  return keys.some((key) => equalBytes(computeListSeal([key], edition, listed), seal));
}
