import type { AddressFault } from '../../providers/chain/chainPort.ts';
import { type AddressReaders, requireChain } from '../../providers/chain/chains.ts';
import type { AddressScreening } from '../../risk/screening.ts';
import type { Crypto } from '../catalog/catalog.ts';
import { readPastedAddress } from './pastedAddress.ts';

export type AddressContext = { readonly addressReaders: AddressReaders; readonly screening: AddressScreening };

export type CheckedAddress =
  | { readonly valid: true; readonly normalized: string }
  | { readonly valid: false; readonly fault: AddressFault | 'denied'; readonly looksLike: string | null };

/** What was pasted, format, checksum, network, known contracts, and the operator's denied addresses. */
export function checkAddress(
  { addressReaders, screening }: AddressContext,
  crypto: Pick<Crypto, 'asset' | 'network'>,
  pasted: string,
): CheckedAddress {
  const read = readPastedAddress(pasted, crypto.network.chain, addressReaders);
  if (read.kind === 'malformed') return { valid: false, fault: 'malformed', looksLike: null };
  if (read.kind === 'other_network') return { valid: false, fault: 'wrong_network', looksLike: read.looksLike };
  const verdict = requireChain(addressReaders, crypto.network.chain).validateAddress(read.address, crypto.asset);
  if (!verdict.valid) return { valid: false, fault: verdict.fault, looksLike: verdict.looksLike ?? null };
  if (screening.isDenied(verdict.normalized)) return { valid: false, fault: 'denied', looksLike: null };
  return verdict;
}
