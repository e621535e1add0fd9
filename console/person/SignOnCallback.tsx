import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import KeyRound from 'lucide-react/icons/key-round';
import { useEffect, useState } from 'react';
import { consoleCall } from '../api/consoleCall.ts';
import { Button } from '../parts/Button.tsx';
import { Note } from '../parts/Note.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { GatePage } from './GatePage.tsx';
import { loadLoginState, useLoginState } from './loginState.ts';
import { useSignedActions } from './useSignedActions.ts';

type SignOnResult = ConsoleCallData<'finishSignOn'>;
type ProviderAccount = NonNullable<SignOnResult['account']>;

/** Outside the component, because an answer is valid once, however often the component renders. */
let pendingSignOn: Promise<SignOnResult> | undefined;

/** Redirect target of the identity provider: submits its response, then continues or lets the person link the account. */
export function SignOnCallback() {
  const [result, setResult] = useState<SignOnResult>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    pendingSignOn ??= submitSignOn();
    pendingSignOn.then(setResult, (caught: unknown) =>
      setError(caught instanceof Error ? caught.message : String(caught)),
    );
  }, []);
  return (
    <GatePage label="Single sign-on">
      <div className="gate-form">
        <h1>{result?.account ? 'Link this account' : 'Single sign-on'}</h1>
        {error !== undefined && (
          <>
            <Note tone="bad">{error}</Note>
            <a href="/console/">Back to sign-in</a>
          </>
        )}
        {result?.account && <LinkAccount account={result.account} returnTo={result.returnTo} />}
        {error === undefined && !result?.account && <Skeleton rows={2} />}
      </div>
    </GatePage>
  );
}

async function submitSignOn(): Promise<SignOnResult> {
  const answer = location.search;
  // The code is used, so it is removed from the URL and the history.
  history.replaceState(null, '', location.pathname);
  const result = await consoleCall('finishSignOn', { answer });
  if (result.account) await loadLoginState();
  else location.replace(result.returnTo);
  return result;
}

function LinkAccount({ account, returnTo }: { readonly account: ProviderAccount; readonly returnTo: string }) {
  const { person, signOn } = useLoginState();
  const signing = useSignedActions();

  async function link() {
    const content = { act: 'link-sign-on', arguments: { ...account }, reason: 'my own account' };
    if (await signing.send(content, (statement) => consoleCall('signPersonStatement', { statement })))
      location.replace(returnTo);
  }

  return (
    <>
      <p className="second">
        You signed in at {signOn?.name} as{' '}
        <span className="mono" translate="no">
          {account.subject}
        </span>
        . Anyone who signs in there with this account can view the console as {person?.name}. Actions still require your
        passkey.
      </p>
      <Button
        kind="primary"
        size="large"
        wide
        working={signing.working}
        icon={<KeyRound size={17} strokeWidth={2.1} aria-hidden="true" />}
        onClick={() => void link()}
      >
        {`Link to ${person?.name}`}
      </Button>
      {signing.error !== undefined && <Note tone="bad">{signing.error}</Note>}
      <a href={returnTo}>Do not link</a>
    </>
  );
}
