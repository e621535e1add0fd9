import './enter.css';
import { Brand } from '@slipway/look/Brand.tsx';
import KeyRound from 'lucide-react/icons/key-round';
import { type FormEvent, useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { Card } from '../parts/Card.tsx';
import { TextField } from '../parts/fields/TextField.tsx';
import { Note } from '../parts/Note.tsx';
import { Avatar } from '../parts/values/Avatar.tsx';
import { logIn, readLastLoginName, type SamplePerson, useLoginState } from './loginState.ts';
import { redirectToIdentityProvider } from './redirectToIdentityProvider.ts';

/**
 * Login with a passkey or, if configured, at the identity provider; in the sandbox also with a click on a sample user. `locked`:
 * the session is locked, and the same person unlocks it.
 */
export function LoginPage({ locked = false }: { readonly locked?: boolean }) {
  const { operatorName, isTest, samplePersons, signOn, person } = useLoginState();
  const [name, setName] = useState(person?.name ?? readLastLoginName());
  const [working, setWorking] = useState<string>();
  const [error, setError] = useState<string>();

  async function enter(who: string) {
    setWorking(who);
    setError(undefined);
    try {
      await logIn(who);
    } catch (caught) {
      setError(formatLoginError(caught));
    } finally {
      setWorking(undefined);
    }
  }

  async function logInAtProvider(provider: string) {
    setWorking(provider);
    setError(undefined);
    try {
      await redirectToIdentityProvider('beginSignOn');
    } catch (caught) {
      setError(formatLoginError(caught));
      setWorking(undefined);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const who = name.trim().toLowerCase();
    if (who === '') setError('Enter your username, such as anna.');
    else void enter(who);
  }

  return (
    <main className="gate" data-environment={isTest ? 'test' : 'live'} data-over={locked ? '' : undefined}>
      <div className="band" aria-hidden="true" />
      <div className="gate-inner">
        <p className="gate-brand">
          <Brand />
          <span className="gate-operator">
            {operatorName}, {isTest ? 'test: no real money' : 'live'}
          </span>
        </p>
        <Card label="Sign in" lift>
          <form className="gate-form" onSubmit={submit}>
            <h1>{locked ? 'Session locked' : 'Sign in'}</h1>
            <p className="second">
              {locked
                ? 'What you were typing is kept. Confirm that it is you to continue.'
                : formatLoginHint(signOn?.name)}
            </p>
            <TextField label="Username" name="name" value={name} onChange={setName} disabled={locked} />
            <Button
              type="submit"
              kind="primary"
              size="large"
              wide
              working={working !== undefined && working === name.trim().toLowerCase()}
              icon={<KeyRound size={17} strokeWidth={2.1} aria-hidden="true" />}
            >
              {locked ? 'Unlock' : 'Sign in with your passkey'}
            </Button>
            {signOn && (
              <Button
                size="large"
                wide
                working={working === signOn.name}
                onClick={() => void logInAtProvider(signOn.name)}
              >
                {`Sign in with ${signOn.name}`}
              </Button>
            )}
            {signOn && locked && <p className="second">Signing in with {signOn.name} reloads this page.</p>}
            {error !== undefined && <Note tone="bad">{error}</Note>}
          </form>
        </Card>
        {!locked && samplePersons.length > 0 && (
          <SamplePeople persons={samplePersons} working={working} onEnter={(who) => void enter(who)} />
        )}
      </div>
    </main>
  );
}

function formatLoginHint(provider: string | undefined): string {
  if (provider === undefined) return 'Confirm with your passkey. There are no passwords.';
  return `Use your passkey, or ${provider} if your account is linked. Actions always require your passkey.`;
}

type SamplePeopleProps = {
  readonly persons: readonly SamplePerson[];
  readonly working: string | undefined;
  readonly onEnter: (name: string) => void;
};

/** Sample people of the sandbox: any visitor may be one of them. */
function SamplePeople({ persons, working, onEnter }: SamplePeopleProps) {
  return (
    <section aria-label="Sample users" className="gate-samples">
      <h2>Or sign in as a sample user</h2>
      <ul>
        {persons.map(({ name, roles }) => (
          <li key={name}>
            <button
              type="button"
              className="gate-sample"
              disabled={working !== undefined}
              onClick={() => onEnter(name)}
            >
              <Avatar name={name} />
              <span>
                <b>{name.charAt(0).toUpperCase() + name.slice(1)}</b>
                <small>{roles.length > 1 ? 'all roles' : roles.join(', ')}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function formatLoginError(error: unknown): string {
  if (error instanceof Error && error.name === 'NotAllowedError')
    return 'No passkey was provided. Try again, or ask an admin whether this username is registered.';
  return error instanceof Error ? error.message : String(error);
}
