import { useState } from 'react';
import { Card } from '../../parts/Card.tsx';
import { Clock } from '../../parts/Clock.tsx';
import { Money } from '../../parts/Money.tsx';
import { Note } from '../../parts/Note.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/Time.tsx';
import { DifferenceRows } from './DifferenceRows.tsx';
import { DifferenceWays } from './DifferenceWays.tsx';
import type { ReconciliationData } from './ReconciliationScreen.tsx';

export type Difference = ReconciliationData['differences'][number];

/** One difference: the rows of both books, what stands still for it, and what may be done. */
export function DifferenceCard({ difference }: { readonly difference: Difference }) {
  // None is chosen beforehand; a way is chosen beside its row, or among those for the whole.
  const [chosen, setChosen] = useState<string>();
  return (
    <Card flush title={<Title difference={difference} />} aside={<Waiting difference={difference} />}>
      <div className="books-halves">
        <div>
          <DifferenceRows difference={difference} chosen={chosen} onChoose={setChosen} />
          <Standing difference={difference} />
        </div>
        <DifferenceWays difference={difference} chosen={chosen} onChoose={setChosen} />
      </div>
    </Card>
  );
}

function Title({ difference }: { readonly difference: Difference }) {
  const { placeName, unit, state, haltedSince, acceptedBy, booked } = difference;
  return (
    <span className="books-title">
      {unit} at {placeName}
      {haltedSince && (
        <Tag tone="bad" small>
          Halted <Time iso={haltedSince} />
        </Tag>
      )}
      {state !== 'open' && (
        <Tag tone={state === 'accepted' ? 'warn' : 'plain'} small>
          {state === 'accepted' ? `accepted by ${acceptedBy}` : 'has its time'}
        </Tag>
      )}
      {booked && (
        <Tag tone="plain" small>
          booked
        </Tag>
      )}
    </span>
  );
}

function Waiting({ difference: { waiting } }: { readonly difference: Difference }) {
  if (waiting.orders === 0) return null;
  return (
    <span>
      {waiting.orders} {waiting.orders === 1 ? 'order' : 'orders'},{' '}
      <Money amount={waiting.worth.amount} code={waiting.worth.unit} />
      {waiting.until && (
        <>
          , the first goes back in <Clock bare ends={waiting.until} />
        </>
      )}
    </span>
  );
}

/** What was decided of it, and what it waits for. */
function Standing({ difference }: { readonly difference: Difference }) {
  const { acceptedBy, acceptedWhy, pendingUntil, booked, wait } = difference;
  return (
    <>
      {booked && <Note>It is booked. The next comparison says what is left of it, and lets go what stands still.</Note>}
      {acceptedWhy !== null && (
        <Note>
          “{acceptedWhy}”, said {acceptedBy}.
        </Note>
      )}
      {wait && (
        <Note tone={wait.over ? 'warn' : 'plain'}>
          {wait.over ? 'Its wait is over since ' : 'Waits until '}
          <Time iso={wait.until} />
          {!wait.over && (
            <>
              {' '}
              (<Clock bare ends={wait.until} />)
            </>
          )}
          , asked by {wait.by}: “{wait.why}”. What it halts stays halted.
        </Note>
      )}
      {pendingUntil && (
        <p className="second">
          Each row has its time, since one side hears later than the other: until <Time iso={pendingUntil} />.
        </p>
      )}
    </>
  );
}
