import { shortenAddress } from '@slipway/look/formatAddress.ts';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { text } from '../../i18n/text.ts';
import { AddressText } from '../../ui/address/AddressText.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { AddressEntry } from './addressGroups.ts';

type AddressRowProps = {
  readonly entry: AddressEntry;
  readonly onEdit: (entry: AddressEntry) => void;
  readonly onDelete: (entry: AddressEntry) => void;
};

/** Shows a saved address in full, with buttons to edit, delete and copy it. */
export function AddressRow({ entry, onEdit, onDelete }: AddressRowProps) {
  const { address, name, networkName } = entry;
  // Label of the buttons for screen readers: the name, else the shortened address.
  const accessibleName = name || shortenAddress(address);
  return (
    <li className="address-row">
      <div className="address-row-head">
        <p className="address-row-name" data-unnamed={name ? undefined : ''}>
          {name || text('addressBook.unnamed')}
        </p>
        <p className="hint">{networkName}</p>
      </div>
      <div className="address-row-acts">
        <IconButton
          label={text('addressBook.edit', { name: accessibleName })}
          icon={<Pencil size={19} strokeWidth={1.9} aria-hidden="true" />}
          hasPopup="dialog"
          onClick={() => onEdit(entry)}
        />
        <IconButton
          label={text('addressBook.delete', { name: accessibleName })}
          icon={<Trash2 size={20} strokeWidth={1.9} aria-hidden="true" />}
          hasPopup="dialog"
          onClick={() => onDelete(entry)}
        />
      </div>
      <div className="address-row-address">
        <AddressText address={address} />
        <CopyButton value={address} label={text('addressBook.copy', { name: accessibleName })} />
      </div>
    </li>
  );
}

export function AddressBookSkeleton() {
  return (
    <div aria-busy="true">
      <output className="unseen">{text('ui.loading')}</output>
      <div className="list-card" aria-hidden="true">
        {[0, 1].map((index) => (
          <div key={index} className="address-row">
            <div className="address-row-head address-row-bones">
              <Skeleton width={120} height={14} />
              <Skeleton width={70} height={11} />
              <Skeleton height={14} />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
