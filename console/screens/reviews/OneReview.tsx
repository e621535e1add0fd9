import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import type { ReactNode } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useKeys } from '../../app/useKeys.ts';
import { DeskBar } from '../../desk/DeskBar.tsx';
import { Looking } from '../../desk/Looking.tsx';
import { Notes } from '../../desk/Notes.tsx';
import { Button } from '../../parts/Button.tsx';
import { Clock } from '../../parts/Clock.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { KeyValues } from '../../parts/KeyValues.tsx';
import { Money } from '../../parts/Money.tsx';
import { Note } from '../../parts/Note.tsx';
import { OrderNumber } from '../../parts/OrderNumber.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/Time.tsx';
import { Reveal } from '../../person/Reveal.tsx';
import { Decide } from './Decide.tsx';

export type ShownReview = ConsoleCallData<'review'>;

type OneReviewProps = {
  readonly id: string;
  readonly onBack: () => void;
  readonly onDecided: () => void;
};

/** A question with what it rests on, and the decision beside it. */
export function OneReview({ id, onBack, onDecided }: OneReviewProps) {
  const asked = useConsoleQuery('review', { id }, { topics: ['requests', 'alerts', 'orders'] });
  const { data: review } = asked;
  const navigate = useNavigate();
  const orderNo = review?.orderNo ?? null;
  useKeys({
    ...(orderNo !== null && { open: () => void navigate({ to: '/orders/$no/{-$tab}', params: { no: orderNo } }) }),
  });
  return (
    <>
      <section className="review-evidence" aria-label="Evidence">
        <div className="review-back">
          <Button size="small" onClick={onBack}>
            All reviews
          </Button>
        </div>
        {asked.isError && <Failed onAskAgain={() => void asked.refetch()}>{asked.error.message}</Failed>}
        {asked.isPending && <Skeleton rows={9} height={34} />}
        {review && <Evidence review={review} />}
      </section>
      <section className="review-decide" aria-label="Decide">
        {review && (
          <>
            <DeskBar key={review.desk} subject={review.desk} />
            <Decide review={review} onDecided={onDecided} />
            <Notes subject={review.desk} />
          </>
        )}
      </section>
    </>
  );
}

function Evidence({ review }: { readonly review: ShownReview }) {
  const { title, lead, desk, orderNo, buyerId, deadline, rows, groups, checklist, candidates, note } = review;
  return (
    <>
      <header className="review-head">
        <h2>{title}</h2>
        <span className="review-links">
          <Looking key={desk} subject={desk} />
          {orderNo !== null && (
            <Link to="/orders/$no/{-$tab}" params={{ no: orderNo }}>
              Order <OrderNumber orderNo={orderNo} short />
            </Link>
          )}
          {buyerId !== null && (
            <Link to="/buyers/$id" params={{ id: buyerId }}>
              Buyer
            </Link>
          )}
        </span>
      </header>
      <p className="review-lead">{lead}</p>
      <p className="review-otherwise">
        <Clock ends={deadline.until ?? undefined} starts={deadline.since} bare />{' '}
        <span>Otherwise: {deadline.otherwise}</span>
      </p>
      {note !== '' && <Note>{note}</Note>}
      {rows.length > 0 && <Compared review={review} />}
      {candidates.length > 0 && <Candidates candidates={candidates} />}
      {checklist.length > 0 && <Checklist checklist={checklist} />}
      <div className="review-groups">
        {groups.map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <KeyValues
              rows={group.lines.map(({ name, value, tone, reveal }, index) => ({
                key: `${name} ${index}`,
                label: name,
                value: reveal ? <Reveal masked={value} field={reveal} /> : <TimeOr text={value} />,
                ...(tone !== 'plain' && { tone }),
              }))}
            />
          </section>
        ))}
      </div>
    </>
  );
}

/** What each side says, below each other's heads; words that the other side does not have are marked. */
function Compared({ review: { columns, rows } }: { readonly review: ShownReview }) {
  const hasVerdict = rows.some(({ verdict }) => verdict.text !== '');
  return (
    <Scrolls label="Compared">
      <table className="review-compared">
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">What</span>
            </th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            {hasVerdict && (
              <th scope="col">
                <span className="unseen">Result</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells, verdict }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map(({ words, reveal }, at) => {
                const text = words.map((word) => word.text).join(' ');
                return (
                  <td key={columns[at]} data-label={columns[at]}>
                    {reveal ? <Reveal masked={text} field={reveal} /> : <Words words={words} />}
                  </td>
                );
              })}
              {hasVerdict && (
                <td className={verdict.tone === 'plain' ? 'second' : verdict.tone} data-verdict="">
                  {verdict.text}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}

function Words({ words }: { readonly words: ShownReview['rows'][number]['cells'][number]['words'] }) {
  return words.map(({ text, differs }, index) => (
    <span key={index}>
      {index > 0 && ' '}
      {differs ? <mark>{text}</mark> : <TimeOr text={text} />}
    </span>
  ));
}

function Candidates({ candidates }: Pick<ShownReview, 'candidates'>) {
  return (
    <Scrolls label="Orders that it may be for">
      <table className="review-compared review-candidates">
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Score</th>
            <th scope="col">Amount, name, time</th>
            <th scope="col">Buyer</th>
            <th scope="col">Still due</th>
            <th scope="col">Made</th>
          </tr>
        </thead>
        <tbody>
          {candidates.map(({ orderNo, status, due, buyer, madeAt, score, parts }, at) => (
            <tr key={orderNo}>
              <th scope="row">
                {at + 1} <OrderNumber orderNo={orderNo} short />
                <Tag small>{status}</Tag>
              </th>
              <td data-label="Score">
                <b>{score}</b>
              </td>
              <td data-label="Amount, name, time">
                {parts.amount}, {parts.name}, {parts.time}
              </td>
              <td data-label="Buyer">{buyer || '–'}</td>
              <td data-label="Still due">
                <Money amount={due.amount} code={due.unit} />
              </td>
              <td data-label="Made">
                <Time iso={madeAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}

/** What may be wider than the column scrolls by itself, by the arrows too. */
function Scrolls({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by the keyboard
    <section className="review-scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

function Checklist({ checklist }: Pick<ShownReview, 'checklist'>) {
  return (
    <ul className="review-checklist" aria-label="What our records say">
      {checklist.map(({ what, at, isThere }) => (
        <li key={what} data-there={isThere ? '' : undefined}>
          {isThere ? (
            <Check size={15} strokeWidth={2.6} aria-label="Kept:" />
          ) : (
            <Minus size={15} strokeWidth={2.2} aria-label="Not kept:" />
          )}
          <span>{what}</span>
          <span className="second">{at === null ? isThere ? '' : 'not kept' : <Time iso={at} />}</span>
        </li>
      ))}
    </ul>
  );
}

/** Moments are written as everywhere; everything else as the server says it. */
function TimeOr({ text }: { readonly text: string }) {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? <Time iso={text} /> : text;
}
