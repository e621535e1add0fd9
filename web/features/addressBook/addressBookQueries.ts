import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/callError.ts';
import { text } from '../../i18n/text.ts';
import { showToast } from '../../ui/toastStore.ts';
import type { SavedAddress } from './addressGroups.ts';

/** All of them; lists by crypto, as Submit Address asks for them, lie under the same first word. */
const ADDRESSES = ['address'];
const ALL = [...ADDRESSES, ''];

export function useAddressBook() {
  return useQuery({ queryKey: ALL, queryFn: ({ signal }) => call('address', {}, { signal }) });
}

export function useBookCryptos() {
  return useQuery({
    queryKey: ['getAddressCryptoList'],
    queryFn: ({ signal }) => call('getAddressCryptoList', {}, { signal }),
  });
}

/** Networks of a crypto, by its symbol; nothing is asked for ''. */
export function useBookNetworks(crypto: string) {
  return useQuery({
    queryKey: ['getAddressNetworkList', crypto],
    queryFn: ({ signal }) => call('getAddressNetworkList', { crypto }, { signal }),
    enabled: crypto !== '',
  });
}

/** Deletes an address and says how it went; one that is gone already counts as deleted. */
export function useDeleteAddress(): (saved: SavedAddress) => Promise<void> {
  const queries = useQueryClient();
  return async ({ addressId }) => {
    try {
      await call('delCryptoAddress', { addressId });
    } catch (failure) {
      if (!isGone(failure)) {
        if (!(failure instanceof CallError && failure.handled)) showToast(text('addressBook.delete_failed'), 'info');
        throw failure;
      }
    }
    await changeAll(queries, (addresses) => addresses.filter((saved) => saved.addressId !== addressId));
    showToast(text('addressBook.deleted'));
  };
}

/** Changes a saved address or its name. Throws {@link CallError}. */
export function useEditAddress() {
  const queries = useQueryClient();
  return async (addressId: string, change: { readonly name: string; readonly address?: string }): Promise<void> => {
    const edited = await call('editCryptoAddress', { addressId, ...change });
    await changeAll(queries, (addresses) => addresses.map((saved) => (saved.addressId === addressId ? edited : saved)));
  };
}

type NewAddress = {
  /** Wire id of the crypto on its network. */
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
    // The same address may have been there under another name.
    await changeAll(queries, (addresses) => [added, ...addresses.filter((one) => one.addressId !== added.addressId)]);
  };
}

/** Shows the change at once; the lists by crypto are asked for again when they are next shown. */
async function changeAll(
  queries: QueryClient,
  change: (addresses: readonly SavedAddress[]) => SavedAddress[],
): Promise<void> {
  await queries.cancelQueries({ queryKey: ADDRESSES });
  queries.setQueryData<SavedAddress[]>(ALL, (addresses) => addresses && change(addresses));
  await queries.invalidateQueries({ queryKey: ADDRESSES, refetchType: 'none' });
}

function isGone(failure: unknown): boolean {
  return failure instanceof CallError && failure.detail?.error === 'saved_address_not_found';
}
