import type { Clock } from '../../platform/clock.ts';
import type { AddressReader } from '../../providers/chain/chainPort.ts';
import type { AddressReaders, Chains } from '../../providers/chain/chains.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { listTokenContracts } from '../../purchase/catalog/catalog.ts';
import { chainVendors } from '../vendors.ts';
import { skipUnreachableNodes } from './skipUnreachableNodes.ts';

/** Returns the readers of addresses: the nodes' adapters if the operator sells, otherwise readers without nodes. */
export async function openAddressReaders(catalog: Catalog, chains: Chains, clock: Clock): Promise<AddressReaders> {
  if (catalog.operatorSells) return skipUnreachableNodes(chains, clock);
  const tokenContracts = () => listTokenContracts(catalog);
  const readers = await Promise.all(
    catalog.networks.map(async (terms): Promise<AddressReader[]> => {
      const vendor = chainVendors.find(({ namespace }) => terms.chain.startsWith(`${namespace}:`));
      return vendor ? [await vendor.openAddresses({ terms, tokenContracts })] : [];
    }),
  );
  return new Map(readers.flat().map((reader) => [reader.network, reader]));
}
