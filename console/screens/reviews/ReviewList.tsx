import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { useCalmRows } from '../../api/useCalmRows.ts';
import { useNowAs } from '../../api/useNow.ts';
import { Avatar } from '../../parts/Avatar.tsx';
import { Button } from '../../parts/Button.tsx';
import { Clock } from '../../parts/Clock.tsx';
import { clockTone, shareLeft, steppedNow } from '../../parts/clockWords.ts';
import { Empty } from '../../parts/Empty.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { ListNews } from '../../parts/ListNews.tsx';
import { Money } from '../../parts/Money.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Waterline } from '../../parts/Waterline.tsx';
import { useHeldBack } from '../../person/heldBack.ts';

type Reviews = ConsoleCallData<'reviews'>;
type Row = Reviews['rows'][number];

type ReviewListProps = {
  readonly list: UseQueryResult<Reviews>;
  readonly calm: ReturnType<typeof useCalmRows<Row>>;
  readonly shown: string | undefined;
  readonly onOpen: (id: string) => void;
  readonly onPage: (cursor: string | undefined) => void;
  readonly isFirst: boolean;
};

/** The queue: who, why, how much, and how long there is. */
export function ReviewList({ list, calm, shown, onOpen, onPage, isFirst }: ReviewListProps) {
  const { data } = list;
  return (
    <nav className="review-list" aria-label="What waits" data-greyed={list.isError ? '' : undefined}>
      {list.isError && <Failed asOf={data?.readAt} onAskAgain={() => void list.refetch()} />}
      {list.isPending && <Skeleton rows={6} height={62} />}
      <ListNews fresh={calm.fresh} gone={calm.gone} onShow={calm.show} />
      {data && calm.rows.length === 0 && <Empty>Nothing waits for a person here.</Empty>}
      <ul>
        {calm.rows.map((row) => (
          <li key={row.id}>
            <ReviewRow row={row} isShown={row.id === shown} isGone={row.gone === true} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {data && (
        <p className="review-today">
          <span>
            {decidedWords(data.decidedToday)}{' '}
            {data.decidedToday.count > 0 && (
              <Link to="/people/{-$part}" params={{ part: 'requests' }}>
                See them
              </Link>
            )}
          </span>
          {(data.next !== null || !isFirst) && (
            <span className="review-pages">
              {!isFirst && (
                <Button size="small" onClick={() => onPage(undefined)}>
                  The first 50
                </Button>
              )}
              {data.next !== null && (
                <Button size="small" onClick={() => onPage(data.next ?? undefined)}>
                  The next 50
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
  const held = useHeldBack().find(({ id }) => id === row.id);
  useEffect(() => {
    if (isShown) button.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  const { since, until } = row.deadline;
  const word = held ? HELD[held.state] : isGone ? 'Decided' : undefined;
  return (
    <button
      ref={button}
      type="button"
      className="review-row"
      aria-current={isShown || undefined}
      data-gone={word === undefined || held?.state === 'failed' ? undefined : ''}
      onClick={() => onOpen(row.id)}
    >
      <span className="review-line">
        <b>{row.who}</b>
        {row.takenBy !== null && <Avatar name={row.takenBy} small />}
        {word === undefined ? (
          <Clock ends={until ?? undefined} starts={since} bare />
        ) : (
          <span className={held?.state === 'failed' ? 'bad' : 'second'}>{word}</span>
        )}
      </span>
      <span className="review-line review-cause">
        <span>{row.cause}</span>
        {row.amount && <Money amount={row.amount.amount} code={row.amount.unit} />}
      </span>
      {until !== null && word === undefined && <TimeLeft since={since} until={until} />}
    </button>
  );
}

const HELD = { held: 'Decided by you', sending: 'Being asked', failed: 'Not asked' } as const;

function TimeLeft({ since, until }: { readonly since: string; readonly until: string }) {
  const ends = Date.parse(until);
  const now = useNowAs((at) => steppedNow(ends, at));
  const times = { starts: Date.parse(since), ends, now };
  const tone = clockTone(times);
  return <Waterline share={shareLeft(times) ?? 0} tone={tone === 'calm' ? 'tide' : tone} />;
}

function decidedWords({ count, medianMinutes }: Reviews['decidedToday']): string {
  if (count === 0) return 'None decided today.';
  return `${count} decided today${medianMinutes === null ? '' : `, median ${medianWords(medianMinutes)}`}.`;
}

function medianWords(minutes: number): string {
  if (minutes < 1) return 'under a minute';
  return minutes < 120 ? `${Math.round(minutes)} min` : `${Math.round(minutes / 60)} h`;
}
