import { useSearchParams } from 'wouter';
import { CallError } from '../../api/callError.ts';
import { useAddressBook } from '../../features/addressBook/addressBookQueries.ts';
import { groupAddresses } from '../../features/addressBook/addressGroups.ts';
import { readAddressPrefill } from '../../features/addressBook/addressPrefill.ts';
import { useReceiveList } from '../../features/catalog/catalogQueries.ts';
import { errorText } from '../../i18n/errorText.ts';
import { text } from '../../i18n/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Coin } from '../../ui/picture/Picture.tsx';
import { OrderStrip } from '../../ui/rows/OrderStrip.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StepActions } from '../StepActions.tsx';
import { AddressForm, NewAddressForm } from './AddressForm.tsx';
import './addAddress.css';

/** Add Address, prefilled from the link; with `?addressId=` it edits a saved address. */
export function AddAddress() {
  const [search] = useSearchParams();
  const addressId = search.get('addressId') ?? '';
  if (addressId !== '') return <EditAddress key={addressId} addressId={addressId} />;
  return (
    <Page actions={<StepActions />}>
      <NewAddressForm offered={readAddressPrefill(search)} />
    </Page>
  );
}

/** The crypto and network of a saved address cannot be changed. */
function EditAddress({ addressId }: { readonly addressId: string }) {
  const book = useAddressBook();
  const cryptos = useReceiveList('');
  const [group] = groupAddresses(book.data?.filter((saved) => saved.addressId === addressId) ?? [], cryptos.data ?? []);
  const entry = group?.entries[0];
  const failed = !book.data && book.isError && !(book.error instanceof CallError && book.error.handled);
  return (
    <Page title={text('addressBook.edit_title')} actions={<StepActions />}>
      {failed && (
        <EmptyState
          message={errorText(book.error)}
          action={text('ui.try_again')}
          onAction={() => void book.refetch()}
        />
      )}
      {!failed && !book.data && (
        <div className="stack-10" aria-busy="true">
          <output className="unseen">{text('ui.loading')}</output>
          <Skeleton height={60} />
          <Skeleton height={140} />
          <Skeleton height={60} />
        </div>
      )}
      {book.data && !entry && (
        <div className="add-address-gone">
          <p>{text('addressBook.gone')}</p>
          <ButtonLink href="/addresses">{text('addressBook.to_list')}</ButtonLink>
        </div>
      )}
      {group && entry && (
        <AddressForm
          currency={entry.crypto}
          symbol={group.symbol}
          network={entry.network}
          saved={entry}
          choice={
            <OrderStrip
              picture={<Coin src={group.imgUrl} symbol={group.symbol} size={36} />}
              title={`${group.symbol} · ${entry.networkName}`}
              detail={text('addressBook.same_address')}
            />
          }
        />
      )}
    </Page>
  );
}
