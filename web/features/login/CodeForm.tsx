import './codeForm.css';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/callError.ts';
import { errorText } from '../../i18n/errorText.ts';
import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { CODE_LENGTH, extractCodeDigits } from '../../ui/form/extractCodeDigits.ts';
import { Form } from '../../ui/form/Form.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useFaultFocus } from '../../ui/form/useFaultFocus.ts';
import { showToast } from '../../ui/toastStore.ts';
import { storeLogin } from '../session/session.ts';
import { requestCode } from './requestCode.ts';
import { computeSecondsUntilResend, forgetSentCode, rememberSentCode, type SentCode } from './sentCode.ts';

const TICK_MS = 1000;

type CodeFormProps = {
  readonly sent: SentCode;
  readonly onResent: (sent: SentCode) => void;
  readonly onLoggedIn: () => void;
};

/** Form for the six-digit login code; submits automatically when complete. */
export function CodeForm({ sent, onResent, onLoggedIn }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<unknown>(null);
  const [working, setWorking] = useState(false);
  const { form, focusFault } = useFaultFocus();

  const fail = (found: unknown) => {
    setFault(found);
    focusFault();
  };
  const logIn = async (entered: string) => {
    if (working) return;
    if (entered.length < CODE_LENGTH) return fail(MISSING);
    setWorking(true);
    try {
      const user = await call('login', { email: sent.email, code: entered }, { navigational: true });
      storeLogin(user);
      forgetSentCode();
      onLoggedIn();
    } catch (failure) {
      // On success the page is left, so the button is enabled again only after a failure.
      setWorking(false);
      if (!(failure instanceof CallError && failure.handled)) fail(failure);
    }
  };
  const enter = (entered: string) => {
    const digits = extractCodeDigits(entered);
    setCode(digits);
    setFault(null);
    if (digits.length === CODE_LENGTH && digits !== code) void logIn(digits);
  };

  return (
    <Form
      ref={form}
      focusFirst
      onSubmit={() => void logIn(code)}
      foot={
        <Button type="submit" working={working}>
          {text('login.log_in')}
        </Button>
      }
    >
      <TextField
        label={text('login.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        name="code"
        value={code}
        error={formatCodeError(fault)}
        hint={text('login.code_hint')}
        onChange={enter}
        onPaste={enter}
      />
      <Resend
        sent={sent}
        onResent={(renewed) => {
          setCode('');
          setFault(null);
          onResent(renewed);
        }}
        onFailed={fail}
      />
    </Form>
  );
}

const MISSING = 'missing';

/** Translated at render time, so that it follows a change of language. */
function formatCodeError(fault: unknown): string | undefined {
  if (fault === null) return undefined;
  return fault === MISSING ? text('login.code_missing') : errorText(fault);
}

type ResendProps = {
  readonly sent: SentCode;
  readonly onResent: (sent: SentCode) => void;
  readonly onFailed: (failure: unknown) => void;
};

/** Link to request a new code, with a countdown until that is allowed. */
function Resend({ sent, onResent, onFailed }: ResendProps) {
  const [working, setWorking] = useState(false);
  const left = useSecondsLeft(useCallback(() => computeSecondsUntilResend(sent), [sent]));
  const resend = async () => {
    setWorking(true);
    try {
      const resendAfter = await requestCode(sent.email, { onWork: () => showToast(text('login.working'), 'info') });
      onResent(rememberSentCode(sent.email, resendAfter));
      showToast(text('login.code_resent'));
    } catch (failure) {
      if (failure instanceof CallError && failure.handled) return;
      const wait = failure instanceof CallError ? Number(failure.detail?.facts.seconds) : Number.NaN;
      if (Number.isInteger(wait) && wait > 0) onResent(rememberSentCode(sent.email, wait));
      onFailed(failure);
    } finally {
      setWorking(false);
    }
  };
  return (
    <p className="hint resend">
      {left > 0 ? (
        <span role="timer" aria-live="off" className="num">
          {text('login.resend_in', { seconds: left })}
        </span>
      ) : (
        <Button kind="link" working={working} onClick={() => void resend()}>
          {text('login.resend')}
        </Button>
      )}
    </p>
  );
}

/** Returns the value of `secondsLeft`, updated every second until it is zero; restarts whenever the function changes. */
function useSecondsLeft(secondsLeft: () => number): number {
  const [left, setLeft] = useState(secondsLeft);
  useEffect(() => {
    const update = () => {
      const now = secondsLeft();
      setLeft(now);
      if (now === 0) clearInterval(timer);
    };
    const timer = setInterval(update, TICK_MS);
    update();
    return () => clearInterval(timer);
  }, [secondsLeft]);
  return left;
}
