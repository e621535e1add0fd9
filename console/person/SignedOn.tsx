import './enter.css';
import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { Brand } from '@slipway/look/Brand.tsx';
import KeyRound from 'lucide-react/icons/key-round';
import { useEffect, useState } from 'react';
import { consoleCall } from '../api/consoleCall.ts';
import { Button } from '../parts/Button.tsx';
import { Card } from '../parts/Card.tsx';
import { Note } from '../parts/Note.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { begin, useEntered } from './entered.ts';
import { useAct } from './useAct.ts';

type Answered = ConsoleCallData<'finishSignOn'>;
type Account = NonNullable<Answered['account']>;

/** Kept outside of the component: an answer counts once, however often it is drawn. */
let finishing: Promise<Answered> | undefined;

/** Where the identity provider sends the browser: hands its answer in, then leads on or has the account linked. */
export function SignedOn() {
  const [answered, setAnswered] = useState<Answered>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    finishing ??= finish();
    finishing.then(setAnswered, (caught: unknown) =>
      setError(caught instanceof Error ? caught.message : String(caught)),
    );
  }, []);
  return (
    <main className="gate">
      <div className="gate-inner">
        <p className="gate-brand">
          <Brand />
          <span className="gate-operator">Operators’ console</span>
        </p>
        <Card label="Single sign-on" lift>
          <div className="gate-form">
            <h1>{answered?.account ? 'Link this account' : 'Single sign-on'}</h1>
            {error !== undefined && (
              <>
                <Note tone="bad">{error}</Note>
                <a href="/console/">Back to sign-in</a>
              </>
            )}
            {answered?.account && <LinkAccount account={answered.account} returnTo={answered.returnTo} />}
            {error === undefined && !answered?.account && <Skeleton rows={2} />}
          </div>
        </Card>
      </div>
    </main>
  );
}

async function finish(): Promise<Answered> {
  const answer = location.search;
  // The code is used: it need not stay in the address and the history.
  history.replaceState(null, '', location.pathname);
  const answered = await consoleCall('finishSignOn', { answer });
  if (answered.account) await begin();
  else location.replace(answered.returnTo);
  return answered;
}

function LinkAccount({ account, returnTo }: { readonly account: Account; readonly returnTo: string }) {
  const { person, signOn } = useEntered();
  const act = useAct();

  async function link() {
    const saying = { act: 'link-sign-on', arguments: { ...account }, reason: 'my own account' };
    if (await act.say(saying, (statement) => consoleCall('sayOfPersons', { statement }))) location.replace(returnTo);
  }

  return (
    <>
      <p className="second">
        You have logged in at {signOn?.name} as{' '}
        <span className="mono" translate="no">
          {account.subject}
        </span>
        . Whoever logs in there as this account reads the console as {person?.name}. Actions still ask for your passkey.
      </p>
      <Button
        kind="primary"
        size="large"
        wide
        working={act.working}
        icon={<KeyRound size={17} strokeWidth={2.1} aria-hidden="true" />}
        onClick={() => void link()}
      >
        {`Link to ${person?.name}`}
      </Button>
      {act.error !== undefined && <Note tone="bad">{act.error}</Note>}
      <a href={returnTo}>Do not link</a>
    </>
  );
}
