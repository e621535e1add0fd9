import { Link } from '@tanstack/react-router';
import { Card } from '../../parts/Card.tsx';
import { Time } from '../../parts/time/Time.tsx';
import type { TodayData } from './TodayScreen.tsx';

/** Approved requests that are executed at a set time: no action is needed, but everyone should know of them. */
export function ScheduledRequestsCard({ timed }: { readonly timed: TodayData['timed'] }) {
  if (timed.length === 0) return null;
  return (
    <Card
      title="Scheduled changes"
      count={timed.length}
      aside={
        <Link to="/people/{-$part}" params={{ part: 'requests' }}>
          Requests
        </Link>
      }
    >
      <ul className="today-timed">
        {timed.map(({ id, action, subject, notBefore, requestedBy, answeredBy }) => (
          <li key={id}>
            <b>
              {action === 'remove' ? 'Delete' : 'Change'} {subject}
            </b>
            <span className="second">
              scheduled for <Time iso={notBefore} />, requested by {requestedBy}
              {answeredBy !== null && `, approved by ${answeredBy}`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
