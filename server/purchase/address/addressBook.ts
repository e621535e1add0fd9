import type { CallInput } from '@slipway/contract/calls.ts';
import { requireAddressName } from '../../account/addressName.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import { randomToken } from '../../platform/secrets.ts';
import type { Catalog, Crypto } from '../catalog/catalog.ts';
import {
  type AddressBookEntry,
  changeAddress,
  findAddress,
  MAX_SAVED_ADDRESSES,
  saveAddress,
} from './addressBookStore.ts';
import { type AddressContext, checkAddress } from './checkAddress.ts';
import { requireCryptoOnNetwork } from './cryptoLookup.ts';

export type AddressBookContext = AddressContext & { readonly database: Database; readonly catalog: Catalog };

/** Checks and saves an address. If it is saved already, only its name changes, unless the given name is empty. */
export async function addAddress(
  context: AddressBookContext,
  input: CallInput<'addCryptoAddress'>,
  buyerId: string,
): Promise<AddressBookEntry> {
  const crypto = requireCryptoOnNetwork(context.catalog, input.crypto, input.network);
  const saved = await saveAddress(context.database, buyerId, {
    addressId: `adr_${randomToken()}`,
    crypto: crypto.id,
    network: crypto.network.id,
    address: requireAddress(context, crypto, input.address),
    name: requireAddressName(input.name),
  });
  if (!saved) throw new AppError('invalid_auth_token');
  if (saved === 'full') throw new AppError('saved_addresses_full', { count: MAX_SAVED_ADDRESSES });
  return saved;
}

/** Changes the name, the address, or both. Entries for a crypto that is no longer sold can still be edited. */
export async function editAddress(
  context: AddressBookContext,
  { addressId, address, name }: CallInput<'editCryptoAddress'>,
  buyerId: string,
): Promise<AddressBookEntry> {
  const { database, catalog } = context;
  const saved = await findAddress(database, buyerId, addressId);
  if (!saved) throw new AppError('saved_address_not_found');
  const crypto = catalog.cryptos.get(saved.crypto);
  if (address !== undefined && !crypto) throw new AppError('address_invalid');
  const changed = await changeAddress(database, buyerId, addressId, {
    address: address !== undefined && crypto ? requireAddress(context, crypto, address) : undefined,
    name: name === undefined ? undefined : requireAddressName(name),
  });
  if (changed === 'exists') throw new AppError('saved_address_exists');
  if (!changed) throw new AppError('saved_address_not_found');
  return changed;
}

function requireAddress(context: AddressContext, crypto: Crypto, address: string): string {
  const verdict = checkAddress(context, crypto, address);
  if (!verdict.valid) throw new AppError('address_invalid', { fault: verdict.fault });
  return verdict.normalized;
}
