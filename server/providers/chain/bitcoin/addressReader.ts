import type { AddressSurroundings } from '../../vendor.ts';
import type { AddressReader } from '../chainPort.ts';
import { validateBitcoinAddress } from './address.ts';
import { bitcoinUris } from './paymentUris.ts';

/** Of the mainnet, on which others deliver: there is no node, and no treasury that could be paid by mistake. */
export function createBitcoinAddressReader({ chain, name }: AddressSurroundings['terms']): AddressReader {
  const own = { network: 'mainnet', treasuryScript: new Uint8Array() } as const;
  return {
    network: chain,
    name,
    paymentUris: bitcoinUris,
    validateAddress: (address) => validateBitcoinAddress(address, own),
  };
}
