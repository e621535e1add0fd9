import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useKeys } from '../../app/useKeys.ts';
import { DeskBar } from '../../desk/DeskBar.tsx';
import { Looking } from '../../desk/Looking.tsx';
import { Notes } from '../../desk/Notes.tsx';
import { Button } from '../../parts/Button.tsx';
import { Clock } from '../../parts/Clock.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { KeyValues } from '../../parts/KeyValues.tsx';
import { Note } from '../../parts/Note.tsx';
import { OrderNumber } from '../../parts/OrderNumber.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Time } from '../../parts/Time.tsx';
import { Reveal } from '../../person/Reveal.tsx';
import { Decide } from './Decide.tsx';
import { Candidates, Compared } from './EvidenceTables.tsx';
import { TimeOr } from './TimeOr.tsx';

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
  const { cause, who, lead, desk, orderNo, buyerId, deadline, rows, groups, checklist, candidates, note } = review;
  return (
    <>
      <header className="review-head">
        <h2>
          {cause} <span className="second">{who}</span>
        </h2>
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
        <span>If no one acts: {deadline.otherwise}.</span>
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

/** What our records say for us, and what they do not. */
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
