import { useSearch } from 'wouter';
import { type WalletFault } from './walletFault.ts';

export type AddressRefusal = WalletFault | 'address_invalid';
const REFUSALS: readonly AddressRefusal[] = ['address_invalid', 'wallet_type_missing', 'exchange_missing'];

/** The order could not be made because of what this screen asks: `?error=` names it by its key. */
export function useAddressRefusal(): AddressRefusal | null {
  const error = new URLSearchParams(useSearch()).get('error');
  return REFUSALS.find((known) => known === error) ?? null;
}
