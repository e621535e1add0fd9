import { AppError } from '../../platform/http/appError.ts';
import type { AddressFault } from '../../providers/chain/chainPort.ts';
import { type AddressReaders, requireChain } from '../../providers/chain/chains.ts';
import type { AddressScreener } from '../../risk/screening.ts';
import type { Crypto } from '../catalog/catalog.ts';
import { parsePastedAddress } from './pastedAddress.ts';

export type AddressContext = { readonly addressReaders: AddressReaders; readonly screening: AddressScreener };

export type CheckedAddress =
  | { readonly valid: true; readonly normalized: string }
  | { readonly valid: false; readonly fault: AddressFault | 'denied'; readonly looksLike: string | null };

/** Returns the error of a call that needs the address. */
export function createAddressError({ fault }: Extract<CheckedAddress, { valid: false }>): AppError {
  return fault === 'denied' ? new AppError('risk_control') : new AppError('address_invalid', { fault });
}

/** Faults of addresses that are valid on the network but lose coins sent there. */
const FUND_LOSING_FAULTS: ReadonlySet<AddressFault | 'denied'> = new Set([
  'zero_address',
  'burn_address',
  'token_contract',
  'system_contract',
  'treasury_address',
]);

/** Returns why a partner's address for the crypto is refused, as the predicate of a sentence about its field. */
export function describeRefusal({ fault }: Extract<CheckedAddress, { valid: false }>, cryptoId: string): string {
  return FUND_LOSING_FAULTS.has(fault) ? `cannot receive ${cryptoId} (${fault})` : `is no address for ${cryptoId}`;
}

/** Checks the pasted text, format, checksum, network, known contracts, and the operator's denied addresses. */
export function checkAddress(
  { addressReaders, screening }: AddressContext,
  crypto: Pick<Crypto, 'asset' | 'network'>,
  pasted: string,
): CheckedAddress {
  const read = parsePastedAddress(pasted, crypto.network.chain, addressReaders);
  if (read.kind === 'malformed') return { valid: false, fault: 'malformed', looksLike: null };
  if (read.kind === 'other_network') return { valid: false, fault: 'wrong_network', looksLike: read.looksLike };
  const verdict = requireChain(addressReaders, crypto.network.chain).validateAddress(read.address, crypto.asset);
  if (!verdict.valid) return { valid: false, fault: verdict.fault, looksLike: verdict.looksLike ?? null };
  if (screening.isDenied(verdict.normalized)) return { valid: false, fault: 'denied', looksLike: null };
  return verdict;
}
