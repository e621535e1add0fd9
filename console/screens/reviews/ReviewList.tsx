import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useNowSelector } from '../../api/useNow.ts';
import type { useStableRows } from '../../api/useStableRows.ts';
import { Button } from '../../parts/Button.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { RemainingBar } from '../../parts/RemainingBar.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { ListChangesNote } from '../../parts/tables/ListChangesNote.tsx';
import { Countdown } from '../../parts/time/Countdown.tsx';
import { chooseCountdownTone, computeShareLeft, roundDisplayedNow } from '../../parts/time/formatTimeLeft.ts';
import { Avatar } from '../../parts/values/Avatar.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { useDelayedDecisions } from '../../person/delayedDecisions.ts';

type Reviews = ConsoleCallData<'reviews'>;
type Row = Reviews['rows'][number];

type ReviewListProps = {
  readonly list: UseQueryResult<Reviews>;
  readonly stableList: ReturnType<typeof useStableRows<Row>>;
  readonly shown: string | undefined;
  readonly onOpen: (id: string) => void;
  readonly onPage: (cursor: string | undefined) => void;
  readonly isFirst: boolean;
};

/** The queue: buyer, reason, amount, and time left. */
export function ReviewList({ list, stableList, shown, onOpen, onPage, isFirst }: ReviewListProps) {
  const { data } = list;
  return (
    <nav className="review-list" aria-label="Review queue" data-greyed={list.isError ? '' : undefined}>
      {list.isError && <LoadErrorNote asOf={data?.readAt} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton rows={6} height={62} />}
      <ListChangesNote fresh={stableList.fresh} gone={stableList.gone} onShow={stableList.show} />
      {data && stableList.rows.length === 0 && <EmptyState>No pending reviews.</EmptyState>}
      <ul>
        {stableList.rows.map((row) => (
          <li key={row.id}>
            <ReviewRow row={row} isShown={row.id === shown} isGone={row.gone === true} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {data && (
        <p className="review-today">
          <span>
            {formatDecidedToday(data.decidedToday)}{' '}
            {data.decidedToday.count > 0 && (
              <Link to="/people/{-$part}" params={{ part: 'requests' }}>
                View decisions
              </Link>
            )}
          </span>
          {(data.next !== null || !isFirst) && (
            <span className="review-pages">
              {!isFirst && (
                <Button size="small" onClick={() => onPage(undefined)}>
                  {' '}
                  First 50
                </Button>
              )}
              {data.next !== null && (
                <Button size="small" onClick={() => onPage(data.next ?? undefined)}>
                  {' '}
                  Next 50
                </Button>
              )}
            </span>
          )}
        </p>
      )}
    </nav>
  );
}

type ReviewRowProps = {
  readonly row: Row;
  readonly isShown: boolean;
  readonly isGone: boolean;
  readonly onOpen: (id: string) => void;
};

function ReviewRow({ row, isShown, isGone, onOpen }: ReviewRowProps) {
  const button = useRef<HTMLButtonElement>(null);
  const delayedDecision = useDelayedDecisions().find(({ id }) => id === row.id);
  useEffect(() => {
    if (isShown) button.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  const { since, until } = row.deadline;
  const label = delayedDecision ? DELAYED_DECISION_LABELS[delayedDecision.state] : isGone ? 'Decided' : undefined;
  return (
    <button
      ref={button}
      type="button"
      className="review-row"
      aria-current={isShown || undefined}
      data-gone={label === undefined || delayedDecision?.state === 'failed' ? undefined : ''}
      onClick={() => onOpen(row.id)}
    >
      <span className="review-line">
        <b>{row.who}</b>
        {row.takenBy !== null && <Avatar name={row.takenBy} small />}
        {label === undefined ? (
          <Countdown ends={until ?? undefined} starts={since} bare />
        ) : (
          <span className={delayedDecision?.state === 'failed' ? 'bad' : 'second'}>{label}</span>
        )}
      </span>
      <span className="review-line review-cause">
        <span>{row.cause}</span>
        {row.amount && <Money amount={row.amount.amount} code={row.amount.unit} />}
      </span>
      {until !== null && label === undefined && <TimeLeftBar since={since} until={until} />}
    </button>
  );
}

const DELAYED_DECISION_LABELS = { held: 'Decided by you', sending: 'Submitting', failed: 'Not submitted' } as const;

function TimeLeftBar({ since, until }: { readonly since: string; readonly until: string }) {
  const ends = Date.parse(until);
  const now = useNowSelector((at) => roundDisplayedNow(ends, at));
  const times = { starts: Date.parse(since), ends, now };
  const tone = chooseCountdownTone(times);
  return <RemainingBar share={computeShareLeft(times) ?? 0} tone={tone === 'calm' ? 'tide' : tone} />;
}

function formatDecidedToday({ count, medianMinutes }: Reviews['decidedToday']): string {
  if (count === 0) return 'No decisions today.';
  return `${count} decided today${medianMinutes === null ? '' : `, median ${formatMedian(medianMinutes)}`}.`;
}

function formatMedian(minutes: number): string {
  if (minutes < 1) return 'under a minute';
  return minutes < 120 ? `${Math.round(minutes)} min` : `${Math.round(minutes / 60)} h`;
}
