import { base58 } from '@scure/base';

/**
 * Address patterns of well-known networks, to show the buyer for which network a rejected address is. Only a hint:
 * checksums are not verified.
 */
const ADDRESS_PATTERNS: readonly (readonly [pattern: RegExp, network: string])[] = [
  [/^0x[0-9a-fA-F]{40}$/, 'Ethereum'],
  [/^bc1[02-9ac-hj-np-z]{11,87}$/i, 'Bitcoin'],
  [/^(?:tb|bcrt)1[02-9ac-hj-np-z]{11,87}$/i, 'Bitcoin testnet'],
  [/^ltc1[02-9ac-hj-np-z]{11,87}$/i, 'Litecoin'],
  [/^bitcoincash:[qp][02-9ac-hj-np-z]{41}$/i, 'Bitcoin Cash'],
  [/^addr1[02-9ac-hj-np-z]{50,}$/i, 'Cardano'],
  [/^T[1-9A-HJ-NP-Za-km-z]{33}$/, 'Tron'],
  [/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/, 'XRP Ledger'],
  [/^D[1-9A-HJ-NP-Za-km-z]{33}$/, 'Dogecoin'],
  [/^[LM][1-9A-HJ-NP-Za-km-z]{33}$/, 'Litecoin'],
  [/^[13][1-9A-HJ-NP-Za-km-z]{25,34}$/, 'Bitcoin'],
  [/^[mn2][1-9A-HJ-NP-Za-km-z]{25,34}$/, 'Bitcoin testnet'],
];

export function guessAddressNetwork(address: string): string | undefined {
  return (
    ADDRESS_PATTERNS.find(([pattern]) => pattern.test(address))?.[1] ??
    (isBase58PublicKey(address) ? 'Solana' : undefined)
  );
}

/** Returns true for a Solana account: the base58 of 32 bytes, without a checksum, 32 to 44 characters. */
function isBase58PublicKey(address: string): boolean {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return false;
  return base58.decode(address).length === 32;
}
