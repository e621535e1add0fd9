import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/callError.ts';
import { text } from '../../i18n/text.ts';
import { showToast } from '../../ui/toastStore.ts';
import type { SavedAddress } from './addressGroups.ts';

/** Query key prefix of all address lists, including the lists by crypto of Submit Address. */
const ADDRESSES_KEY = ['address'];
const ADDRESS_BOOK_KEY = [...ADDRESSES_KEY, ''];

export function useAddressBook() {
  return useQuery({ queryKey: ADDRESS_BOOK_KEY, queryFn: ({ signal }) => call('address', {}, { signal }) });
}

export function useBookCryptos() {
  return useQuery({
    queryKey: ['getAddressCryptoList'],
    queryFn: ({ signal }) => call('getAddressCryptoList', {}, { signal }),
  });
}

/** Loads the networks of a crypto by its symbol; no request for ''. */
export function useBookNetworks(crypto: string) {
  return useQuery({
    queryKey: ['getAddressNetworkList', crypto],
    queryFn: ({ signal }) => call('getAddressNetworkList', { crypto }, { signal }),
    enabled: crypto !== '',
  });
}

/** Deletes an address and shows the result; an address that was already deleted is a success. Throws if deleting fails. */
export function useDeleteAddress(): (saved: SavedAddress) => Promise<void> {
  const queries = useQueryClient();
  return async ({ addressId }) => {
    try {
      await call('delCryptoAddress', { addressId });
    } catch (failure) {
      if (!isAlreadyDeleted(failure)) {
        if (!(failure instanceof CallError && failure.handled)) showToast(text('addressBook.delete_failed'), 'info');
        throw failure;
      }
    }
    await updateCachedAddresses(queries, (addresses) => addresses.filter((saved) => saved.addressId !== addressId));
    showToast(text('addressBook.deleted'));
  };
}

/** Changes a saved address or its name. Throws {@link CallError}. */
export function useEditAddress() {
  const queries = useQueryClient();
  return async (addressId: string, change: { readonly name: string; readonly address?: string }): Promise<void> => {
    const edited = await call('editCryptoAddress', { addressId, ...change });
    await updateCachedAddresses(queries, (addresses) =>
      addresses.map((saved) => (saved.addressId === addressId ? edited : saved)),
    );
  };
}

type NewAddress = {
  /** API id of the crypto on its network. */
  readonly currency: string;
  readonly network: string;
  readonly address: string;
  readonly name: string;
};

/** Saves an address. Throws {@link CallError}. */
export function useAddAddress() {
  const queries = useQueryClient();
  return async ({ currency, ...saved }: NewAddress): Promise<void> => {
    const added = await call('addCryptoAddress', { crypto: currency, ...saved });
    // The same address may already be listed under another name.
    await updateCachedAddresses(queries, (addresses) => [
      added,
      ...addresses.filter((one) => one.addressId !== added.addressId),
    ]);
  };
}

/** Changes the address book's list at once; all lists of addresses are refetched when they are next shown. */
async function updateCachedAddresses(
  queries: QueryClient,
  change: (addresses: readonly SavedAddress[]) => SavedAddress[],
): Promise<void> {
  await queries.cancelQueries({ queryKey: ADDRESSES_KEY });
  queries.setQueryData<SavedAddress[]>(ADDRESS_BOOK_KEY, (addresses) => addresses && change(addresses));
  await queries.invalidateQueries({ queryKey: ADDRESSES_KEY, refetchType: 'none' });
}

function isAlreadyDeleted(failure: unknown): boolean {
  return failure instanceof CallError && failure.detail?.error === 'saved_address_not_found';
}
