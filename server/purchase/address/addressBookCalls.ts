import { AppError } from '../../platform/http/appError.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { findSoldCrypto } from '../catalog/catalog.ts';
import { getCryptoImage } from '../catalog/catalogImages.ts';
import { type AddressBookContext, addAddress, editAddress } from './addressBook.ts';
import { deleteAddress, hasAddressFor, listAddresses } from './addressBookStore.ts';
import { listFirstCryptoPerSymbol, requireCryptosBySymbol } from './cryptoLookup.ts';

type AddressBookCall =
  | 'address'
  | 'addCryptoAddress'
  | 'editCryptoAddress'
  | 'delCryptoAddress'
  | 'getAddressCryptoList'
  | 'getAddressNetworkList'
  | 'isCreateWallet';

export function addressBookCalls(context: AddressBookContext): Pick<Handlers, AddressBookCall> {
  const { database, catalog } = context;
  return {
    async address({ getCurrency }, { session }) {
      return { data: await listAddresses(database, session.buyerId, getCurrency) };
    },

    async addCryptoAddress(input, { session }) {
      return { data: await addAddress(context, input, session.buyerId) };
    },

    async editCryptoAddress(input, { session }) {
      return { data: await editAddress(context, input, session.buyerId) };
    },

    async delCryptoAddress({ addressId }, { session }) {
      if (!(await deleteAddress(database, session.buyerId, addressId))) throw new AppError('saved_address_not_found');
      return { data: {} };
    },

    async getAddressCryptoList() {
      return {
        data: listFirstCryptoPerSymbol(catalog).map(({ symbol, name }) => ({
          crypto: symbol,
          name,
          imgUrl: getCryptoImage(symbol),
        })),
      };
    },

    async getAddressNetworkList({ crypto }) {
      return {
        data: requireCryptosBySymbol(catalog, crypto).map(({ id, network }) => ({
          network: network.id,
          networkName: network.name,
          currency: id,
        })),
      };
    },

    async isCreateWallet({ getCurrency }, { session }) {
      const byId = findSoldCrypto(catalog, getCurrency);
      const wanted = byId ? [byId] : requireCryptosBySymbol(catalog, getCurrency);
      const ids = wanted.map(({ id }) => id);
      const has = session !== null && (await hasAddressFor(database, session.buyerId, ids));
      return { data: { isCreateWallet: has ? '0' : '1' } };
    },
  };
}
