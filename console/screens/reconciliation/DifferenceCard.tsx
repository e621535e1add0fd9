import { useState } from 'react';
import { DeskBar } from '../../desk/DeskBar.tsx';
import { Looking } from '../../desk/Looking.tsx';
import { Notes } from '../../desk/Notes.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Clock } from '../../parts/Clock.tsx';
import { Money } from '../../parts/Money.tsx';
import { Note } from '../../parts/Note.tsx';
import { SelectField } from '../../parts/SelectField.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/Time.tsx';
import { AskForm } from '../../person/AskForm.tsx';
import type { ReconciliationData } from './ReconciliationScreen.tsx';

type Difference = ReconciliationData['differences'][number];
type Way = Difference['ways'][number];

const REASONS = [
  { value: 'confirmed', label: 'The other side has confirmed it' },
  { value: 'known', label: 'Known, and not to be booked' },
  { value: 'booked', label: 'It is what I say, by its papers' },
  { value: 'other', label: 'Another reason' },
];

type DifferenceCardProps = {
  readonly difference: Difference & { readonly gone?: boolean };
  /** There are several: none has the letters for itself. */
  readonly many: boolean;
};

/** One difference: the rows of both books, what stands still for it, and what may be done. */
export function DifferenceCard({ difference, many }: DifferenceCardProps) {
  const { placeName, unit, state, haltedSince, waiting, acceptedBy, acceptedWhy, pendingUntil, gone } = difference;
  const subject = `difference:${difference.id}`;
  return (
    <Card
      flush
      title={
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
          {gone && (
            <Tag tone="good" small>
              settled
            </Tag>
          )}
          <Looking subject={subject} />
        </span>
      }
      aside={
        waiting.orders > 0 && (
          <span>
            {waiting.orders} {waiting.orders === 1 ? 'order' : 'orders'},{' '}
            <Money amount={waiting.worth.amount} code={waiting.worth.unit} />
            {waiting.until && (
              <>
                , the first goes back in <Clock bare ends={waiting.until} />
              </>
            )}
          </span>
        )
      }
    >
      <div className="books-halves">
        <div>
          <Rows difference={difference} title="In our ledger, not theirs" of={['missing_there']} />
          <Rows difference={difference} title="In theirs, not our ledger" of={['missing_here']} />
          <Rows difference={difference} title="In both, and not alike" of={['other_amount', 'other_asset']} />
          {/[1-9]/.test(difference.unexplained) && (
            <p className="books-row">
              <span className="second">No row explains it</span>
              <Money amount={difference.unexplained} code={unit} size="strong" />
            </p>
          )}
          {difference.moreRows > 0 && <p className="second">and {difference.moreRows} more rows</p>}
          <p className="books-row books-total">
            <b>They have more by</b>
            <b>
              <Money amount={difference.difference} code={unit} loss />
            </b>
          </p>
          {acceptedWhy !== null && (
            <Note>
              “{acceptedWhy}”, said {acceptedBy}.
            </Note>
          )}
          {pendingUntil && (
            <p className="second">
              Each row has its time, since one side hears later than the other: until <Time iso={pendingUntil} />.
            </p>
          )}
        </div>
        {!gone && <Ways difference={difference} />}
      </div>
      <div className="books-desk">
        <DeskBar subject={subject} many={many} />
        <Notes subject={subject} many={many} />
      </div>
    </Card>
  );
}

type RowsProps = {
  readonly difference: Difference;
  readonly title: string;
  readonly of: readonly Difference['rows'][number]['fault'][];
};

function Rows({ difference: { rows, unit }, title, of }: RowsProps) {
  const own = rows.filter(({ fault }) => of.includes(fault));
  if (own.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      {own.map(({ id, here, there, overdue, firstSeen, fault }) => (
        <p key={id} className="books-row">
          <span>
            <span className="mono books-id">{id}</span>{' '}
            <span className="second">
              seen <Time iso={firstSeen} />
              {!overdue && ', has its time'}
            </span>
          </span>
          <span>
            {fault === 'missing_here' ? (
              <Money amount={there} code={unit} size="strong" />
            ) : fault === 'missing_there' ? (
              <Money amount={here} code={unit} size="strong" />
            ) : (
              <>
                ours <Money amount={here} />, theirs <Money amount={there} code={unit} />
              </>
            )}
          </span>
        </p>
      ))}
    </>
  );
}

const keyOf = ({ action, subject }: Way) => `${action} ${subject}`;

/** None is chosen before; each says what it does. */
function Ways({ difference: { ways, bookableAs, id, difference } }: { readonly difference: Difference }) {
  const [chosen, setChosen] = useState<string>();
  const [bookedAs, setBookedAs] = useState<string>();
  const way = ways.find((one) => keyOf(one) === chosen);
  const needs = way?.action === 'book' && bookedAs === undefined;
  const wish =
    way && !needs
      ? {
          act: way.act,
          action: way.action,
          subject: way.subject,
          input: way.action === 'book' ? { ...way.input, as: bookedAs ?? '' } : way.input,
        }
      : undefined;
  return (
    <div>
      <h3>What can be done</h3>
      <div className="books-ways">
        {ways.map((one) => (
          <Button
            key={keyOf(one)}
            kind={keyOf(one) === chosen ? 'primary' : 'plain'}
            refused={one.allowed ? undefined : one.why}
            onClick={() => setChosen(keyOf(one))}
          >
            {one.action === 'book' ? `Book ${one.subject}` : one.label}
          </Button>
        ))}
      </div>
      {!way && ways.some(({ allowed }) => !allowed) && (
        <p className="second">{ways.find(({ allowed }) => !allowed)?.why}</p>
      )}
      {way && (
        <AskForm
          wish={wish}
          title={way.label}
          reasons={REASONS}
          takesTwo={way.takesTwo}
          approvers={way.approvers}
          version={`${id} ${difference}`}
          {...(needs && { refused: 'Say what it is first.' })}
        >
          <p>{way.effect}</p>
          {way.action === 'book' && (
            <SelectField
              label="What it is"
              options={bookableAs.map((word) => ({ value: word, label: word }))}
              value={bookedAs}
              onChange={setBookedAs}
            />
          )}
        </AskForm>
      )}
    </div>
  );
}
