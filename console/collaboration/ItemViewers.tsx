import './desk.css';
import { useEffect } from 'react';
import { useConsoleQuery } from '../api/useConsoleQuery.ts';
import { useFrameState } from '../app/frameState.ts';
import { Avatar } from '../parts/values/Avatar.tsx';
import { capitalize } from '../parts/values/capitalize.ts';
import { reportViewing, schedulePresenceReport } from './presenceReports.ts';

/** Reports that this page has the item open, and shows who else has, by initials. */
export function ItemViewers({ subject }: { readonly subject: string }) {
  const { streamConnections } = useFrameState();
  const { data } = useConsoleQuery('viewers', { subject }, { topics: ['viewers'] });
  useEffect(() => reportViewing(subject), [subject]);
  // Presence ends with the connection, so it is reported again after each new one.
  useEffect(schedulePresenceReport, [streamConnections]);
  const persons = data?.persons ?? [];
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- initials in a line of text: HTML has no element for the group
    <span className="viewers" role="group" aria-label={formatViewers(persons)} title={formatViewers(persons)}>
      {persons.map((name) => (
        <Avatar key={name} name={name} />
      ))}
      <output className="unseen">{persons.length > 0 ? formatViewers(persons) : ''}</output>
    </span>
  );
}

function formatViewers(persons: readonly string[]): string {
  if (persons.length === 0) return 'No one else is viewing this';
  const names = new Intl.ListFormat('en', { type: 'conjunction' }).format(persons.map(capitalize));
  return `${names} ${persons.length === 1 ? 'is' : 'are'} also viewing this`;
}
