import './desk.css';
import { useEffect } from 'react';
import { consoleCall } from '../api/consoleCall.ts';
import { TAB } from '../api/live.ts';
import { useConsoleQuery } from '../api/useConsoleQuery.ts';
import { useFrame } from '../app/frameState.ts';
import { Avatar } from '../parts/Avatar.tsx';
import { capital } from '../parts/capital.ts';

/** Says that this page has something open, and shows who else has, by their initials. */
export function Looking({ subject }: { readonly subject: string }) {
  const { lines } = useFrame();
  const { data } = useConsoleQuery('lookers', { subject }, { topics: ['looking'] });
  // Again after each new line: what a page has open goes with its line.
  useEffect(() => {
    void consoleCall('look', { tab: TAB, subject }).catch(() => undefined);
  }, [subject, lines]);
  useEffect(() => () => void consoleCall('look', { tab: TAB, subject: null }).catch(() => undefined), []);
  const persons = data?.persons ?? [];
  return (
    <span className="looking" role="group" aria-label={wordsOf(persons)} title={wordsOf(persons)}>
      {persons.map((name) => (
        <Avatar key={name} name={name} />
      ))}
      <output className="unseen">{persons.length > 0 ? wordsOf(persons) : ''}</output>
    </span>
  );
}

function wordsOf(persons: readonly string[]): string {
  if (persons.length === 0) return 'Nobody else looks at it';
  const names = new Intl.ListFormat('en', { type: 'conjunction' }).format(persons.map(capital));
  return `${names} ${persons.length === 1 ? 'looks' : 'look'} at it too`;
}
