import KeyRound from 'lucide-react/icons/key-round';
import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Note } from '../../parts/Note.tsx';
import { formatPasskeyError, logInWithPasskey } from '../api/passkeys.ts';
import { loadSession } from '../api/session.ts';
import { PageHead } from '../app/PageHead.tsx';
import { GateCard } from './GateCard.tsx';

/** Login with a passkey. */
export function LoginScreen() {
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<string>();

  async function logIn() {
    setWorking(true);
    setError(undefined);
    try {
      await logInWithPasskey();
      await loadSession();
    } catch (caught) {
      setError(formatPasskeyError(caught));
      setWorking(false);
    }
  }

  return (
    <GateCard label="Log in">
      <div className="pages-form">
        <PageHead title="Log in" />
        <p className="second">
          For people of a partner who were invited. Use the passkey that you created when you joined.
        </p>
        <Button
          kind="primary"
          size="large"
          wide
          working={working}
          icon={<KeyRound size={17} strokeWidth={2.1} aria-hidden="true" />}
          onClick={() => void logIn()}
        >
          Log in with your passkey
        </Button>
        {error !== undefined && <Note tone="bad">{error}</Note>}
      </div>
    </GateCard>
  );
}
