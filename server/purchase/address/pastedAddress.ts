import type { Chain } from '../../providers/chain/chainPort.ts';
import type { Chains } from '../../providers/chain/chains.ts';

/** What a pasted text comes to: an address, or a refusal where paying it would mean to guess. */
export type PastedAddress =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'other_network'; readonly looksLike: string | null };

/** Characters that are not seen: an address that carries one is not the address that it looks like. */
const UNSEEN = /[\p{Cf}\p{Cc}]/u;

const MALFORMED: PastedAddress = { kind: 'malformed' };

/** Takes the address out of what was pasted for a network. Whether it is one, the chain says. */
export function readPastedAddress(pasted: string, network: string, chains: Chains): PastedAddress {
  const text = pasted.replace(/^[^\S\uFEFF]+|[^\S\uFEFF]+$/g, '');
  if (UNSEEN.test(text)) return MALFORMED;
  const [, scheme = '', rest = ''] = /^([a-z]+):(.*)$/i.exec(text) ?? [];
  const chain = chainOfScheme(chains, scheme.toLowerCase());
  if (!chain) return { kind: 'address', address: text };
  const read = chain.paymentUris.read(rest);
  if (!read) return MALFORMED;
  if (read.network === undefined || read.network === network) return { kind: 'address', address: read.address };
  return { kind: 'other_network', looksLike: chains.get(read.network)?.name ?? null };
}

/** Chains that share a scheme read it alike. */
function chainOfScheme(chains: Chains, scheme: string): Chain | undefined {
  return scheme === '' ? undefined : [...chains.values()].find(({ paymentUris }) => paymentUris.scheme === scheme);
}
