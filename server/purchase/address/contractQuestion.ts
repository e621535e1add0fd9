import type { Queryable } from '../../platform/database/database.ts';
import { type AddressReaders, requireChain } from '../../providers/chain/chains.ts';
import type { Crypto } from '../catalog/catalog.ts';
import { hasOrderedTo } from './orderedAddressStore.ts';

type ContractContext = { readonly database: Queryable; readonly addressReaders: AddressReaders };

/**
 * Whether a buyer confirms first that the address, of a contract, is theirs: smart wallets are contracts, and coins that
 * other contracts receive are mostly lost. Asked once: an order to the address was made after the question. False while
 * the node does not answer, since an outage of it must stop no purchase.
 */
export async function mustConfirmContract(
  { database, addressReaders }: ContractContext,
  { network }: Pick<Crypto, 'network'>,
  address: string,
  buyerId: string | null,
): Promise<boolean> {
  const answer = await requireChain(addressReaders, network.chain).hasContract?.(address);
  if (answer?.kind !== 'ok' || !answer.value) return false;
  return buyerId === null || !(await hasOrderedTo(database, buyerId, network.id, address));
}
