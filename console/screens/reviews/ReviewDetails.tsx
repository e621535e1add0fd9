import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useShortcuts } from '../../app/shortcuts/useShortcuts.ts';
import { AssignmentBar } from '../../collaboration/AssignmentBar.tsx';
import { ItemViewers } from '../../collaboration/ItemViewers.tsx';
import { Notes } from '../../collaboration/Notes.tsx';
import { Button } from '../../parts/Button.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { Note } from '../../parts/Note.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Countdown } from '../../parts/time/Countdown.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { KeyValues } from '../../parts/values/KeyValues.tsx';
import { OrderNumber } from '../../parts/values/OrderNumber.tsx';
import { RevealableField } from '../../person/RevealableField.tsx';
import { CandidateOrders, EvidenceComparison } from './EvidenceTables.tsx';
import { ReviewDecision } from './ReviewDecision.tsx';
import { TimeOrText } from './TimeOrText.tsx';

export type ReviewData = ConsoleCallData<'review'>;

type ReviewDetailsProps = {
  readonly id: string;
  readonly onBack: () => void;
  readonly onDecided: () => void;
};

/** A review with its evidence, and the decision next to it. */
export function ReviewDetails({ id, onBack, onDecided }: ReviewDetailsProps) {
  const query = useConsoleQuery('review', { id }, { topics: ['requests', 'alerts', 'orders'] });
  const { data: review } = query;
  const navigate = useNavigate();
  const orderNo = review?.orderNo ?? null;
  useShortcuts({
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
        {query.isError && <LoadErrorNote onRetry={() => void query.refetch()}>{query.error.message}</LoadErrorNote>}
        {query.isPending && <Skeleton rows={9} height={34} />}
        {review && <ReviewEvidence review={review} />}
      </section>
      <section className="review-decide" aria-label="Decide">
        {review && (
          <>
            <AssignmentBar key={review.desk} subject={review.desk} />
            <ReviewDecision review={review} onDecided={onDecided} />
            <Notes subject={review.desk} />
          </>
        )}
      </section>
    </>
  );
}

function ReviewEvidence({ review }: { readonly review: ReviewData }) {
  const { cause, who, lead, desk, orderNo, buyerId, deadline, rows, groups, checklist, candidates, note } = review;
  return (
    <>
      <header className="review-head">
        <h2>
          {cause} <span className="second">{who}</span>
        </h2>
        <span className="review-links">
          <ItemViewers key={desk} subject={desk} />
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
        <Countdown ends={deadline.until ?? undefined} starts={deadline.since} bare />{' '}
        <span>If no one acts: {deadline.otherwise}.</span>
      </p>
      {note !== '' && <Note>{note}</Note>}
      {rows.length > 0 && <EvidenceComparison review={review} />}
      {candidates.length > 0 && <CandidateOrders candidates={candidates} />}
      {checklist.length > 0 && <Checklist checklist={checklist} />}
      <div className="review-groups">
        {groups.map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <KeyValues
              rows={group.lines.map(({ name, value, tone, reveal }, index) => ({
                key: `${name} ${index}`,
                label: name,
                value: reveal ? <RevealableField masked={value} field={reveal} /> : <TimeOrText text={value} />,
                ...(tone !== 'plain' && { tone }),
              }))}
            />
          </section>
        ))}
      </div>
    </>
  );
}

/** Lists the records that support the operator's answer to a dispute, and those that are missing. */
function Checklist({ checklist }: Pick<ReviewData, 'checklist'>) {
  return (
    <ul className="review-checklist" aria-label="Our records">
      {checklist.map(({ what, at, isThere }) => (
        <li key={what} data-there={isThere ? '' : undefined}>
          {isThere ? (
            <Check size={15} strokeWidth={2.6} aria-label="On record:" />
          ) : (
            <Minus size={15} strokeWidth={2.2} aria-label="Missing:" />
          )}
          <span>{what}</span>
          <span className="second">{at === null ? isThere ? '' : 'missing' : <Time iso={at} />}</span>
        </li>
      ))}
    </ul>
  );
}
