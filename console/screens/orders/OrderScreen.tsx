import './order.css';
import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useFrame } from '../../app/frameState.ts';
import { useKeys } from '../../app/useKeys.ts';
import { DeskBar } from '../../desk/DeskBar.tsx';
import { Looking } from '../../desk/Looking.tsx';
import { Notes } from '../../desk/Notes.tsx';
import { Clock } from '../../parts/Clock.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { Kbd } from '../../parts/Kbd.tsx';
import { LiveBadge } from '../../parts/LiveBadge.tsx';
import { Money } from '../../parts/Money.tsx';
import { Note } from '../../parts/Note.tsx';
import { OrderNumber } from '../../parts/OrderNumber.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/Time.tsx';
import { RequestOutcome } from '../../person/RequestOutcome.tsx';
import { openedList } from './listState.ts';
import { OrderClaims } from './OrderClaims.tsx';
import { OrderRequests } from './OrderRequests.tsx';
import { OrderSide } from './OrderSide.tsx';
import { OrderTabs } from './OrderTabs.tsx';
import { type Deciding, OrderWays } from './OrderWays.tsx';
import { methodWords, statusTone, words } from './statusWords.ts';

export type OrderPage = ConsoleCallData<'order'>;

/** What can be said of nearly every order: alone they are no decision that somebody waits for. */
const STOPS: ReadonlySet<string> = new Set(['hold', 'freeze']);

/** Order: what does it wait for, until when, what then? */
export default function OrderScreen() {
  const { no = '', tab } = useParams({ strict: false });
  return <OneOrder key={no} no={no} tab={tab} />;
}

function OneOrder({ no, tab }: { readonly no: string; readonly tab: string | undefined }) {
  const [deciding, setDeciding] = useState<Deciding>({});
  const page = useConsoleQuery(
    'order',
    { orderNo: no },
    // A step that finds once more what it waits for moves no order.
    { orderNo: no, topics: ['requests'], againWhile: ({ wait }) => wait !== null },
  );
  const { heardAt } = useFrame();
  const list = useWayThroughList(no);
  const subject = `order:${no}`;
  useKeys({
    copyNumber: () => void navigator.clipboard.writeText(no),
    back: list.back,
    ...(list.next && { next: list.next }),
    ...(list.former && { former: list.former }),
  });
  const { data } = page;
  const failure = page.isError && (
    <Failed onAskAgain={() => void page.refetch()} {...(data && { asOf: data.now })}>
      {page.error.message}
    </Failed>
  );
  if (!data)
    return (
      <>
        <ScreenHead title="Order" above={list.above} aside={<LiveBadge heardAt={heardAt} />} />
        {failure || <Skeleton rows={10} />}
      </>
    );
  const ways = <OrderWays page={data} deciding={deciding} onDeciding={setDeciding} />;
  const needsSomebody = data.ways.some(({ action }) => !STOPS.has(action));
  return (
    <>
      <OrderHead
        page={data}
        above={list.above}
        aside={
          <>
            <Looking key={no} subject={subject} />
            <LiveBadge heardAt={heardAt} />
          </>
        }
      />
      {failure}
      <div className="order-columns">
        <div className="order-main">
          <LostDecision page={data} deciding={deciding} />
          {needsSomebody && ways}
          <OrderRequests page={data} />
          <OrderClaims claims={data.claims} />
          <OrderTabs page={data} tab={tab} />
          {!needsSomebody && data.ways.length > 0 && ways}
        </div>
        <div className="order-side">
          <DeskBar key={subject} subject={subject} />
          <OrderSide page={data} />
          <Notes subject={subject} />
        </div>
      </div>
    </>
  );
}

type LostDecisionProps = { readonly page: OrderPage; readonly deciding: Deciding };

/** What was chosen or asked for, once the way is there no more: somebody was quicker, or it is done. */
function LostDecision({ page: { ways }, deciding: { chosen, asked } }: LostDecisionProps) {
  if (chosen === undefined || ways.some(({ action }) => action === chosen)) return null;
  if (asked) return <RequestOutcome request={asked} />;
  return (
    <Note tone="warn">
      Changed since you looked: the way that you had chosen is closed, and nothing of it was sent. Read the order again.
    </Note>
  );
}

type OrderHeadProps = { readonly page: OrderPage; readonly above: React.ReactNode; readonly aside: React.ReactNode };

function OrderHead({ page: { head, wait }, above, aside }: OrderHeadProps) {
  return (
    <ScreenHead
      title={words(head.status)}
      above={above}
      beside={
        <>
          {head.frozen && <Tag tone="bad">Frozen</Tag>}
          {head.cause === null ? (
            head.reason !== null && <Tag tone={statusTone(head.status)}>{words(head.reason)}</Tag>
          ) : (
            <Tag tone={statusTone(head.status)}>{head.cause}</Tag>
          )}
          {head.heldFrom !== null && <Tag>{`On hold at: ${words(head.heldFrom).toLowerCase()}`}</Tag>}
          {head.exception !== 'none' && <Tag tone="warn">{words(head.exception)}</Tag>}
          {head.dispute !== 'none' && <Tag tone="warn">{`Dispute ${head.dispute}`}</Tag>}
          {head.holdRequested && <Tag tone="warn">Hold asked for</Tag>}
          {head.provider !== null && <Tag>{`by ${head.provider}`}</Tag>}
          <OrderNumber orderNo={head.orderNo} />
        </>
      }
      aside={
        <>
          {aside}
          {wait?.until != null && <Clock ends={wait.until} starts={wait.since} large />}
        </>
      }
      lead={
        <>
          <b>
            <Money amount={head.pays.amount} code={head.pays.unit} /> →{' '}
            <Money amount={head.receives.amount} code={head.receives.unit} />
          </b>
          , {methodWords(head.method).toLowerCase()}, {head.country}, made <Time iso={head.madeAt} />
          {wait && (
            <span className="order-wait">
              Waiting for {plain(wait.for)}. If no one acts: {plain(wait.otherwise)}
            </span>
          )}
        </>
      }
    />
  );
}

/** The machine's words for the eye. */
function plain(text: string): string {
  return text.replaceAll('_', ' ');
}

/** J and K go along the list that the order was opened from. */
function useWayThroughList(orderNo: string) {
  const navigate = useNavigate();
  const list = openedList();
  const at = list?.numbers.indexOf(orderNo) ?? -1;
  const to = (step: number) => {
    const other = at < 0 ? undefined : list?.numbers[at + step];
    return other === undefined ? undefined : () => void navigate({ to: `/orders/${other}`, replace: true });
  };
  const search = Object.fromEntries(new URLSearchParams(list?.query ?? ''));
  return {
    next: to(1),
    former: to(-1),
    back: () => void navigate({ to: '/orders', search }),
    above: (
      <span className="order-above">
        <Link to="/orders" search={search}>
          {list?.title ?? 'Orders'}
        </Link>
        {list && at >= 0 && (
          <span className="second">
            {at + 1} of {list.numbers.length} <Kbd>K</Kbd> <Kbd>J</Kbd>
          </span>
        )}
      </span>
    ),
  };
}
