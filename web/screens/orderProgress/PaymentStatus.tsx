import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { getPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Info from 'lucide-react/icons/info';
import { Redirect } from 'wouter';
import { OrderActions } from '../../features/order/OrderActions.tsx';
import { OrderAside } from '../../features/order/OrderAside.tsx';
import { OrderFootnote } from '../../features/order/OrderFootnote.tsx';
import { OrderHeading } from '../../features/order/OrderHeading.tsx';
import { StaleNote, TroubleNote } from '../../features/order/OrderNotes.tsx';
import { OrderSentence } from '../../features/order/OrderSentence.tsx';
import { formatReason, OrderTimeline } from '../../features/order/OrderTimeline.tsx';
import { OrderUnavailable } from '../../features/order/OrderUnavailable.tsx';
import { useOrder } from '../../features/order/orderQuery.ts';
import { findSentenceKey, findStatusKey, isPaidFor } from '../../features/order/orderStatuses.ts';
import { buildOrderPath, useOrderNo } from '../../features/order/orderUrl.ts';
import { SurplusNote } from '../../features/order/SurplusNote.tsx';
import { HeldAmount } from '../../features/payment/HeldAmount.tsx';
import { RequoteAmounts } from '../../features/payment/Requote.tsx';
import { useCheckout } from '../../features/payment/useCheckout.ts';
import { formatTime } from '../../i18n/formatTime.ts';
import { getLocale, text } from '../../i18n/text.ts';
import { Note } from '../../ui/Note.tsx';
import { Card, Page } from '../../ui/page/Page.tsx';
import { useIsDesktop } from '../../ui/page/useIsDesktop.ts';
import { Ring } from '../../ui/progress/Ring.tsx';
import { AwaitedTransfer, isAwaitedTransfer } from './AwaitedTransfer.tsx';
import './orderPages.css';
import { PaymentActions } from '../../features/payment/PaymentActions.tsx';

/** Statuses in which the hold on the card is explained. */
const STATUSES_WITH_HOLD = new Set<OrderDetail['status']>(['awaiting_identity', 'on_hold']);

/** Statuses in which the order waits for the buyer. */
const WAITING_FOR_BUYER = new Set<OrderDetail['status']>(['awaiting_payment', 'awaiting_identity', 'awaiting_consent']);

/** The acquirer requires an action by the buyer, such as 3-D Secure. */
const APPROVAL = 'authorizing_approval';

/** Shows the payment of an order until the money is taken; Order Status follows. */
export function PaymentStatus() {
  const orderNo = useOrderNo();
  const view = useOrder(orderNo);
  const desktop = useIsDesktop();
  const { order } = view;
  const authorizing = order?.status === 'authorizing';
  const checkout = useCheckout(authorizing ? orderNo : '', authorizing, order?.sequence ?? 0).data;
  if (!order) return <OrderUnavailable view={view} orderNo={orderNo} />;
  if (order.provider) {
    const unpaid = order.status === 'awaiting_payment';
    return <Redirect to={buildOrderPath(unpaid ? '/wait-payment' : '/order-status', orderNo)} replace />;
  }
  if (isAwaitedTransfer(order)) return <AwaitedTransfer order={order} view={view} />;
  if (isPaidFor(order)) return <Redirect to={buildOrderPath('/order-status', orderNo)} replace />;
  const approval = authorizing && checkout?.nextAction != null;
  const textKey = approval ? APPROVAL : findStatusKey(order);
  const mustPay = approval || order.status === 'awaiting_payment';
  const mustAct = approval || WAITING_FOR_BUYER.has(order.status);
  const actions = <PaymentActions order={order} view={view} approval={approval} />;
  return (
    <Page
      ownHeading
      layout="wide"
      actions={<OrderActions orderNo={orderNo} payBefore={mustPay ? order.deadline : null} />}
      foot={!mustAct && actions}
      aside={<OrderAside order={order} textKey={textKey} />}
      asideEverywhere
    >
      <OrderHeading
        textKey={textKey}
        sentence={<OrderSentence order={order} textKey={approval ? APPROVAL : findSentenceKey(order)} />}
        picture={!approval && <ProcessingRing order={order} />}
      />
      <div className="order-parts">
        <StaleNote view={view} />
        <PaymentNotes order={order} />
        {order.status === 'awaiting_identity' && (
          <Note icon={<Info size={18} strokeWidth={2.1} aria-hidden="true" />}>{formatIdentityNote(order)}</Note>
        )}
        {/* Above the steps: on a phone the buttons are visible without scrolling while the time runs. */}
        {mustAct && <div className="order-decision">{actions}</div>}
        <Card>
          <OrderTimeline order={order} textKey={textKey} joinsLaterSteps={mustAct && !desktop} />
        </Card>
        {!desktop && <OrderFootnote statusKey={textKey} />}
      </div>
    </Page>
  );
}

/** Information shown above the steps: decline reason, new amount, held amount. */
function PaymentNotes({ order }: { readonly order: OrderDetail }) {
  const declined = order.status === 'awaiting_payment' ? formatReason(order) : null;
  return (
    <>
      {declined && (
        <div role="alert">
          <Note tone="bad" icon={<CircleAlert size={18} strokeWidth={2.2} aria-hidden="true" />}>
            {declined}
          </Note>
        </div>
      )}
      {order.status === 'awaiting_consent' && order.requote && <RequoteAmounts order={order} requote={order.requote} />}
      <TroubleNote order={order} />
      {STATUSES_WITH_HOLD.has(order.status) && <HeldAmount order={order} />}
      <SurplusNote order={order} />
    </>
  );
}

/** Returns the deadline and what happens to money already received; a card's hold is shown with its amount. */
function formatIdentityNote({ payMethod, deadline }: OrderDetail): string {
  if (getPayMethodTraits(payMethod).money === 'held' || deadline === null) return text('identity.once');
  const time = formatTime(new Date(deadline * 1000), getLocale(), 'minutes');
  return text('payment.identity_after_bank', { time });
}

/** Shown while the payment is being taken or released: no action by the buyer is needed. */
function ProcessingRing({ order: { status } }: { readonly order: OrderDetail }) {
  const isProcessing = status === 'authorizing' || status === 'capturing' || status === 'voiding';
  return isProcessing ? (
    <span className="order-at-work">
      <Ring size={40} turning />
    </span>
  ) : null;
}
