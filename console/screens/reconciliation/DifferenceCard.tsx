import { useState } from 'react';
import { AssignmentBar } from '../../collaboration/AssignmentBar.tsx';
import { ItemViewers } from '../../collaboration/ItemViewers.tsx';
import { Notes } from '../../collaboration/Notes.tsx';
import { Card } from '../../parts/Card.tsx';
import { Note } from '../../parts/Note.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Countdown } from '../../parts/time/Countdown.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { DifferenceActions } from './DifferenceActions.tsx';
import { DifferenceRows } from './DifferenceRows.tsx';
import type { ReconciliationData } from './ReconciliationScreen.tsx';

export type Difference = ReconciliationData['differences'][number];

type DifferenceCardProps = {
  readonly difference: Difference & { readonly gone?: boolean };
  /** True if several cards are shown: then none of them uses the letter keys. */
  readonly hasSeveral: boolean;
};

/** One difference: the rows of both sides, what it halts, and the available actions. */
export function DifferenceCard({ difference, hasSeveral }: DifferenceCardProps) {
  const subject = `difference:${difference.id}`;
  // Nothing is preselected; an action is chosen next to its row, or among those for the whole difference.
  const [chosen, setChosen] = useState<string>();
  return (
    <Card flush title={<DifferenceTitle difference={difference} />} aside={<WaitingOrders difference={difference} />}>
      <div className="books-halves">
        <div>
          <DifferenceRows difference={difference} chosen={chosen} onChoose={setChosen} />
          <FoundTransactions difference={difference} />
          <DifferenceStatus difference={difference} />
        </div>
        {!difference.gone && <DifferenceActions difference={difference} chosen={chosen} onChoose={setChosen} />}
      </div>
      <div className="books-desk">
        <AssignmentBar subject={subject} hasSeveral={hasSeveral} />
        <Notes subject={subject} hasSeveral={hasSeveral} />
      </div>
    </Card>
  );
}

function DifferenceTitle({ difference }: Pick<DifferenceCardProps, 'difference'>) {
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
          {state === 'accepted' ? `accepted by ${acceptedBy}` : 'pending'}
        </Tag>
      )}
      {booked && (
        <Tag tone="plain" small>
          booked
        </Tag>
      )}
      {gone && (
        <Tag tone="good" small>
          resolved
        </Tag>
      )}
      <ItemViewers subject={`difference:${difference.id}`} />
    </span>
  );
}

function WaitingOrders({ difference: { waiting } }: { readonly difference: Difference }) {
  if (waiting.orders === 0) return null;
  return (
    <span>
      {waiting.orders} {waiting.orders === 1 ? 'order' : 'orders'},{' '}
      <Money amount={waiting.worth.amount} code={waiting.worth.unit} />
      {waiting.until && (
        <>
          ; first deadline in <Countdown bare ends={waiting.until} />
        </>
      )}
    </span>
  );
}

/** Transactions that accepting or booking the difference would count twice. */
function FoundTransactions({ difference: { foundTransactions } }: { readonly difference: Difference }) {
  if (foundTransactions.length === 0) return null;
  return (
    <Note tone="warn">
      The chain has {foundTransactions.length === 1 ? 'a transaction' : `${foundTransactions.length} transactions`} of
      this address that the database did not have, for example after a restore. Those that pay an order are booked when
      the order continues. Do not accept or book the difference before then: they would be counted twice.
      <ul>
        {foundTransactions.map(({ transactionId, orderNos, foundAt, cancels }) => (
          <li key={transactionId}>
            <code>{transactionId}</code>, {formatFoundPurpose(orderNos, cancels)}, found <Time iso={foundAt} />
          </li>
        ))}
      </ul>
    </Note>
  );
}

function formatFoundPurpose(orderNos: readonly string[], cancels: boolean): string {
  if (orderNos.length === 0) return 'pays no known order';
  return `${cancels ? 'cancels the payout of' : 'pays'} ${orderNos.join(', ')}`;
}

/** Decisions about the difference, and what it waits for. */
function DifferenceStatus({ difference }: { readonly difference: Difference }) {
  const { acceptedBy, acceptedWhy, pendingUntil, booked, wait } = difference;
  return (
    <>
      {booked && <Note>Booked. The next comparison shows the remaining difference and resumes what was halted.</Note>}
      {acceptedWhy !== null && (
        <Note>
          Accepted by {acceptedBy}: “{acceptedWhy}”.
        </Note>
      )}
      {wait && (
        <Note tone={wait.over ? 'warn' : 'plain'}>
          {wait.over ? 'Snooze ended ' : 'Snoozed until '}
          <Time iso={wait.until} />
          {!wait.over && (
            <>
              {' '}
              (<Countdown bare ends={wait.until} />)
            </>
          )}
          , requested by {wait.by}: “{wait.why}”. Halts stay in place.
        </Note>
      )}
      {pendingUntil && (
        <p className="second">
          Items are within their settlement window until <Time iso={pendingUntil} />.
        </p>
      )}
    </>
  );
}
