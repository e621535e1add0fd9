import type { Queryable } from '../../platform/database/database.ts';
import { type AddressReaders, requireChain } from '../../providers/chain/chains.ts';
import type { Crypto } from '../catalog/catalog.ts';
import { hasOrderedTo } from './orderedAddressStore.ts';

type ContractContext = { readonly database: Queryable; readonly addressReaders: AddressReaders };

/**
 * Returns whether the buyer must confirm a contract address: smart wallets are contracts, but coins sent to other
 * contracts are usually lost. Required until the buyer has made an order to the address. False while the node does not
 * answer, since its outage must not stop purchases.
 */
export async function shouldConfirmContract(
  { database, addressReaders }: ContractContext,
  { network }: Pick<Crypto, 'network'>,
  address: string,
  buyerId: string | null,
): Promise<boolean> {
  const answer = await requireChain(addressReaders, network.chain).hasContract?.(address);
  if (answer?.kind !== 'ok' || !answer.value) return false;
  return buyerId === null || !(await hasOrderedTo(database, buyerId, network.id, address));
}
