import type { PartnerPageCallData } from '@slipway/contract/partnerPageCalls.ts';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { useNowSelector } from '../../api/useNow.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { Note } from '../../parts/Note.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { CopyButton } from '../../parts/values/CopyButton.tsx';
import { capitalize } from '../../parts/values/capitalize.ts';
import { memberCall, useMemberQuery } from '../api/memberCall.ts';
import { useLoggedInSession } from '../api/session.ts';
import { useChange } from '../api/useChange.ts';
import { PathLink } from '../app/navigation.tsx';
import { PageHead } from '../app/PageHead.tsx';
import { doctorTexts } from './doctorTexts.ts';

type PageCheck = NonNullable<PartnerPageCallData<'pageCheck'>['newest']>;
type Result = PageCheck['results'][number];

const POLL_MS = 1_000;
/** A worker needs seconds. After this time the page assumes that no worker is running. */
const SLOW_MS = 60_000;

/** Requests that the operator's server checks a page of the partner, and lists the findings. */
export function DoctorScreen() {
  const { partner } = useLoggedInSession();
  const { data, isError, isPending, error, refetch } = useQuery({
    queryKey: ['pageCheck', {}],
    queryFn: ({ signal }) => memberCall('pageCheck', {}, signal),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data.newest) ? POLL_MS : false),
  });
  return (
    <>
      <PageHead
        title="Doctor"
        lead="Loads one of your pages once and checks everything that can prevent Slipway from opening on it."
      />
      {isError && <LoadErrorNote onRetry={() => void refetch()}>{error.message}</LoadErrorNote>}
      {isPending && <Skeleton rows={6} />}
      {data && partner.enabled && <PageForm key={data.newest?.page} newest={data.newest} />}
      {data && <NewestCheck newest={data.newest} />}
    </>
  );
}

const isRunning = (newest: PageCheck | null) => newest !== null && newest.finishedAt === null;

function PageForm({ newest }: { readonly newest: PageCheck | null }) {
  const { working, error, change } = useChange();
  const settings = useMemberQuery('overview', {});
  const [typed, setTyped] = useState<string>();
  const page = typed ?? newest?.page ?? settings.data?.origins[0] ?? '';
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    void change('check', () => memberCall('checkPage', { page: page.trim() }));
  };
  return (
    <Card label="Page">
      <form className="pages-form" onSubmit={send}>
        <TextField
          label="Page that embeds Slipway"
          value={page}
          onChange={setTyped}
          hint="At one of your allowed origins. Redirects are not followed."
        />
        <Button
          kind="primary"
          type="submit"
          working={working === 'check' || isRunning(newest)}
          {...(page.trim() === '' && { refused: 'Enter a page first.' })}
        >
          Check page
        </Button>
        {error !== undefined && <Note tone="bad">{error}</Note>}
      </form>
    </Card>
  );
}

function NewestCheck({ newest }: { readonly newest: PageCheck | null }) {
  if (!newest) return <EmptyState>No page has been checked in the last 30 days.</EmptyState>;
  const { requestedAt, finishedAt, results } = newest;
  if (finishedAt === null) return <RunningNote requestedAt={requestedAt} />;
  if (results.length === 0)
    return (
      <Note tone="bad">The page could not be checked: its origin is no longer allowed, or the server failed.</Note>
    );
  const [faults, passed, unchecked] = (['fault', 'passed', 'unchecked'] as const).map((state) =>
    results.filter((result) => result.state === state),
  );
  return (
    <>
      <Card title="Problems" count={faults?.length ?? 0} aside={<Time iso={finishedAt} />} flush>
        {faults?.length === 0 && <EmptyState>No problem found on {newest.page}.</EmptyState>}
        <ol className="pages-list">
          {faults?.map((result) => (
            <Fault key={result.check} result={result} />
          ))}
        </ol>
      </Card>
      <div className="pages-columns">
        <RuleList title="Passed" results={passed ?? []} />
        {unchecked !== undefined && unchecked.length > 0 && (
          <RuleList title="Not checked" aside="nothing to check yet" results={unchecked} />
        )}
      </div>
    </>
  );
}

function RunningNote({ requestedAt }: Pick<PageCheck, 'requestedAt'>) {
  const isSlow = useNowSelector((now) => now - Date.parse(requestedAt) > SLOW_MS);
  return (
    <Note>
      {isSlow
        ? 'Still waiting for the operator’s server. The check starts as soon as that server runs.'
        : 'Checking the page…'}
    </Note>
  );
}

function Fault({ result: { check, fault, change } }: { readonly result: Result }) {
  const { rule, next, request } = doctorTexts[check];
  return (
    <li>
      <div className="pages-fault">
        <b>{toSentence(fault)}</b>
        <p>
          <b>Next:</b> {next} {request && <PathLink to="keys">Keys and origins</PathLink>}
        </p>
        {change !== null && (
          <p className="pages-link">
            <code className="mono" translate="no">
              {change}
            </code>
            <CopyButton value={change} label={`Copy the change for: ${rule}`} />
          </p>
        )}
      </div>
      <Tag small tone="bad">
        <span className="mono" translate="no">
          {check}
        </span>
      </Tag>
    </li>
  );
}

/** Returns a finding as a sentence; an address at its beginning stays as it is. */
function toSentence(message: string): string {
  return `${/^https?:/.test(message) ? message : capitalize(message)}.`;
}

type RuleListProps = { readonly title: string; readonly aside?: string; readonly results: readonly Result[] };

function RuleList({ title, aside, results }: RuleListProps) {
  return (
    <Card title={title} count={results.length} {...(aside !== undefined && { aside })} flush>
      <ul className="pages-list">
        {results.map(({ check }) => (
          <li key={check}>{doctorTexts[check].rule}</li>
        ))}
      </ul>
    </Card>
  );
}
