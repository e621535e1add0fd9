import KeyRound from 'lucide-react/icons/key-round';
import { useEffect, useEffectEvent, useState } from 'react';
import { CallError } from '../../api/callError.ts';
import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { storeLogin } from '../session/session.ts';
import { canAutofillPasskeys, cancelAutofill, canUsePasskeys, logInWithPasskey } from './passkey.ts';
import { showPasskeyFault } from './passkeyFault.ts';

/** Login with a passkey: by a button, or by autofill in the email field if the browser supports it. */
export function PasskeyLogin() {
  const [working, setWorking] = useState(false);
  const logInByAutofill = useEffectEvent(async (isGone: () => boolean) => {
    try {
      if (!(await canAutofillPasskeys()) || isGone()) return;
      storeLogin(await logInWithPasskey({ inField: true }));
    } catch (failure) {
      // Ignore a ceremony that the browser or another ceremony aborted.
      if (failure instanceof CallError && failure.detail?.error === 'passkey_refused')
        showPasskeyFault(failure, 'passkeys.not_done');
    }
  });
  useEffect(() => {
    let isUnmounted = false;
    void logInByAutofill(() => isUnmounted);
    return () => {
      isUnmounted = true;
      if (canUsePasskeys()) void cancelAutofill();
    };
  }, []);
  const logIn = async () => {
    setWorking(true);
    try {
      storeLogin(await logInWithPasskey({ inField: false }));
    } catch (failure) {
      setWorking(false);
      showPasskeyFault(failure, 'passkeys.not_done');
    }
  };
  if (!canUsePasskeys()) return null;
  return (
    <Button
      kind="ghost"
      icon={<KeyRound size={20} strokeWidth={1.9} aria-hidden="true" />}
      working={working}
      onClick={() => void logIn()}
    >
      {text('passkeys.log_in')}
    </Button>
  );
}
