import './today.css';
import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { Link, useSearch } from '@tanstack/react-router';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useNow } from '../../api/useNow.ts';
import { useFrame } from '../../app/frameState.ts';
import { Card } from '../../parts/Card.tsx';
import { Clock } from '../../parts/Clock.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { LiveBadge } from '../../parts/LiveBadge.tsx';
import { Money } from '../../parts/Money.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { fullTimeWords } from '../../parts/timeWords.ts';
import { Waterline } from '../../parts/Waterline.tsx';
import { AlertView } from './AlertView.tsx';
import { DayCard } from './DayCard.tsx';
import { HealthCard } from './HealthCard.tsx';
import { lastsTone, lastsWords } from './lastsWords.ts';
import { MotionCard } from './MotionCard.tsx';
import { isWhose, QueueCard } from './QueueCard.tsx';
import { TimedCard } from './TimedCard.tsx';

export type TodayData = ConsoleCallData<'today'>;

/** What needs me, by when? */
export default function TodayScreen() {
  const { alert, whose } = useSearch({ strict: false }) as { alert?: string; whose?: string };
  return alert && /^\d{1,15}$/.test(alert) ? <AlertView key={alert} id={Number(alert)} /> : <Today whose={whose} />;
}

function Today({ whose = 'all' }: { readonly whose?: string | undefined }) {
  const wanted = isWhose(whose) ? whose : 'all';
  const { heardAt } = useFrame();
  const page = useConsoleQuery(
    'today',
    { whose: wanted },
    { topics: ['orders', 'requests', 'alerts', 'takes', 'differences', 'signer'], keeps: true },
  );
  const { data } = page;
  return (
    <>
      <ScreenHead
        title="Today"
        lead={data && <Lead page={data} />}
        aside={
          <>
            <LiveBadge heardAt={heardAt} />
            <ServerTime />
          </>
        }
      />
      {page.isError && <Failed asOf={data?.now} onAskAgain={() => void page.refetch()} />}
      {!data && page.isPending && <Skeleton rows={10} height={44} />}
      {data && (
        <div className="today" data-greyed={page.isError ? '' : undefined}>
          <MotionCard motion={data.motion} />
          <div className="today-columns">
            <div className="today-main">
              <QueueCard page={data} whose={wanted} isFormer={page.isPlaceholderData} />
              <Reserves page={data} />
            </div>
            <div className="today-side">
              <TimedCard timed={data.timed} />
              <DayCard day={data.day} now={data.now} />
              <HealthCard health={data.health} />
            </div>
          </div>
        </div>
      )}
    </>
  );
}

/** Alone: what stands beside it is not drawn again each second. */
function ServerTime() {
  return <span className="today-time num">{fullTimeWords(useNow())}</span>;
}

function Lead({ page: { needs, nearest, nextClock } }: { readonly page: TodayData }) {
  if (needs.all === 0)
    return (
      <>
        <b>Nothing needs a person.</b>{' '}
        {nextClock ? (
          <>
            The next clock ends in <Clock bare ends={nextClock} />.
          </>
        ) : (
          'No clock runs.'
        )}
      </>
    );
  return (
    <>
      <b>{needs.all === 1 ? '1 thing needs a person.' : `${needs.all} things need a person.`}</b>{' '}
      {nearest?.until && (
        <>
          Next deadline in <Clock bare ends={nearest.until} starts={nearest.since} />: if no one acts,{' '}
          {nearest.otherwise}.
        </>
      )}
    </>
  );
}

const DAYS_SHOWN = 4;

function Reserves({ page: { reserves, reservesDays } }: { readonly page: TodayData }) {
  const shown = reserves.filter(({ lastsHours }) => lastsHours !== null).slice(0, 6);
  return (
    <Card
      title="How long the reserves last"
      aside={
        <>
          <span>at the need of the last {reservesDays} days</span>
          <Link to="/treasury/{-$part}/{-$id}">Treasury</Link>
        </>
      }
    >
      {shown.length === 0 ? (
        <p className="second">Nothing was delivered from a reserve in the last {reservesDays} days.</p>
      ) : (
        <ul className="today-reserves">
          {shown.map(({ name, free, lastsHours, halted }) => (
            <li key={name} data-tone={lastsTone(lastsHours, halted)}>
              <span className="second">{name}</span>
              <b className="today-lasts">{lastsWords(lastsHours)}</b>
              <span className="second">
                <Money amount={free.amount} />
                {halted && ', halted'}
              </span>
              <Waterline
                share={Math.min(1, (lastsHours ?? 0) / (DAYS_SHOWN * 24))}
                tone={lastsTone(lastsHours, halted) ?? 'tide'}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
