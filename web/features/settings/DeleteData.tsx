import './deleteData.css';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import UserX from 'lucide-react/icons/user-x';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { text } from '../../i18n/text.ts';
import { Note } from '../../ui/Note.tsx';
import { Sheet } from '../../ui/overlay/Sheet.tsx';
import { ListButton } from '../../ui/rows/ListCard.tsx';
import { CodeConfirmation } from '../confirm/CodeConfirmation.tsx';

type DeleteDataProps = {
  readonly email: string;
  /** Deletion is complete: `keptUntil` is the day on which the remaining data is erased; null if nothing is left. */
  readonly onDeleted: (keptUntil: string | null) => void;
};

/** Explains what is deleted and what is kept, then asks for a new code or a passkey and deletes the account. */
export function DeleteData({ email, onDeleted }: DeleteDataProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <ListButton
      icon={<UserX size={22} strokeWidth={1.9} aria-hidden="true" />}
      title={text('settings.delete')}
      detail={text('settings.delete_detail')}
      tone="bad"
      onClick={() => setOpen(true)}
    >
      <Sheet open={open} onClose={close} title={text('settings.delete')}>
        <div className="sheet-body">
          <Explained />
          <DeleteForm email={email} onCancel={close} onDeleted={onDeleted} />
        </div>
      </Sheet>
    </ListButton>
  );
}

function Explained() {
  return (
    <div className="delete-explained">
      <h3>{text('settings.delete_goes')}</h3>
      <ul>
        <li>{text('settings.delete_goes_account')}</li>
        <li>{text('settings.delete_goes_saved')}</li>
        <li>{text('settings.delete_goes_addresses')}</li>
      </ul>
      <h3>{text('settings.delete_stays')}</h3>
      <ul>
        <li>{text('settings.delete_stays_orders')}</li>
        <li>{text('settings.delete_stays_identity')}</li>
      </ul>
      <div className="delete-final">
        <Note tone="warn" icon={<TriangleAlert size={18} strokeWidth={2.1} aria-hidden="true" />}>
          {text('settings.delete_final')}
        </Note>
      </div>
    </div>
  );
}

type DeleteFormProps = {
  readonly email: string;
  readonly onCancel: () => void;
  readonly onDeleted: (keptUntil: string | null) => void;
};

/** Confirms the deletion with a code sent to the buyer's address, or with a passkey. */
function DeleteForm({ email, onCancel, onDeleted }: DeleteFormProps) {
  return (
    <CodeConfirmation
      email={email}
      act={text('settings.delete')}
      onCancel={onCancel}
      onProved={async () => onDeleted((await call('deleteAccount', {})).keptUntil)}
      onCode={async (code) => onDeleted((await call('deleteAccount', { code })).keptUntil)}
    />
  );
}
