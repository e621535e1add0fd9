import type { AddressReader } from '../../providers/chain/chainPort.ts';
import type { AddressReaders } from '../../providers/chain/chains.ts';

/** The result of parsing a pasted text: an address, or a refusal if the address would have to be guessed. */
export type PastedAddress =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'other_network'; readonly looksLike: string | null };

/**
 * Zero-width characters that are removed: joiners, soft hyphens, and directional marks around quotations.
 */
const ZERO_WIDTH_CHARACTERS = /[\u00AD\u200B-\u200F\u2060-\u2064\u2066-\u2069\uFEFF]/g;
/** Quotes and brackets around an address, and trailing punctuation. */
const SURROUNDING_PUNCTUATION = /^[\s"'`«»‘-‟<>()[\]]+|[\s"'`«»‘-‟<>()[\].,;]+$/gu;
/** Other invisible characters, which can make the displayed text differ from the address. */
const INVISIBLE_CHARACTERS = /[\p{Cf}\p{Cc}]/u;
/** URI schemes of networks that are not sold here. */
const OTHER_SCHEMES: Readonly<Record<string, string>> = {
  bitcoincash: 'Bitcoin Cash',
  cardano: 'Cardano',
  dogecoin: 'Dogecoin',
  lightning: 'Lightning',
  litecoin: 'Litecoin',
  monero: 'Monero',
  ripple: 'XRP Ledger',
  solana: 'Solana',
  tron: 'Tron',
};

const MALFORMED: PastedAddress = { kind: 'malformed' };

/** Extracts the address from a text pasted for a network. The chain validates it. */
export function parsePastedAddress(pasted: string, network: string, readers: AddressReaders): PastedAddress {
  const text = pasted
    .replaceAll(ZERO_WIDTH_CHARACTERS, '')
    .replaceAll(SURROUNDING_PUNCTUATION, '')
    .replaceAll(/\s+/g, '');
  if (INVISIBLE_CHARACTERS.test(text)) return MALFORMED;
  const [, written = '', rest = ''] = /^([a-z]+):(.*)$/i.exec(text) ?? [];
  const scheme = written.toLowerCase();
  const other = OTHER_SCHEMES[scheme];
  if (other !== undefined) return { kind: 'other_network', looksLike: other };
  const reader = findReaderByScheme(readers, scheme);
  if (!reader) return { kind: 'address', address: text };
  const read = reader.paymentUris.read(rest);
  if (!read) return MALFORMED;
  if (read.network === undefined || read.network === network) return { kind: 'address', address: read.address };
  return { kind: 'other_network', looksLike: readers.get(read.network)?.name ?? null };
}

/** Returns the reader of a URI scheme; chains that share one read it in the same way. */
function findReaderByScheme(readers: AddressReaders, scheme: string): AddressReader | undefined {
  return scheme === '' ? undefined : [...readers.values()].find(({ paymentUris }) => paymentUris.scheme === scheme);
}
