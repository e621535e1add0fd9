import './sessionRows.css';
import KeyRound from 'lucide-react/icons/key-round';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { formatTime } from '../../i18n/formatTime.ts';
import { getLocale, text } from '../../i18n/text.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { ConfirmSheet } from '../../ui/overlay/ConfirmSheet.tsx';
import { useDeletion } from '../../ui/overlay/useDeletion.ts';
import { Ring } from '../../ui/progress/Ring.tsx';
import { ListButton, ListCard } from '../../ui/rows/ListCard.tsx';
import { formatDevice } from './deviceText.ts';
import { type ListedPasskey, useAddPasskey, useRemovePasskey } from './sessionQueries.ts';

const icon = { size: 22, strokeWidth: 1.9, 'aria-hidden': true } as const;

type PasskeyRowsProps = {
  readonly passkeys: readonly ListedPasskey[];
  /** This browser can add a passkey, and the server offers passkeys. */
  readonly canAdd: boolean;
  readonly labelledBy: string;
};

/** Lists the account's passkeys with buttons to remove and to add one. */
export function PasskeyRows({ passkeys, canAdd, labelledBy }: PasskeyRowsProps) {
  const {
    focusTarget,
    pending: passkeyToDelete,
    requestDeletion,
    cancel,
    working,
    confirm,
  } = useDeletion(useRemovePasskey());
  return (
    <>
      <div ref={focusTarget} tabIndex={-1} className="session-rest">
        <ListCard labelledBy={labelledBy}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.passkeyId} passkey={passkey} onRemove={requestDeletion} />
          ))}
          {canAdd && <AddPasskey />}
        </ListCard>
      </div>
      <ConfirmSheet
        open={passkeyToDelete !== null}
        onClose={cancel}
        title={text('passkeys.remove_question')}
        act={text('passkeys.remove_act')}
        onAct={() => void confirm()}
        working={working}
      >
        {text('passkeys.remove_explained')}
      </ConfirmSheet>
    </>
  );
}

function AddPasskey() {
  const [working, setWorking] = useState(false);
  const add = useAddPasskey();
  const press = async () => {
    setWorking(true);
    await add();
    setWorking(false);
  };
  return (
    <ListButton
      icon={<Plus {...icon} />}
      title={text('passkeys.add')}
      detail={text('passkeys.add_detail')}
      working={working}
      end={working && <Ring size={20} turning />}
      onClick={() => void press()}
    />
  );
}

type PasskeyRowProps = { readonly passkey: ListedPasskey; readonly onRemove: (passkey: ListedPasskey) => void };

function PasskeyRow({ passkey, onRemove }: PasskeyRowProps) {
  const name = text('passkeys.named', { device: formatDevice(passkey) });
  const formatAt = (at: string) => formatTime(new Date(at), getLocale(), 'minutes');
  const { createdAt, lastUsedAt } = passkey;
  return (
    <li className="session-row">
      <span className="session-row-icon">
        <KeyRound {...icon} />
      </span>
      <div className="session-row-words">
        <p className="session-row-name">{name}</p>
        <p className="hint">
          <span>{text('passkeys.made', { time: formatAt(createdAt) })}</span>
          {lastUsedAt !== null && <span>{text('sessions.seen', { time: formatAt(lastUsedAt) })}</span>}
        </p>
      </div>
      <IconButton
        label={text('passkeys.remove', { passkey: name })}
        icon={<Trash2 size={20} strokeWidth={1.9} aria-hidden="true" />}
        hasPopup="dialog"
        onClick={() => onRemove(passkey)}
      />
    </li>
  );
}
