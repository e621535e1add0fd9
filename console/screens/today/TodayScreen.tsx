import './today.css';
import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { Link, useSearch } from '@tanstack/react-router';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useNow } from '../../api/useNow.ts';
import { useFrameState } from '../../app/frameState.ts';
import { Card } from '../../parts/Card.tsx';
import { LiveBadge } from '../../parts/connection/LiveBadge.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { RemainingBar } from '../../parts/RemainingBar.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Countdown } from '../../parts/time/Countdown.tsx';
import { formatFullUtcTime } from '../../parts/time/formatUtcTime.ts';
import { Money } from '../../parts/values/Money.tsx';
import { AlertView } from './AlertView.tsx';
import { DayCard } from './DayCard.tsx';
import { chooseReserveTone, formatReserveDuration } from './formatReserveDuration.ts';
import { HealthCard } from './HealthCard.tsx';
import { MoneyInMotionCard } from './MoneyInMotionCard.tsx';
import { isAssigneeFilter, QueueCard } from './QueueCard.tsx';
import { ScheduledRequestsCard } from './ScheduledRequestsCard.tsx';

export type TodayData = ConsoleCallData<'today'>;

/** Items that need attention, funds in open orders, runway, the day and health; or the alert that the URL names. */
export default function TodayScreen() {
  const { alert, assignee } = useSearch({ strict: false }) as { alert?: string; assignee?: string };
  return alert && /^\d{1,15}$/.test(alert) ? (
    <AlertView key={alert} id={Number(alert)} />
  ) : (
    <TodayContent assignee={assignee} />
  );
}

function TodayContent({ assignee = 'all' }: { readonly assignee?: string | undefined }) {
  const assigneeFilter = isAssigneeFilter(assignee) ? assignee : 'all';
  const { updatedAt } = useFrameState();
  const page = useConsoleQuery(
    'today',
    { assignee: assigneeFilter },
    { topics: ['orders', 'requests', 'alerts', 'takes', 'differences', 'signer'], keepsPrevious: true },
  );
  const { data } = page;
  return (
    <>
      <ScreenHead
        title="Today"
        lead={data && <TodaySummary page={data} />}
        aside={
          <>
            <LiveBadge updatedAt={updatedAt} />
            <ServerTime />
          </>
        }
      />
      {page.isError && <LoadErrorNote asOf={data?.now} onRetry={() => void page.refetch()} />}
      {!data && page.isPending && <Skeleton rows={10} height={44} />}
      {data && (
        <div className="today" data-greyed={page.isError ? '' : undefined}>
          <MoneyInMotionCard motion={data.motion} />
          <div className="today-columns">
            <div className="stack">
              <QueueCard page={data} assignee={assigneeFilter} isPreviousFilter={page.isPlaceholderData} />
              <ReservesCard page={data} />
            </div>
            <div className="stack today-side">
              <ScheduledRequestsCard timed={data.timed} />
              <DayCard day={data.day} now={data.now} />
              <HealthCard health={data.health} />
            </div>
          </div>
        </div>
      )}
    </>
  );
}

/** A separate component, so that the rest is not rendered each second. */
function ServerTime() {
  return <span className="today-time num">{formatFullUtcTime(useNow())}</span>;
}

function TodaySummary({ page: { needs, late, nearest, nextClock } }: { readonly page: TodayData }) {
  if (needs.all === 0)
    return (
      <>
        <b>No action required.</b>{' '}
        {nextClock ? (
          <>
            Next deadline in <Countdown bare ends={nextClock} />.
          </>
        ) : (
          'No deadlines.'
        )}
      </>
    );
  return (
    <>
      <b>
        {needs.all === 1 ? '1 item needs attention' : `${needs.all} items need attention`}
        {late > 0 && (
          <span className="bad">
            , {late === needs.all ? (late === 1 ? 'overdue' : 'all overdue') : `${late} overdue`}
          </span>
        )}
        .
      </b>{' '}
      {nearest?.until && (
        <>
          Next deadline in <Countdown bare ends={nearest.until} starts={nearest.since} />: if no one acts,{' '}
          {nearest.otherwise}.
        </>
      )}
    </>
  );
}

const FULL_BAR_DAYS = 4;

function ReservesCard({ page: { reserves, reservesDays } }: { readonly page: TodayData }) {
  const shown = reserves.filter(({ lastsHours }) => lastsHours !== null).slice(0, 6);
  return (
    <Card
      title="Runway"
      aside={
        <>
          <span>{reservesDays}-day average</span>
          <Link to="/treasury/{-$part}/{-$id}">Treasury</Link>
        </>
      }
    >
      {shown.length === 0 ? (
        <p className="second">No deliveries from the treasury in the last {reservesDays} days.</p>
      ) : (
        <ul className="today-reserves">
          {shown.map(({ name, free, lastsHours, halted }) => (
            <li key={name} data-tone={chooseReserveTone(lastsHours, halted)}>
              <span className="second">{name}</span>
              <b className="today-lasts">{formatReserveDuration(lastsHours)}</b>
              <span className="second">
                <Money amount={free.amount} />
                {halted && ', halted'}
              </span>
              <RemainingBar
                share={Math.min(1, (lastsHours ?? 0) / (FULL_BAR_DAYS * 24))}
                tone={chooseReserveTone(lastsHours, halted) ?? 'tide'}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
