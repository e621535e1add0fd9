import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import BookmarkPlus from 'lucide-react/icons/bookmark-plus';
import { text } from '../../i18n/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { useReceiveList } from '../catalog/catalogQueries.ts';
import { useIsLoggedIn } from '../session/useIsLoggedIn.ts';
import { useAddressBook } from './addressBookQueries.ts';
import { offerPath } from './offeredAddress.ts';

/** To the address book, with the order's address written in. Nothing for a guest, and where the book has it. */
export function KeepAddress({ order }: { readonly order: Pick<OrderDetail, 'address' | 'getCurrency'> }) {
  return useIsLoggedIn() ? <Offer order={order} /> : null;
}

function Offer({ order: { address, getCurrency } }: Parameters<typeof KeepAddress>[0]) {
  const book = useAddressBook();
  const crypto = useReceiveList('').data?.find(({ currency }) => currency === getCurrency);
  if (!book.data || !crypto) return null;
  if (book.data.some((saved) => saved.address === address && saved.network === crypto.network)) return null;
  return (
    <p className="receipt-keep">
      <ButtonLink
        href={offerPath({ crypto: crypto.symbol, network: crypto.network, address })}
        icon={<BookmarkPlus size={18} strokeWidth={2.1} aria-hidden="true" />}
      >
        {text('order.keep_address')}
      </ButtonLink>
    </p>
  );
}
