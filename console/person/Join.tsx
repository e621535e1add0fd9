import './enter.css';
import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { Brand } from '@slipway/look/Brand.tsx';
import KeyRound from 'lucide-react/icons/key-round';
import { useState } from 'react';
import { consoleCall } from '../api/consoleCall.ts';
import { Button } from '../parts/Button.tsx';
import { Card } from '../parts/Card.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { Note } from '../parts/Note.tsx';
import { TextField } from '../parts/TextField.tsx';
import { signText } from './signText.ts';

type Joined = ConsoleCallData<'join'>;

/** Whoever was invited makes a passkey here, and reads its id to an admin. */
export function Join() {
  const [code, setCode] = useState(location.hash.slice(1));
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<string>();
  const [joined, setJoined] = useState<Joined>();

  async function join() {
    setWorking(true);
    setError(undefined);
    try {
      setJoined(await joinWith(code.trim().toUpperCase()));
      // The code is used: it need not stand in the address any more.
      history.replaceState(null, '', location.pathname);
    } catch (caught) {
      setError(wordsOf(caught));
    } finally {
      setWorking(false);
    }
  }

  return (
    <main className="gate">
      <div className="gate-inner">
        <p className="gate-brand">
          <Brand />
          <span className="gate-operator">Operators’ console</span>
        </p>
        <Card label="Join" lift>
          {joined ? (
            <ReadAloud joined={joined} />
          ) : (
            <form
              className="gate-form"
              onSubmit={(event) => {
                event.preventDefault();
                void join();
              }}
            >
              <h1>You were invited</h1>
              <p className="second">
                Your device makes a passkey for this console. It is asked for twice: once to make it, once to show that
                it works.
              </p>
              <TextField label="Your invitation" name="code" value={code} onChange={setCode} />
              <Button
                type="submit"
                kind="primary"
                size="large"
                wide
                working={working}
                icon={<KeyRound size={17} strokeWidth={2.1} aria-hidden="true" />}
              >
                Make a passkey
              </Button>
              {error !== undefined && <Note tone="bad">{error}</Note>}
            </form>
          )}
        </Card>
      </div>
    </main>
  );
}

/** The last step is a voice: nobody in between can make it say another key. */
function ReadAloud({ joined }: { readonly joined: Joined }) {
  return (
    <div className="gate-form">
      <h1>Read this to an admin</h1>
      <p className="second">
        You are {joined.name}. Your passkey gives no right yet: an admin who hears this id from you, by voice, names it.
        Then another one does.
      </p>
      <p className="gate-key">
        <code className="mono" translate="no">
          {joined.keyId}
        </code>
        <CopyButton value={joined.keyId} label="Copy the id of your key" />
      </p>
      <a href="/console/">To the console</a>
    </div>
  );
}

async function joinWith(code: string): Promise<Joined> {
  const { options } = await consoleCall('joinOptions', { code });
  const { startRegistration } = await import('@simplewebauthn/browser');
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
  const made = await startRegistration({ optionsJSON: options as unknown as Options });
  const { clientDataJSON, attestationObject } = made.response;
  const created = {
    id: made.id,
    rawId: made.rawId,
    type: 'public-key' as const,
    response: { clientDataJSON, attestationObject },
  };
  const { text, relyingParty } = await consoleCall('joinText', { code, created });
  const signature = await signText(text, { kind: 'passkey', credentialId: made.id, relyingParty }, undefined);
  return consoleCall('join', { code, created, statement: { text, signature } });
}

function wordsOf(error: unknown): string {
  if (error instanceof Error && error.name === 'NotAllowedError')
    return 'No passkey was made. Nothing has happened: you can try again.';
  return error instanceof Error ? error.message : String(error);
}
