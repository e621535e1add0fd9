import { base58 } from '@scure/base';

/** How addresses of other networks look, so that the buyer hears which one it is. Only a hint: checksums are not read. */
const looks: readonly (readonly [pattern: RegExp, network: string])[] = [
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

export function networkItLooksLike(address: string): string | undefined {
  return looks.find(([pattern]) => pattern.test(address))?.[1] ?? (isKeyInBase58(address) ? 'Solana' : undefined);
}

/** A Solana account is the base58 of 32 bytes, with no checksum: 32 to 44 characters. */
function isKeyInBase58(address: string): boolean {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return false;
  return base58.decode(address).length === 32;
}
