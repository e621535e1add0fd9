import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import BookmarkPlus from 'lucide-react/icons/bookmark-plus';
import { text } from '../../i18n/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { useReceiveList } from '../catalog/catalogQueries.ts';
import { useIsLoggedIn } from '../session/useIsLoggedIn.ts';
import { useAddressBook } from './addressBookQueries.ts';
import { buildPrefillPath } from './addressPrefill.ts';

/**
 * Links to the address book with the order's address filled in. Renders nothing for guests, for a saved address, for a crypto
 * that is no longer sold, and while loading.
 */
export function SaveAddressLink({ order }: { readonly order: Pick<OrderDetail, 'address' | 'getCurrency'> }) {
  return useIsLoggedIn() ? <UnsavedAddressLink order={order} /> : null;
}

function UnsavedAddressLink({ order: { address, getCurrency } }: Parameters<typeof SaveAddressLink>[0]) {
  const book = useAddressBook();
  const crypto = useReceiveList('').data?.find(({ currency }) => currency === getCurrency);
  if (!book.data || !crypto) return null;
  if (book.data.some((saved) => saved.address === address && saved.network === crypto.network)) return null;
  return (
    <p className="receipt-keep">
      <ButtonLink
        href={buildPrefillPath({ crypto: crypto.symbol, network: crypto.network, address })}
        icon={<BookmarkPlus size={18} strokeWidth={2.1} aria-hidden="true" />}
      >
        {text('order.keep_address')}
      </ButtonLink>
    </p>
  );
}
