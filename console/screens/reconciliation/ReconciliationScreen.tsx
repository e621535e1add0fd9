import './reconciliation.css';
import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useParams } from '@tanstack/react-router';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useStableRows } from '../../api/useStableRows.ts';
import { useFrameState } from '../../app/frameState.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { LiveBadge } from '../../parts/connection/LiveBadge.tsx';
import { Dot } from '../../parts/Dot.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { Note } from '../../parts/Note.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { ListChangesNote } from '../../parts/tables/ListChangesNote.tsx';
import { ScrollRegion } from '../../parts/tables/ScrollRegion.tsx';
import { formatClockTime } from '../../parts/time/formatUtcTime.ts';
import { Time } from '../../parts/time/Time.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { DifferenceCard } from './DifferenceCard.tsx';
import { formatAgreement } from './formatAgreement.ts';
import { SnoozeDifferencesDialog } from './SnoozeDifferencesDialog.tsx';

/**
 * Counts the checks that this page requested and that have ended. Call `onRequested` after requesting one. `running`: a worker
 * runs a check now, for any requester. It must be refetched before `onRequested` is called, or a check that has not begun yet
 * would be counted as ended.
 */
function useRequestedCheck(running: boolean): { readonly ended: number; readonly onRequested: () => void } {
  const [ended, setEnded] = useState(0);
  const [isRequested, setRequested] = useState(false);
  if (isRequested && !running) {
    setRequested(false);
    setEnded(ended + 1);
  }
  return { ended, onRequested: () => setRequested(true) };
}

export type ReconciliationData = ConsoleCallData<'reconciliation'>;
type ExternalAccount = ReconciliationData['places'][number];
type AccountLine = ExternalAccount['lines'][number];

const NO_DIFFERENCES: ReconciliationData['differences'] = [];
const getId = ({ id }: { readonly id: number }) => String(id);

/** Compares the ledger with every external account. */
export default function ReconciliationScreen() {
  const { place } = useParams({ strict: false }) as { place?: string };
  const { updatedAt } = useFrameState();
  const page = useConsoleQuery('reconciliation', {}, { topics: ['differences', 'requests'] });
  const { data } = page;
  const check = useRequestedCheck(data?.running ?? false);
  const stableList = useStableRows(data?.differences ?? NO_DIFFERENCES, getId, String(check.ended));
  const trackRequestedCheck = async () => {
    await page.refetch();
    check.onRequested();
  };
  return (
    <>
      <ScreenHead
        title="Reconciliation"
        lead={data && <AgreementSummary page={data} />}
        aside={
          <>
            <LiveBadge updatedAt={updatedAt} />
            {data?.nextAt && <span className="num">next check {formatClockTime(new Date(data.nextAt))}</span>}
            {data && <CheckNowButton running={data.running} onRequested={() => void trackRequestedCheck()} />}
          </>
        }
      />
      {page.isError && <LoadErrorNote asOf={data?.now} onRetry={() => void page.refetch()} />}
      {!data && page.isPending && <Skeleton rows={10} height={36} />}
      {data && (
        <div className="books" data-greyed={page.isError ? '' : undefined}>
          <Card flush label="Balances by account">
            {data.places.length === 0 ? (
              <EmptyState>No accounts compared yet. A worker compares them every three minutes.</EmptyState>
            ) : (
              <ExternalAccounts places={data.places} />
            )}
          </Card>
          <SnoozeDifferencesDialog differences={data.differences} />
          <ListChangesNote fresh={stableList.fresh} gone={stableList.gone} goneLabel="gone" onShow={stableList.show} />
          {stableList.rows
            .toSorted((a, b) => Number(b.place === place) - Number(a.place === place))
            .map((difference) => (
              <DifferenceCard key={difference.id} difference={difference} hasSeveral={stableList.rows.length > 1} />
            ))}
        </div>
      )}
    </>
  );
}

function AgreementSummary({ page }: { readonly page: ReconciliationData }) {
  const { differ, agree, halted } = formatAgreement(page);
  return (
    <>
      {differ !== '' && <b className="bad">{differ} </b>}
      {agree} {halted}
    </>
  );
}

/** Requests a comparison, which a worker runs; the page shows when it has finished. */
function CheckNowButton({ running, onRequested }: { readonly running: boolean; readonly onRequested: () => void }) {
  const [fault, setFault] = useState(false);
  const checkNow = async () => {
    try {
      await consoleCall('checkNow', {});
      setFault(false);
      onRequested();
    } catch {
      setFault(true);
    }
  };
  return (
    <>
      {fault && <Note tone="bad">The check could not be requested and nothing has changed. Try again.</Note>}
      <Button
        icon={<RefreshCw size={15} strokeWidth={2} aria-hidden="true" />}
        working={running}
        onClick={() => void checkNow()}
      >
        Check now
      </Button>
    </>
  );
}

function ExternalAccounts({ places }: { readonly places: readonly ExternalAccount[] }) {
  return (
    <ScrollRegion label="Accounts">
      <table className="figure-table books-table">
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col" className="books-ledger">
              Ledger
            </th>
            <th scope="col">Counterparty</th>
            <th scope="col">Difference</th>
            <th scope="col" className="books-text">
              {' '}
              As of
            </th>
          </tr>
        </thead>
        <tbody>
          {places.flatMap((place) =>
            place.lines.length === 0
              ? [<EmptyAccountRow key={place.place} place={place} />]
              : place.lines.map((line) => <LineRow key={`${place.place} ${line.unit}`} place={place} line={line} />),
          )}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function LineRow({ place, line }: { readonly place: ExternalAccount; readonly line: AccountLine }) {
  const { unit, ledger, theirs, difference, state, halted } = line;
  return (
    <tr data-state={state === 'open' ? 'open' : undefined}>
      <th scope="row">
        <b>{unit}</b> <span className="second">{place.name}</span>{' '}
        {halted && (
          <Tag tone="bad" small>
            Halted
          </Tag>
        )}
        {state === 'pending' && (
          <Tag tone="plain" small>
            pending
          </Tag>
        )}
        {state === 'accepted' && (
          <Tag tone="warn" small>
            accepted
          </Tag>
        )}
      </th>
      <td className="books-ledger">
        <Money amount={ledger} />
      </td>
      <td>
        <Money amount={theirs} />
      </td>
      <td className={state === 'open' ? 'bad' : undefined}>
        <Money amount={difference} />
      </td>
      <ReadStatusCell place={place} />
    </tr>
  );
}

function EmptyAccountRow({ place }: { readonly place: ExternalAccount }) {
  return (
    <tr>
      <th scope="row">
        <span className="second">{place.name}</span>
      </th>
      <td colSpan={3} className="second">
        no balance
      </td>
      <ReadStatusCell place={place} />
    </tr>
  );
}

function ReadStatusCell({ place: { readAt, failures, failure } }: { readonly place: ExternalAccount }) {
  return (
    <td className="books-text second">
      {failures > 0 && (
        <span className="warn" title={failure ?? undefined}>
          <Dot state="warn" label="not updated" /> {failures} {failures === 1 ? 'attempt' : 'attempts'} failed,{' '}
        </span>
      )}
      {readAt ? <Time iso={readAt} /> : 'never'}
    </td>
  );
}
