import './order.css';
import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useFrameState } from '../../app/frameState.ts';
import { useShortcuts } from '../../app/shortcuts/useShortcuts.ts';
import { AssignmentBar } from '../../collaboration/AssignmentBar.tsx';
import { ItemViewers } from '../../collaboration/ItemViewers.tsx';
import { Notes } from '../../collaboration/Notes.tsx';
import { LiveBadge } from '../../parts/connection/LiveBadge.tsx';
import { Kbd } from '../../parts/Kbd.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { Note } from '../../parts/Note.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Countdown } from '../../parts/time/Countdown.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { OrderNumber } from '../../parts/values/OrderNumber.tsx';
import { RequestOutcome } from '../../person/RequestOutcome.tsx';
import { type DecisionState, OrderActions } from './OrderActions.tsx';
import { OrderCourse } from './OrderCourse.tsx';
import { OrderRequests } from './OrderRequests.tsx';
import { OrderSidebar } from './OrderSidebar.tsx';
import { OrderTabs } from './OrderTabs.tsx';
import { getOpenedList } from './openedList.ts';
import { formatCodeAsLabel, formatPayMethod, getStatusTone } from './orderLabels.ts';
import { ReceivedAmountCard } from './ReceivedAmountCard.tsx';

export type OrderPage = ConsoleCallData<'order'>;

/** Available for nearly every order, so they do not indicate that a decision is needed. */
const ALWAYS_AVAILABLE_ACTIONS: ReadonlySet<string> = new Set(['hold', 'freeze']);

/** An order: what it waits for, until when, and what happens then. */
export default function OrderScreen() {
  const { no = '', tab } = useParams({ strict: false });
  return <OrderContent key={no} no={no} tab={tab} />;
}

function OrderContent({ no, tab }: { readonly no: string; readonly tab: string | undefined }) {
  const [deciding, setDeciding] = useState<DecisionState>({});
  const page = useConsoleQuery(
    'order',
    { orderNo: no },
    // Repeated checks while an order waits do not change the order, so the server sends no live update.
    { orderNo: no, topics: ['requests'], refetchesWhile: ({ wait }) => wait !== null },
  );
  const { updatedAt } = useFrameState();
  const list = useOrderListNavigation(no);
  const subject = `order:${no}`;
  useShortcuts({
    copyNumber: () => void navigator.clipboard.writeText(no),
    back: list.back,
    ...(list.next && { next: list.next }),
    ...(list.former && { former: list.former }),
  });
  const { data } = page;
  const failure = page.isError && (
    <LoadErrorNote onRetry={() => void page.refetch()} {...(data && { asOf: data.now })}>
      {page.error.message}
    </LoadErrorNote>
  );
  if (!data)
    return (
      <>
        <ScreenHead title="Order" above={list.above} aside={<LiveBadge updatedAt={updatedAt} />} />
        {failure || <Skeleton rows={10} />}
      </>
    );
  const actions = <OrderActions page={data} deciding={deciding} onDeciding={setDeciding} />;
  const needsPerson = data.actions.some(({ action }) => !ALWAYS_AVAILABLE_ACTIONS.has(action));
  return (
    <>
      <OrderHead
        page={data}
        above={list.above}
        aside={
          <>
            <ItemViewers key={no} subject={subject} />
            <LiveBadge updatedAt={updatedAt} />
          </>
        }
      />
      {failure}
      <OrderCourse page={data} />
      <div className="order-columns">
        <div className="stack">
          <UnavailableActionNote page={data} deciding={deciding} />
          {needsPerson && actions}
          <OrderRequests page={data} />
          <ReceivedAmountCard claims={data.claims} />
          <OrderTabs page={data} tab={tab} />
          {!needsPerson && data.actions.length > 0 && actions}
        </div>
        <div className="stack">
          <AssignmentBar key={subject} subject={subject} />
          <OrderSidebar page={data} />
          <Notes subject={subject} />
        </div>
      </div>
    </>
  );
}

type UnavailableActionNoteProps = { readonly page: OrderPage; readonly deciding: DecisionState };

/** Shown when the selected or requested action is no longer available: it was executed, or another person was faster. */
function UnavailableActionNote({ page: { actions }, deciding: { chosen, request } }: UnavailableActionNoteProps) {
  if (chosen === undefined || actions.some(({ action }) => action === chosen)) return null;
  if (request) return <RequestOutcome request={request} />;
  return (
    <Note tone="warn">
      Changed since you opened it: the action that you selected is no longer available, and nothing was submitted.
      Review the order again.
    </Note>
  );
}

type OrderHeadProps = { readonly page: OrderPage; readonly above: React.ReactNode; readonly aside: React.ReactNode };

function OrderHead({ page: { head, wait }, above, aside }: OrderHeadProps) {
  return (
    <ScreenHead
      title={formatCodeAsLabel(head.status)}
      above={above}
      titleAddition={
        <>
          {head.frozen && <Tag tone="bad">Frozen</Tag>}
          {head.cause === null ? (
            head.reason !== null && <Tag tone={getStatusTone(head.status)}>{formatCodeAsLabel(head.reason)}</Tag>
          ) : (
            <Tag tone={getStatusTone(head.status)}>{head.cause}</Tag>
          )}
          {head.heldFrom !== null && <Tag>{`Status before: ${formatCodeAsLabel(head.heldFrom).toLowerCase()}`}</Tag>}
          {head.exception !== 'none' && <Tag tone="warn">{formatCodeAsLabel(head.exception)}</Tag>}
          {head.dispute !== 'none' && <Tag tone="warn">{`Dispute ${head.dispute}`}</Tag>}
          {head.holdRequested && <Tag tone="warn">Hold requested</Tag>}
          {head.provider !== null && <Tag>{`Provider: ${head.provider}`}</Tag>}
          <OrderNumber orderNo={head.orderNo} />
        </>
      }
      aside={
        <>
          {aside}
          {wait?.until != null && <Countdown ends={wait.until} starts={wait.since} large />}
        </>
      }
      lead={
        <>
          <b>
            <Money amount={head.payAmount.amount} code={head.payAmount.unit} /> →{' '}
            <Money amount={head.receiveAmount.amount} code={head.receiveAmount.unit} />
          </b>
          , {formatPayMethod(head.method)}, {head.country}, created <Time iso={head.createdAt} />
          {wait && (
            <span className="order-wait">
              Waiting for {formatStateName(wait.for)}. If no one acts: {formatStateName(wait.otherwise)}
            </span>
          )}
        </>
      }
    />
  );
}

/** Formats names of the state machine. */
function formatStateName(text: string): string {
  return text.replaceAll('_', ' ');
}

/**
 * Returns functions that open the next and the previous order of the list from which the order was opened, or the list itself;
 * and the link above the title.
 */
function useOrderListNavigation(orderNo: string) {
  const navigate = useNavigate();
  const list = getOpenedList();
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
