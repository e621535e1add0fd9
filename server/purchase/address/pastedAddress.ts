import type { Network } from '../catalog/catalog.ts';
import { networks } from '../catalog/networks.ts';

/** What a pasted text comes to: an address, or a refusal where paying it would mean to guess. */
export type PastedAddress =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'other_network'; readonly looksLike: string | null };

/** Characters that are not seen: an address that carries one is not the address that it looks like. */
const UNSEEN = /[\p{Cf}\p{Cc}]/u;

/** Takes the address out of what was pasted. Whether it is one, the chain says. */
export function readPastedAddress(pasted: string, network: Network): PastedAddress {
  const text = pasted.replace(/^[^\S\uFEFF]+|[^\S\uFEFF]+$/g, '');
  if (UNSEEN.test(text)) return MALFORMED;
  const [, scheme = '', rest = ''] = /^(bitcoin|ethereum):(.*)$/i.exec(text) ?? [];
  if (scheme === '') return { kind: 'address', address: text };
  return scheme.toLowerCase() === 'bitcoin' ? readBitcoinUri(rest) : readEthereumUri(rest, network);
}

const MALFORMED: PastedAddress = { kind: 'malformed' };

/** Parameters that only describe the payment: ignoring them changes nothing about it. */
const BITCOIN_REMARKS = new Set(['label', 'message']);

/**
 * `bitcoin:ADDRESS[?label=…&message=…]` of BIP 21 (https://bips.dev/21/). A URI with an
 * amount, with a required parameter or with another way to pay is refused: it asks for more than an address.
 */
function readBitcoinUri(rest: string): PastedAddress {
  const [address, query] = splitOnce(rest, '?');
  const names = parameterNames(query);
  if (!names.every((name) => BITCOIN_REMARKS.has(name))) return MALFORMED;
  return { kind: 'address', address };
}

/**
 * `ethereum:[pay-]ADDRESS[@CHAIN]` of EIP-681 (https://eips.ethereum.org/EIPS/eip-681). A function or a parameter makes it
 * a transaction of its own: then the address may be the contract's.
 */
function readEthereumUri(rest: string, network: Network): PastedAddress {
  const [target, query] = splitOnce(rest, '?');
  if (target.includes('/') || parameterNames(query).length > 0) return MALFORMED;
  const [address, chainId] = splitOnce(target.replace(/^pay-/, ''), '@');
  if (chainId === undefined) return { kind: 'address', address };
  if (!/^[1-9]\d{0,15}$/.test(chainId)) return MALFORMED;
  const chain = `eip155:${chainId}`;
  if (chain === network.chain) return { kind: 'address', address };
  return { kind: 'other_network', looksLike: networks.find((other) => other.chain === chain)?.name ?? null };
}

function splitOnce(text: string, separator: string): readonly [before: string, after: string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function parameterNames(query: string | undefined): readonly string[] {
  return query === undefined ? [] : [...new URLSearchParams(query).keys()];
}
