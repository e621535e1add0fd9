import './desk.css';
import { useEffect } from 'react';
import { useConsoleQuery } from '../api/useConsoleQuery.ts';
import { useFrame } from '../app/frameState.ts';
import { Avatar } from '../parts/Avatar.tsx';
import { capital } from '../parts/capital.ts';
import { sayWhatIsShown, showHere } from './shownHere.ts';

/** Says that this page has something open, and shows who else has, by their initials. */
export function Looking({ subject }: { readonly subject: string }) {
  const { lines } = useFrame();
  const { data } = useConsoleQuery('lookers', { subject }, { topics: ['looking'] });
  useEffect(() => showHere(subject), [subject]);
  // What a page has open goes with its line: it is said again after each new one.
  useEffect(sayWhatIsShown, [lines]);
  const persons = data?.persons ?? [];
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- initials in a line of text: no element is a group of these
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
