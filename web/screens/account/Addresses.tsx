import BookUser from 'lucide-react/icons/book-user';
import { CallError } from '../../api/callError.ts';
import { AddressBook } from '../../features/addressBook/AddressBook.tsx';
import { AddressBookSkeleton } from '../../features/addressBook/AddressRow.tsx';
import { useAddressBook } from '../../features/addressBook/addressBookQueries.ts';
import { groupAddresses } from '../../features/addressBook/addressGroups.ts';
import { useReceiveList } from '../../features/catalog/catalogQueries.ts';
import { MenuButton } from '../../features/menu/MenuButton.tsx';
import { errorText } from '../../i18n/errorText.ts';
import { text } from '../../i18n/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { NothingYet } from '../../ui/NothingYet.tsx';
import { Page } from '../../ui/page/Page.tsx';

/** Addresses: the buyer's saved wallets by crypto. */
export function Addresses() {
  const book = useAddressBook();
  const cryptos = useReceiveList('');
  const failed = !book.data && book.isError && !(book.error instanceof CallError && book.error.handled);
  const ready = book.data && (cryptos.data || cryptos.failed);
  return (
    <Page
      layout="wide"
      actions={<MenuButton />}
      foot={
        ready && (
          <ButtonLink kind="filled" href="/add-address">
            {text('addressBook.add')}
          </ButtonLink>
        )
      }
    >
      {failed && (
        <EmptyState
          message={errorText(book.error)}
          action={text('ui.try_again')}
          onAction={() => void book.refetch()}
        />
      )}
      {!failed && !ready && <AddressBookSkeleton />}
      {ready && (
        <AddressBook
          groups={groupAddresses(book.data, cryptos.data ?? [])}
          whenEmpty={
            <NothingYet
              icon={<BookUser size={32} strokeWidth={1.6} aria-hidden="true" />}
              message={text('addressBook.empty')}
              detail={text('addressBook.empty_detail')}
            />
          }
        />
      )}
    </Page>
  );
}
