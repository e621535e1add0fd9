import { useState } from 'react';
import { DeskBar } from '../../desk/DeskBar.tsx';
import { Looking } from '../../desk/Looking.tsx';
import { Notes } from '../../desk/Notes.tsx';
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

type DifferenceCardProps = {
  readonly difference: Difference & { readonly gone?: boolean };
  /** There are several: none has the letters for itself. */
  readonly many: boolean;
};

/** One difference: the rows of both books, what stands still for it, and what may be done. */
export function DifferenceCard({ difference, many }: DifferenceCardProps) {
  const subject = `difference:${difference.id}`;
  // None is chosen beforehand; a way is chosen beside its row, or among those for the whole.
  const [chosen, setChosen] = useState<string>();
  return (
    <Card flush title={<Title difference={difference} />} aside={<Waiting difference={difference} />}>
      <div className="books-halves">
        <div>
          <DifferenceRows difference={difference} chosen={chosen} onChoose={setChosen} />
          <FoundTransactions difference={difference} />
          <Standing difference={difference} />
        </div>
        {!difference.gone && <DifferenceWays difference={difference} chosen={chosen} onChoose={setChosen} />}
      </div>
      <div className="books-desk">
        <DeskBar subject={subject} many={many} />
        <Notes subject={subject} many={many} />
      </div>
    </Card>
  );
}

function Title({ difference }: Pick<DifferenceCardProps, 'difference'>) {
  const { placeName, unit, state, haltedSince, acceptedBy, booked, gone } = difference;
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
      {gone && (
        <Tag tone="good" small>
          settled
        </Tag>
      )}
      <Looking subject={`difference:${difference.id}`} />
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

/** What accepting or booking the difference would count twice. */
function FoundTransactions({ difference: { foundTransactions } }: { readonly difference: Difference }) {
  if (foundTransactions.length === 0) return null;
  return (
    <Note tone="warn">
      The chain has {foundTransactions.length === 1 ? 'a transaction' : `${foundTransactions.length} transactions`} of
      this address that the database lacked, as after a restore. Those that pay an order are booked when the order goes
      on. Do not accept or book the difference before: they would be counted twice.
      <ul>
        {foundTransactions.map(({ transactionId, orderNos, foundAt }) => (
          <li key={transactionId}>
            <code>{transactionId}</code>, {orderNos.length > 0 ? `pays ${orderNos.join(', ')}` : 'pays no known order'},
            found <Time iso={foundAt} />
          </li>
        ))}
      </ul>
    </Note>
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
