import type { AddressReader } from '../../providers/chain/chainPort.ts';
import type { AddressReaders } from '../../providers/chain/chains.ts';

/** What a pasted text comes to: an address, or a refusal where paying it would mean to guess. */
export type PastedAddress =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'other_network'; readonly looksLike: string | null };

/** Has no width and no meaning in an address: joiners, soft hyphens, and the marks that texts put around what they quote. */
const WITHOUT_WIDTH = /[\u00AD\u200B-\u200F\u2060-\u2064\u2066-\u2069\uFEFF]/g;
/** Quotes and brackets around an address, and the mark that ends a sentence. */
const AROUND = /^[\s"'`«»‘-‟<>()[\]]+|[\s"'`«»‘-‟<>()[\].,;]+$/gu;
/** What else is not seen: it changes the order in which an address is read, so that it is not the one that it looks like. */
const UNSEEN = /[\p{Cf}\p{Cc}]/u;
/** Wallets of networks that are not sold here write these before the colon. */
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

/** Takes the address out of what was pasted for a network. Whether it is one, the chain says. */
export function readPastedAddress(pasted: string, network: string, readers: AddressReaders): PastedAddress {
  const text = pasted.replaceAll(WITHOUT_WIDTH, '').replaceAll(AROUND, '').replaceAll(/\s+/g, '');
  if (UNSEEN.test(text)) return MALFORMED;
  const [, written = '', rest = ''] = /^([a-z]+):(.*)$/i.exec(text) ?? [];
  const scheme = written.toLowerCase();
  const other = OTHER_SCHEMES[scheme];
  if (other !== undefined) return { kind: 'other_network', looksLike: other };
  const reader = readerOfScheme(readers, scheme);
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
