import type { AddressFault } from '../../providers/chain/chainPort.ts';
import { type Chains, requireChain } from '../../providers/chain/chains.ts';
import type { Crypto } from '../catalog/catalog.ts';
import type { AddressScreening } from './screening.ts';

export type CheckedAddress =
  | { readonly valid: true; readonly normalized: string }
  | { readonly valid: false; readonly fault: AddressFault | 'denied'; readonly looksLike: string | null };

/** Format, checksum, network, known contracts, and the operator's denied addresses. */
export function checkAddress(
  { chains, screening }: { readonly chains: Chains; readonly screening: AddressScreening },
  crypto: Crypto,
  address: string,
): CheckedAddress {
  const verdict = requireChain(chains, crypto.network.chain).validateAddress(address.trim(), crypto.asset);
  if (!verdict.valid) return { valid: false, fault: verdict.fault, looksLike: verdict.looksLike ?? null };
  if (screening.isDenied(verdict.normalized)) return { valid: false, fault: 'denied', looksLike: null };
  return verdict;
}
