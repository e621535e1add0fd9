import type { AddressReader } from '../../providers/chain/chainPort.ts';
import type { AddressReaders } from '../../providers/chain/chains.ts';

/** What a pasted text comes to: an address, or a refusal where paying it would mean to guess. */
export type PastedAddress =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'other_network'; readonly looksLike: string | null };

/** Characters that are not seen: an address that carries one is not the address that it looks like. */
const UNSEEN = /[\p{Cf}\p{Cc}]/u;

const MALFORMED: PastedAddress = { kind: 'malformed' };

/** Takes the address out of what was pasted for a network. Whether it is one, the chain says. */
export function readPastedAddress(pasted: string, network: string, readers: AddressReaders): PastedAddress {
  const text = pasted.replace(/^[^\S\uFEFF]+|[^\S\uFEFF]+$/g, '');
  if (UNSEEN.test(text)) return MALFORMED;
  const [, scheme = '', rest = ''] = /^([a-z]+):(.*)$/i.exec(text) ?? [];
  const reader = readerOfScheme(readers, scheme.toLowerCase());
  if (!reader) return { kind: 'address', address: text };
  const read = reader.paymentUris.read(rest);
  if (!read) return MALFORMED;
  if (read.network === undefined || read.network === network) return { kind: 'address', address: read.address };
  return { kind: 'other_network', looksLike: readers.get(read.network)?.name ?? null };
}

/** Chains that share a scheme read it alike. */
function readerOfScheme(readers: AddressReaders, scheme: string): AddressReader | undefined {
  return scheme === '' ? undefined : [...readers.values()].find(({ paymentUris }) => paymentUris.scheme === scheme);
}
