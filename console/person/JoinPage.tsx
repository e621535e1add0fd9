import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import KeyRound from 'lucide-react/icons/key-round';
import { useState } from 'react';
import { consoleCall } from '../api/consoleCall.ts';
import { Button } from '../parts/Button.tsx';
import { TextField } from '../parts/fields/TextField.tsx';
import { Note } from '../parts/Note.tsx';
import { CopyButton } from '../parts/values/CopyButton.tsx';
import { GatePage } from './GatePage.tsx';
import { signText } from './signText.ts';

type JoinedPerson = ConsoleCallData<'join'>;

/** Lets an invited person create a passkey, and shows its id to be read to an admin. */
export function JoinPage() {
  const [code, setCode] = useState(location.hash.slice(1));
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<string>();
  const [joined, setJoined] = useState<JoinedPerson>();

  async function join() {
    setWorking(true);
    setError(undefined);
    try {
      setJoined(await joinWithPasskey(code.trim().toUpperCase()));
      // The code is used, so it is removed from the URL.
      history.replaceState(null, '', location.pathname);
    } catch (caught) {
      setError(formatJoinError(caught));
    } finally {
      setWorking(false);
    }
  }

  return (
    <GatePage label="Join">
      {joined ? (
        <KeyIdNotice joined={joined} />
      ) : (
        <form
          className="gate-form"
          onSubmit={(event) => {
            event.preventDefault();
            void join();
          }}
        >
          <h1>You’ve been invited</h1>
          <p className="second">
            Your device creates a passkey for this console. You confirm twice: once to create the passkey, once to
            verify that it works.
          </p>
          <TextField label="Invitation code" name="code" value={code} onChange={setCode} />
          <Button
            type="submit"
            kind="primary"
            size="large"
            wide
            working={working}
            icon={<KeyRound size={17} strokeWidth={2.1} aria-hidden="true" />}
          >
            Create passkey
          </Button>
          {error !== undefined && <Note tone="bad">{error}</Note>}
        </form>
      )}
    </GatePage>
  );
}

/** The id is read aloud, so that no one in between can substitute another key. */
function KeyIdNotice({ joined }: { readonly joined: JoinedPerson }) {
  return (
    <div className="gate-form">
      <h1>Read this key ID to an admin to finish setup</h1>
      <p className="second">
        Your username is {joined.name}. Your passkey does not give access yet: read this ID to an admin by voice. That
        admin registers it, and a second admin confirms it.
      </p>
      <p className="gate-key">
        <code className="mono" translate="no">
          {joined.keyId}
        </code>
        <CopyButton value={joined.keyId} label="Copy key ID" />
      </p>
      <a href="/console/">Open the console</a>
    </div>
  );
}

async function joinWithPasskey(code: string): Promise<JoinedPerson> {
  const { options } = await consoleCall('joinOptions', { code });
  const { startRegistration } = await import('@simplewebauthn/browser');
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
  const passkey = await startRegistration({ optionsJSON: options as unknown as Options });
  const { clientDataJSON, attestationObject } = passkey.response;
  const created = {
    id: passkey.id,
    rawId: passkey.rawId,
    type: 'public-key' as const,
    response: { clientDataJSON, attestationObject },
  };
  const { text, relyingParty } = await consoleCall('joinText', { code, created });
  const signature = await signText(text, { kind: 'passkey', credentialId: passkey.id, relyingParty }, undefined);
  return consoleCall('join', { code, created, statement: { text, signature } });
}

function formatJoinError(error: unknown): string {
  if (error instanceof Error && error.name === 'NotAllowedError')
    return 'No passkey was created and nothing was changed. Try again.';
  return error instanceof Error ? error.message : String(error);
}
