import './addressBook.css';
import { type ReactNode, useId, useState } from 'react';
import { text } from '../../i18n/text.ts';
import { AddressText } from '../../ui/address/AddressText.tsx';
import { ConfirmSheet } from '../../ui/overlay/ConfirmSheet.tsx';
import { useDeletion } from '../../ui/overlay/useDeletion.ts';
import { Coin } from '../../ui/picture/Picture.tsx';
import { ListCard } from '../../ui/rows/ListCard.tsx';
import { AddressRow } from './AddressRow.tsx';
import { useDeleteAddress } from './addressBookQueries.ts';
import type { AddressEntry, AddressGroup } from './addressGroups.ts';
import { EditNameSheet } from './EditNameSheet.tsx';

type AddressBookProps = {
  readonly groups: readonly AddressGroup[];
  /** Shown instead of an empty list. */
  readonly whenEmpty: ReactNode;
};

/** Lists saved addresses by crypto; each can be copied, renamed and deleted. */
export function AddressBook({ groups, whenEmpty }: AddressBookProps) {
  const {
    focusTarget,
    pending: addressToDelete,
    requestDeletion,
    cancel,
    working,
    confirm,
  } = useDeletion(useDeleteAddress());
  const [editing, setEditing] = useState<AddressEntry | null>(null);
  return (
    <>
      <div ref={focusTarget} tabIndex={-1} className="address-book">
        {groups.length === 0 && whenEmpty}
        {groups.map((group) => (
          <Group key={group.symbol} group={group}>
            {group.entries.map((entry) => (
              <AddressRow key={entry.addressId} entry={entry} onEdit={setEditing} onDelete={requestDeletion} />
            ))}
          </Group>
        ))}
      </div>
      <EditNameSheet entry={editing} onClose={() => setEditing(null)} />
      <ConfirmSheet
        open={addressToDelete !== null}
        onClose={cancel}
        title={text('addressBook.delete_question')}
        act={text('addressBook.delete_act')}
        onAct={() => void confirm()}
        working={working}
        subject={addressToDelete && <AddressText address={addressToDelete.address} />}
      >
        {text('addressBook.delete_explained')}
      </ConfirmSheet>
    </>
  );
}

function Group({ group, children }: { readonly group: AddressGroup; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className="address-book-group" aria-labelledby={id}>
      <h2 id={id}>
        <Coin src={group.imgUrl} symbol={group.symbol} size={24} />
        {group.symbol}
        {group.name && <small>{group.name}</small>}
      </h2>
      <ListCard labelledBy={id}>{children}</ListCard>
    </section>
  );
}
