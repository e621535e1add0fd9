import './codeConfirmation.css';
import { type FormEvent, useState } from 'react';
import { CallError } from '../../api/callError.ts';
import { getServerTime } from '../../api/serverClock.ts';
import { errorText } from '../../i18n/errorText.ts';
import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { CodeField } from '../../ui/form/CodeField.tsx';
import { CODE_LENGTH } from '../../ui/form/extractCodeDigits.ts';
import { FieldMessage } from '../../ui/form/FieldMessage.tsx';
import { useFaultFocus } from '../../ui/form/useFaultFocus.ts';
import { requestCode } from '../login/requestCode.ts';
import { PasskeyConfirm } from '../passkeys/PasskeyConfirm.tsx';

type CodeConfirmationProps = {
  readonly email: string;
  /** Label of the button. */
  readonly act: string;
  /** Performs the action with the code; throws on failure. Afterwards the form is closed. */
  readonly onCode: (code: string) => Promise<void>;
  /** Performs the action without a code after a passkey confirmed the buyer; throws on failure. */
  readonly onProved: () => Promise<void>;
  readonly onCancel: () => void;
};

/** Errors of the action that are shown below the code field; its other errors are shown above the buttons. */
const CODE_ERRORS = new Set<string | undefined>(['code_invalid', 'code_expired']);

type Fault = { readonly at: 'code' | 'form'; readonly message: string };

/** Performs an action after the buyer confirmed it by a passkey, or by a code that the form sends on request by email. */
export function CodeConfirmation({ email, act, onCode, onProved, onCancel }: CodeConfirmationProps) {
  const [code, setCode] = useState('');
  const [sendAgainAt, setSendAgainAt] = useState<number | null>(null);
  const [sent, setSent] = useState(false);
  const [solving, setSolving] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const [working, setWorking] = useState(false);
  const { form, focusFault } = useFaultFocus();

  const fail = (failed: Fault) => {
    setFault(failed);
    if (failed.at === 'code') focusFault();
  };
  const waitFor = (seconds: number) => setSendAgainAt(Math.ceil(getServerTime() / 1000) + seconds);
  const send = async () => {
    setFault(null);
    try {
      waitFor(await requestCode(email, { onWork: () => setSolving(true) }));
      setSent(true);
      setCode('');
      // Screen readers read the field with its hint, which now shows where the code was sent.
      form.current?.querySelector('input')?.focus();
    } catch (failure) {
      if (failure instanceof CallError && failure.handled) return;
      const wait = failure instanceof CallError ? Number(failure.detail?.facts.seconds) : Number.NaN;
      if (Number.isInteger(wait) && wait > 0) waitFor(wait);
      fail({ at: 'code', message: errorText(failure) });
    } finally {
      setSolving(false);
    }
  };
  const confirm = async () => {
    if (working) return;
    if (code.length < CODE_LENGTH) {
      const missing = sent || code !== '' ? 'login.code_missing' : 'confirm.code_not_asked';
      return fail({ at: 'code', message: text(missing) });
    }
    setFault(null);
    setWorking(true);
    try {
      await onCode(code);
    } catch (failure) {
      // On success the form is closed, so the button is enabled again only after a failure.
      setWorking(false);
      if (failure instanceof CallError && failure.handled) return;
      const key = failure instanceof CallError ? failure.detail?.error : undefined;
      fail({ at: CODE_ERRORS.has(key) ? 'code' : 'form', message: errorText(failure) });
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void confirm();
  };
  const hint = sent ? 'confirm.code_sent' : 'confirm.code_hint';
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <CodeField
        label={text('login.code')}
        value={code}
        error={fault?.at === 'code' ? fault.message : undefined}
        hint={solving ? text('login.working') : text(hint, { email })}
        sendAgainAt={sendAgainAt}
        onSend={send}
        onChange={(entered) => {
          setCode(entered);
          setFault(null);
        }}
      />
      {fault?.at === 'form' && (
        <div className="code-confirmation-error">
          <FieldMessage id="code-confirmation-error" icon>
            {fault.message}
          </FieldMessage>
        </div>
      )}
      <PasskeyConfirm onProved={onProved} />
      <div className="sheet-acts">
        <Button kind="ghost" onClick={onCancel}>
          {text('ui.cancel')}
        </Button>
        <Button type="submit" working={working}>
          {act}
        </Button>
      </div>
    </form>
  );
}
