import KeyRound from 'lucide-react/icons/key-round';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { canUsePasskeys, confirmWithPasskey } from './passkey.ts';
import { showPasskeyFault } from './passkeyFault.ts';

/** Offers a passkey instead of the code if the account has one; then calls `onProved` and shows its errors. */
export function PasskeyConfirm({ onProved }: { readonly onProved: () => Promise<void> }) {
  const [offered, setOffered] = useState(false);
  const [working, setWorking] = useState(false);
  useEffect(() => {
    if (!canUsePasskeys()) return;
    call('sessionList', {}).then(
      ({ passkeys }) => setOffered(passkeys.length > 0),
      () => undefined,
    );
  }, []);
  const prove = async () => {
    setWorking(true);
    try {
      await confirmWithPasskey();
      await onProved();
    } catch (failure) {
      setWorking(false);
      showPasskeyFault(failure, 'passkeys.not_done');
    }
  };
  if (!offered) return null;
  return (
    <div className="passkey-confirm">
      <Button
        kind="ghost"
        icon={<KeyRound size={20} strokeWidth={1.9} aria-hidden="true" />}
        working={working}
        onClick={() => void prove()}
      >
        {text('passkeys.use')}
      </Button>
    </div>
  );
}
