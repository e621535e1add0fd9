import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { CallError } from '../../api/callError.ts';
import { errorText } from '../../i18n/errorText.ts';
import { text } from '../../i18n/text.ts';
import { AddressText } from '../../ui/address/AddressText.tsx';
import { Button } from '../../ui/Button.tsx';
import { useFaultFocus } from '../../ui/form/useFaultFocus.ts';
import { Sheet } from '../../ui/overlay/Sheet.tsx';
import { showToast } from '../../ui/toastStore.ts';
import { useEditAddress } from './addressBookQueries.ts';
import type { AddressEntry } from './addressGroups.ts';
import { isNameTooLong } from './addressName.ts';
import { NameField } from './NameField.tsx';

type EditNameSheetProps = {
  /** The address to rename; null while the sheet is closed. */
  readonly entry: AddressEntry | null;
  readonly onClose: () => void;
};

/** Renames an address and links to editing the address itself. */
export function EditNameSheet({ entry, onClose }: EditNameSheetProps) {
  // Keeps the content while the sheet closes.
  const [shown, setShown] = useState(entry);
  if (entry && entry !== shown) setShown(entry);
  return (
    <Sheet open={entry !== null} onClose={onClose} title={text('addressBook.edit_title')}>
      {shown && <EditName key={shown.addressId} entry={shown} onClose={onClose} />}
    </Sheet>
  );
}

function EditName({ entry, onClose }: { readonly entry: AddressEntry; readonly onClose: () => void }) {
  const [, navigate] = useLocation();
  const editAddress = useEditAddress();
  const [name, setName] = useState(entry.name);
  const [error, setError] = useState<string>();
  const [working, setWorking] = useState(false);
  const { form, focusFault } = useFaultFocus();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (working) return;
    if (isNameTooLong(name)) return focusFault();
    setWorking(true);
    try {
      await editAddress(entry.addressId, { name: name.trim() });
      showToast(text('addressBook.name_saved'));
      onClose();
    } catch (failure) {
      if (!(failure instanceof CallError && failure.handled)) setError(errorText(failure));
      focusFault();
    } finally {
      setWorking(false);
    }
  };
  const changeAddress = () => {
    onClose();
    // Replaces the sheet's history entry, so that Back returns to the list.
    navigate(`/add-address?addressId=${encodeURIComponent(entry.addressId)}`, { replace: true });
  };
  return (
    <form ref={form} className="sheet-body edit-name" noValidate onSubmit={(event) => void save(event)}>
      <NameField
        value={name}
        error={error}
        onChange={(entered) => {
          setName(entered);
          setError(undefined);
        }}
      />
      <AddressText address={entry.address} />
      <Button kind="link" onClick={changeAddress}>
        {text('addressBook.change_address')}
      </Button>
      <div className="sheet-acts">
        <Button kind="ghost" onClick={onClose}>
          {text('ui.cancel')}
        </Button>
        <Button type="submit" working={working}>
          {text('addressBook.save')}
        </Button>
      </div>
    </form>
  );
}
