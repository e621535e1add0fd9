import './buyers.css';
import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { Link, useParams } from '@tanstack/react-router';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useFrameState } from '../../app/frameState.ts';
import { AssignmentBar } from '../../collaboration/AssignmentBar.tsx';
import { ItemViewers } from '../../collaboration/ItemViewers.tsx';
import { Notes } from '../../collaboration/Notes.tsx';
import { Card } from '../../parts/Card.tsx';
import { LiveBadge } from '../../parts/connection/LiveBadge.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { RemainingBar } from '../../parts/RemainingBar.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { BuyerActions } from './BuyerActions.tsx';
import { BuyerDetails } from './BuyerDetails.tsx';
import { BuyerHistory, PendingBuyerRequests } from './BuyerHistory.tsx';
import { BuyerEmails, BuyerOrders, BuyerReviews, LinkedAccounts } from './BuyerRecords.tsx';
import { formatLevel } from './formatLevel.ts';
import { LogInsLink } from './LogInsLink.tsx';

export type Buyer = ConsoleCallData<'buyer'>;

/** A buyer with their orders and history. */
export default function BuyerScreen() {
  const { id = '' } = useParams({ strict: false });
  const { updatedAt } = useFrameState();
  const query = useConsoleQuery('buyer', { id }, { topics: ['orders', 'alerts', 'requests'] });
  const { data: buyer } = query;
  return (
    <>
      <ScreenHead
        title={buyer?.name ?? 'Buyer'}
        above={<Link to="/buyers">Buyers</Link>}
        titleAddition={buyer && <AccountStatus buyer={buyer} />}
        aside={
          <>
            {buyer && <LogInsLink account={buyer.id} />}
            {buyer && <ItemViewers key={buyer.id} subject={`buyer:${buyer.id}`} />}
            <LiveBadge updatedAt={updatedAt} />
          </>
        }
        lead={
          buyer && (
            <>
              {buyer.orderCount === 1 ? '1 order' : `${buyer.orderCount} orders`}, account since{' '}
              <Time iso={buyer.createdAt} />.
              {buyer.documentUntil !== null && (
                <>
                  {' '}
                  A document is required until <Time iso={buyer.documentUntil} />.
                </>
              )}
            </>
          )
        }
      />
      {query.isError && (
        <LoadErrorNote asOf={buyer && new Date(query.dataUpdatedAt).toISOString()} onRetry={() => void query.refetch()}>
          {query.error.message}
        </LoadErrorNote>
      )}
      {query.isPending && <Skeleton rows={10} />}
      {buyer && <BuyerCards buyer={buyer} isOld={query.isError} />}
    </>
  );
}

function AccountStatus({ buyer }: { readonly buyer: Buyer }) {
  const { level, levelUntil, blockedAt, closedAt, legalHoldCases } = buyer;
  return (
    <>
      {blockedAt !== null && (
        <Tag tone="bad">
          blocked since <Time iso={blockedAt} />
        </Tag>
      )}
      <Tag tone={level === 2 ? 'good' : 'plain'}>
        {formatLevel(level)}
        {levelUntil !== null && (
          <>
            , set manually until <Time iso={levelUntil} />
          </>
        )}
      </Tag>
      {closedAt !== null && <Tag>closed</Tag>}
      {legalHoldCases.length > 0 && <Tag tone="warn">legal hold: {legalHoldCases.join(', ')}</Tag>}
    </>
  );
}

function BuyerCards({ buyer, isOld }: { readonly buyer: Buyer; readonly isOld: boolean }) {
  return (
    <div className="buyer-columns" data-greyed={isOld ? '' : undefined}>
      <div className="stack">
        <PendingBuyerRequests buyer={buyer} />
        <RunningTotal total={buyer.total} />
        <BuyerDetails buyer={buyer} />
        <BuyerOrders buyer={buyer} />
        <BuyerEmails emails={buyer.emails} />
        <BuyerHistory history={buyer.history} />
      </div>
      <div className="stack buyer-side">
        <AssignmentBar key={buyer.id} subject={`buyer:${buyer.id}`} />
        <BuyerActions buyer={buyer} />
        <LinkedAccounts linked={buyer.linked} />
        <BuyerReviews reviews={buyer.reviews} />
        <Notes subject={`buyer:${buyer.id}`} />
      </div>
    </div>
  );
}

function RunningTotal({ total: { days, counted, reserved, limit } }: { readonly total: Buyer['total'] }) {
  const share = Number(counted.amount) / Math.max(1, Number(limit.amount));
  return (
    <Card
      title={`Purchased in ${days} days`}
      aside={
        <>
          ID required above <Money amount={limit.amount} code={limit.unit} />
        </>
      }
    >
      <p className="buyer-total">
        <Money amount={counted.amount} code={counted.unit} size="lead" />
        <span className="second">
          of this, reserved but unpaid: <Money amount={reserved.amount} code={reserved.unit} />
        </span>
      </p>
      <RemainingBar
        share={share}
        thick
        tone={share >= 1 ? 'warn' : 'tide'}
        label={`${Math.round(share * 100)} percent of the limit without ID`}
      />
    </Card>
  );
}
