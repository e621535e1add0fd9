import type { AddressSurroundings } from '../../vendor.ts';
import type { AddressReader } from '../chainPort.ts';
import { validateEvmAddress } from './address.ts';
import { ethereumUris } from './paymentUris.ts';

/** Of a network on which others deliver: there is no node, and no treasury that could be paid by mistake. */
export function createEvmAddressReader(
  { chain, name }: AddressSurroundings['terms'],
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
