import { Link } from '@tanstack/react-router';
import { Card } from '../../parts/Card.tsx';
import { Time } from '../../parts/Time.tsx';
import type { TodayData } from './TodayScreen.tsx';

/** What was agreed to and is done at its time: it needs nobody, and everybody should know. */
export function TimedCard({ timed }: { readonly timed: TodayData['timed'] }) {
  if (timed.length === 0) return null;
  return (
    <Card
      title="Done at its time"
      count={timed.length}
      aside={
        <Link to="/people/{-$part}" params={{ part: 'requests' }}>
          Requests
        </Link>
      }
    >
      <ul className="today-timed">
        {timed.map(({ id, action, subject, notBefore, askedBy, answeredBy }) => (
          <li key={id}>
            <b>
              {action === 'remove' ? 'Take out' : 'Change'} {subject}
            </b>
            <span className="second">
              approved, from <Time iso={notBefore} />: {askedBy}
              {answeredBy !== null && `, ${answeredBy}`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
