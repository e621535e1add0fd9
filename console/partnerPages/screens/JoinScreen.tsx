import KeyRound from 'lucide-react/icons/key-round';
import { type FormEvent, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import { Note } from '../../parts/Note.tsx';
import { formatPasskeyError, joinWithPasskey } from '../api/passkeys.ts';
import { loadSession } from '../api/session.ts';
import { showPath } from '../app/navigation.tsx';
import { PageHead } from '../app/PageHead.tsx';
import { GateCard } from './GateCard.tsx';

/** Lets an invited person create a passkey, and logs them in. */
export function JoinScreen() {
  const [code, setCode] = useState(location.hash.slice(1));
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<string>();

  async function join() {
    setWorking(true);
    setError(undefined);
    try {
      await joinWithPasskey({ code: code.trim(), name: name.trim(), email: email.trim() });
      // The code is used, so it does not stay in the history.
      await loadSession();
      showPath('', { replace: true });
    } catch (caught) {
      setError(formatPasskeyError(caught));
      setWorking(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '' || email.trim() === '') setError('Enter your name and your email address.');
    else void join();
  }

  return (
    <GateCard label="Join">
      <form className="pages-form" onSubmit={submit}>
        <PageHead title="You’ve been invited" />
        <p className="second">
          Your device creates a passkey for these pages. Your name and email address are shown to the other members of
          your company and to the operator.
        </p>
        <TextField label="Invitation code" name="code" value={code} onChange={setCode} />
        <TextField label="Your name" name="name" value={name} onChange={setName} />
        <TextField label="Your email address" name="email" value={email} inputMode="email" onChange={setEmail} />
        <Button
          type="submit"
          kind="primary"
          size="large"
          wide
          working={working}
          icon={<KeyRound size={17} strokeWidth={2.1} aria-hidden="true" />}
        >
          Create passkey and join
        </Button>
        {error !== undefined && <Note tone="bad">{error}</Note>}
      </form>
    </GateCard>
  );
}
