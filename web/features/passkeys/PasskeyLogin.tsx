import KeyRound from 'lucide-react/icons/key-round';
import { useEffect, useEffectEvent, useState } from 'react';
import { CallError } from '../../api/callError.ts';
import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { storeUserInfo } from '../session/session.ts';
import { canUsePasskeys, logInWithPasskey, offersInFields, stopAsking } from './passkey.ts';
import { showPasskeyFault } from './passkeyFault.ts';

/** Logging in without a code: by a button, and where the browser has it by a choice in the field of the e-mail address. */
export function PasskeyLogin() {
  const [working, setWorking] = useState(false);
  const chooseInField = useEffectEvent(async (isGone: () => boolean) => {
    try {
      if (!(await offersInFields()) || isGone()) return;
      storeUserInfo(await logInWithPasskey({ inField: true }));
    } catch (failure) {
      // What the browser ends by itself, or another ceremony ends, is nothing to tell.
      if (failure instanceof CallError && failure.detail?.error === 'passkey_refused')
        showPasskeyFault(failure, 'passkeys.not_done');
    }
  });
  useEffect(() => {
    let gone = false;
    void chooseInField(() => gone);
    return () => {
      gone = true;
      if (canUsePasskeys()) void stopAsking();
    };
  }, []);
  const logIn = async () => {
    setWorking(true);
    try {
      storeUserInfo(await logInWithPasskey({ inField: false }));
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
