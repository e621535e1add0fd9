import type { AddressReaderContext } from '../../vendor.ts';
import type { AddressReader } from '../chainPort.ts';
import { validateBitcoinAddress } from './address.ts';
import { bitcoinUris } from './paymentUris.ts';

/**
 * Creates an address reader for mainnet, where other providers deliver: there is no node, and no treasury address to
 * exclude.
 */
export function createBitcoinAddressReader({ chain, name }: AddressReaderContext['terms']): AddressReader {
  const own = { network: 'mainnet', treasuryScript: new Uint8Array() } as const;
  return {
    network: chain,
    name,
    paymentUris: bitcoinUris,
    validateAddress: (address) => validateBitcoinAddress(address, own),
  };
}
