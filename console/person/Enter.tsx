import './enter.css';
import { Brand } from '@slipway/look/Brand.tsx';
import KeyRound from 'lucide-react/icons/key-round';
import { type FormEvent, useState } from 'react';
import { Avatar } from '../parts/Avatar.tsx';
import { Button } from '../parts/Button.tsx';
import { Card } from '../parts/Card.tsx';
import { Note } from '../parts/Note.tsx';
import { TextField } from '../parts/TextField.tsx';
import { enterAs, lastName, type SamplePerson, useEntered } from './entered.ts';
import { visitProvider } from './visitProvider.ts';

/** Who is there? A passkey answers; in the sandbox, a press. */
export function Enter({ locked = false }: { readonly locked?: boolean }) {
  const { operatorName, isTest, samplePersons, signOn, person } = useEntered();
  const [name, setName] = useState(person?.name ?? lastName());
  const [working, setWorking] = useState<string>();
  const [error, setError] = useState<string>();

  async function enter(who: string) {
    setWorking(who);
    setError(undefined);
    try {
      await enterAs(who);
    } catch (caught) {
      setError(wordsOf(caught));
    } finally {
      setWorking(undefined);
    }
  }

  async function signInAt(provider: string) {
    setWorking(provider);
    setError(undefined);
    try {
      await visitProvider('beginSignOn');
    } catch (caught) {
      setError(wordsOf(caught));
      setWorking(undefined);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const who = name.trim().toLowerCase();
    if (who === '') setError('Type the name by which you are enrolled, such as anna.');
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
        <Card label="Enter" lift>
          <form className="gate-form" onSubmit={submit}>
            <h1>{locked ? 'Locked' : 'Who is there?'}</h1>
            <p className="second">
              {locked
                ? 'Nobody has used this console for a while. What you were writing is still here.'
                : signInText(signOn?.name)}
            </p>
            <TextField label="Your name" name="name" value={name} onChange={setName} disabled={locked} />
            <Button
              type="submit"
              kind="primary"
              size="large"
              wide
              working={working !== undefined && working === name.trim().toLowerCase()}
              icon={<KeyRound size={17} strokeWidth={2.1} aria-hidden="true" />}
            >
              {locked ? 'Unlock' : 'Enter with your passkey'}
            </Button>
            {signOn && (
              <Button size="large" wide working={working === signOn.name} onClick={() => void signInAt(signOn.name)}>
                {`Sign in with ${signOn.name}`}
              </Button>
            )}
            {signOn && locked && <p className="second">Signing in with {signOn.name} reloads this page.</p>}
            {error !== undefined && <Note tone="bad">{error}</Note>}
          </form>
        </Card>
        {!locked && samplePersons.length > 0 && (
          <SamplePersons persons={samplePersons} working={working} onEnter={(who) => void enter(who)} />
        )}
      </div>
    </main>
  );
}

function signInText(provider: string | undefined): string {
  if (provider === undefined) return 'You sign with your passkey that it is you. There are no passwords.';
  return `Use your passkey, or ${provider} if your account is linked. Actions always ask for your passkey.`;
}

type SamplePersonsProps = {
  readonly persons: readonly SamplePerson[];
  readonly working: string | undefined;
  readonly onEnter: (name: string) => void;
};

/** Of the sandbox: anybody may be them, and nothing is behind them. */
function SamplePersons({ persons, working, onEnter }: SamplePersonsProps) {
  return (
    <section aria-label="Persons of the sandbox" className="gate-samples">
      <h2>Or be somebody of the sandbox</h2>
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
                <small>{roles.length > 1 ? 'every role' : roles.join(', ')}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function wordsOf(error: unknown): string {
  if (error instanceof Error && error.name === 'NotAllowedError')
    return 'No passkey was shown. Try again, or ask an admin whether you are enrolled by this name.';
  return error instanceof Error ? error.message : String(error);
}
