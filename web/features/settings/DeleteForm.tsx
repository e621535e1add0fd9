import { call } from '../../api/call.ts';
import { text } from '../../i18n/text.ts';
import { CodeConfirmation } from '../confirm/CodeConfirmation.tsx';

type DeleteFormProps = {
  readonly email: string;
  readonly onCancel: () => void;
  readonly onDeleted: (keptUntil: string | null) => void;
};

/** Confirms the deletion with a code sent to the buyer's address, or with a passkey. */
export function DeleteForm({ email, onCancel, onDeleted }: DeleteFormProps) {
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
