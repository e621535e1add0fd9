import { useState } from 'react';
import { CallError } from '../../api/callError.ts';
import { errorText } from '../../i18n/errorText.ts';
import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useFaultFocus } from '../../ui/form/useFaultFocus.ts';
import { PasskeyLogin } from '../passkeys/PasskeyLogin.tsx';
import { requestCode } from './requestCode.ts';
import { computeSecondsUntilResend, getSentCode, isPlausibleEmail, rememberSentCode } from './sentCode.ts';

/** Asks for the email address and sends a login code to it. */
export function EmailForm({ onSent }: { readonly onSent: () => void }) {
  const [email, setEmail] = useState(getSentCode()?.email ?? '');
  const [fault, setFault] = useState<unknown>(null);
  const [working, setWorking] = useState(false);
  const [solving, setSolving] = useState(false);
  const { form, focusFault } = useFaultFocus();

  const fail = (found: unknown) => {
    setFault(found);
    focusFault();
  };
  const send = async () => {
    const typedEmail = email.trim().toLowerCase();
    if (!isPlausibleEmail(typedEmail)) return fail(MALFORMED);
    // The code sent earlier is still valid, so no new one is requested and no error is shown.
    const sent = getSentCode();
    if (sent?.email === typedEmail && computeSecondsUntilResend(sent) > 0) return onSent();
    setWorking(true);
    try {
      const onWork = () => setSolving(true);
      rememberSentCode(typedEmail, await requestCode(typedEmail, { navigational: true, onWork }));
      onSent();
    } catch (failure) {
      if (!(failure instanceof CallError && failure.handled)) fail(failure);
    } finally {
      setWorking(false);
      setSolving(false);
    }
  };

  return (
    <Form
      ref={form}
      focusFirst
      onSubmit={() => void (!working && send())}
      foot={
        <>
          <Button type="submit" working={working}>
            {text('ui.continue')}
          </Button>
          <PasskeyLogin />
        </>
      }
    >
      <TextField
        label={text('login.email')}
        type="email"
        inputMode="email"
        autoComplete="email webauthn"
        name="email"
        value={email}
        error={fault === null ? undefined : formatEmailError(fault)}
        hint={text(solving ? 'login.working' : 'login.email_hint')}
        onChange={(entered) => {
          setEmail(entered);
          setFault(null);
        }}
      />
    </Form>
  );
}

const MALFORMED = 'malformed';

/**
 * Malformed addresses use the text from the specification. Translated at render time, so that it follows a change of
 * language.
 */
function formatEmailError(fault: unknown): string {
  const malformed = fault === MALFORMED || (fault instanceof CallError && fault.detail?.error === MALFORMED);
  return malformed ? text('login.email_format') : errorText(fault);
}
