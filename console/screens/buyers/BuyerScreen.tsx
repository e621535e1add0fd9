import './buyers.css';
import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { Link, useParams } from '@tanstack/react-router';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useFrame } from '../../app/frameState.ts';
import { DeskBar } from '../../desk/DeskBar.tsx';
import { Looking } from '../../desk/Looking.tsx';
import { Notes } from '../../desk/Notes.tsx';
import { Card } from '../../parts/Card.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { LiveBadge } from '../../parts/LiveBadge.tsx';
import { Money } from '../../parts/Money.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/Time.tsx';
import { Waterline } from '../../parts/Waterline.tsx';
import { BuyerActs } from './BuyerActs.tsx';
import { BuyerDetails } from './BuyerDetails.tsx';
import { BuyerHistory, BuyerWaiting } from './BuyerHistory.tsx';
import { Letters, Linked, Orders, Questions } from './BuyerRecords.tsx';
import { levelWords } from './levelWords.ts';

export type Buyer = ConsoleCallData<'buyer'>;

/** Who is this, what have they done? */
export default function BuyerScreen() {
  const { id = '' } = useParams({ strict: false });
  const { heardAt } = useFrame();
  const asked = useConsoleQuery('buyer', { id }, { topics: ['orders', 'alerts', 'requests'] });
  const { data: buyer } = asked;
  return (
    <>
      <ScreenHead
        title={buyer?.name ?? 'Buyer'}
        above={<Link to="/buyers">Buyers</Link>}
        beside={buyer && <Standing buyer={buyer} />}
        aside={
          <>
            {buyer && <Looking key={buyer.id} subject={`buyer:${buyer.id}`} />}
            <LiveBadge heardAt={heardAt} />
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
                  A document is asked for until <Time iso={buyer.documentUntil} />.
                </>
              )}
            </>
          )
        }
      />
      {asked.isError && (
        <Failed asOf={buyer && new Date(asked.dataUpdatedAt).toISOString()} onAskAgain={() => void asked.refetch()}>
          {asked.error.message}
        </Failed>
      )}
      {asked.isPending && <Skeleton rows={10} />}
      {buyer && <BuyerCards buyer={buyer} isOld={asked.isError} />}
    </>
  );
}

function Standing({ buyer: { level, levelUntil, blockedAt, closedAt } }: { readonly buyer: Buyer }) {
  return (
    <>
      {blockedAt !== null && (
        <Tag tone="bad">
          blocked since <Time iso={blockedAt} />
        </Tag>
      )}
      <Tag tone={level === 2 ? 'good' : 'plain'}>
        {levelWords(level)}
        {levelUntil !== null && (
          <>
            , set by two persons until <Time iso={levelUntil} />
          </>
        )}
      </Tag>
      {closedAt !== null && <Tag>closed</Tag>}
    </>
  );
}

function BuyerCards({ buyer, isOld }: { readonly buyer: Buyer; readonly isOld: boolean }) {
  return (
    <div className="buyer-columns" data-greyed={isOld ? '' : undefined}>
      <div className="buyer-main">
        <BuyerWaiting buyer={buyer} />
        <RunningTotal total={buyer.total} />
        <BuyerDetails buyer={buyer} />
        <Orders buyer={buyer} />
        <Letters letters={buyer.letters} />
        <BuyerHistory history={buyer.history} />
      </div>
      <div className="buyer-side">
        <DeskBar key={buyer.id} subject={`buyer:${buyer.id}`} />
        <BuyerActs buyer={buyer} />
        <Linked linked={buyer.linked} />
        <Questions reviews={buyer.reviews} />
        <Notes subject={`buyer:${buyer.id}`} />
      </div>
    </div>
  );
}

function RunningTotal({ total: { days, counted, reserved, limit } }: { readonly total: Buyer['total'] }) {
  const share = Number(counted.amount) / Math.max(1, Number(limit.amount));
  return (
    <Card
      title={`Bought in ${days} days`}
      aside={
        <>
          a document is asked for above <Money amount={limit.amount} code={limit.unit} />
        </>
      }
    >
      <p className="buyer-total">
        <Money amount={counted.amount} code={counted.unit} size="lead" />
        <span className="second">
          of it reserved, not paid yet: <Money amount={reserved.amount} code={reserved.unit} />
        </span>
      </p>
      <Waterline
        share={share}
        thick
        tone={share >= 1 ? 'warn' : 'tide'}
        label={`${Math.round(share * 100)} percent of what goes without a document`}
      />
    </Card>
  );
}
