import { useSearch } from 'wouter';
import { type WalletFault } from './findWalletFault.ts';

export type AddressRefusal = WalletFault | 'address_invalid';
const REFUSALS: readonly AddressRefusal[] = ['address_invalid', 'wallet_type_missing', 'exchange_missing'];

/** Returns the reason, from `?error=`, why the order could not be created; null if it is none that this screen can fix. */
export function useAddressRefusal(): AddressRefusal | null {
  const error = new URLSearchParams(useSearch()).get('error');
  return REFUSALS.find((known) => known === error) ?? null;
}
