import type { AddressReaderContext } from '../../vendor.ts';
import type { AddressReader } from '../chainPort.ts';
import { validateEvmAddress } from './address.ts';
import { ethereumUris } from './paymentUris.ts';

/**
 * Creates an address reader for a network on which other providers deliver: there is no node, and no treasury address
 * to exclude.
 */
export function createEvmAddressReader(
  { chain, name }: AddressReaderContext['terms'],
  tokenContracts: () => readonly string[],
): AddressReader {
  const contracts = () => new Set(tokenContracts().map((contract) => contract.toLowerCase()));
  return {
    network: chain,
    name,
    paymentUris: ethereumUris,
    validateAddress: (address) => validateEvmAddress(address, { treasury: '', contracts: contracts() }),
  };
}
