import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { shortenAddress } from '@slipway/look/formatAddress.ts';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { Redirect } from 'wouter';
import { useReceiveList } from '../../features/catalog/catalogQueries.ts';
import { CloseWindow } from '../../features/opener/CloseWindow.tsx';
import { isOpenerNotified } from '../../features/opener/opener.ts';
import { CancelOrder } from '../../features/order/CancelOrder.tsx';
import { OrderActions } from '../../features/order/OrderActions.tsx';
import { OrderAside } from '../../features/order/OrderAside.tsx';
import { findFootnoteKey, OrderFootnote } from '../../features/order/OrderFootnote.tsx';
import { OrderHeading } from '../../features/order/OrderHeading.tsx';
import { StaleNote, TroubleNote } from '../../features/order/OrderNotes.tsx';
import { OrderSentence } from '../../features/order/OrderSentence.tsx';
import { OrderTimeline } from '../../features/order/OrderTimeline.tsx';
import { OrderUnavailable } from '../../features/order/OrderUnavailable.tsx';
import { type OrderView, useConfirmations, useOrder } from '../../features/order/orderQuery.ts';
import { findStatusKey, isCancellable, isOver, isPaidFor } from '../../features/order/orderStatuses.ts';
import { buildOrderPath, useOrderNo } from '../../features/order/orderUrl.ts';
import { Receipt } from '../../features/order/Receipt.tsx';
import { ReturnLink } from '../../features/order/ReturnLink.tsx';
import { SurplusNote } from '../../features/order/SurplusNote.tsx';
import { ProviderNote } from '../../features/provider/ProviderNote.tsx';
import { text } from '../../i18n/text.ts';
import { AmountText } from '../../ui/amount/AmountText.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card, Page } from '../../ui/page/Page.tsx';
import { useIsDesktop } from '../../ui/page/useIsDesktop.ts';
import { Coin } from '../../ui/picture/Picture.tsx';
import { ConfirmationBar } from '../../ui/progress/ConfirmationBar.tsx';
import './orderPages.css';

const STATUSES_NEEDING_BUYER = new Set(['awaiting_payment', 'authorizing', 'awaiting_identity', 'awaiting_consent']);

/** Shows an order live: its timeline and a receipt whose figures add up. */
export function OrderStatus() {
  const orderNo = useOrderNo();
  const view = useOrder(orderNo);
  const desktop = useIsDesktop();
  const cryptos = useReceiveList('');
  const { order } = view;
  if (!order) return <OrderUnavailable view={view} orderNo={orderNo} />;
  // Steps that need the buyer are on Payment Status.
  if (STATUSES_NEEDING_BUYER.has(order.status))
    return <Redirect to={buildOrderPath(order.provider ? '/wait-payment' : '/payment-status', orderNo)} replace />;
  const coin = cryptos.data?.find(({ currency }) => currency === order.getCurrency);
  // Another provider only reports its amount, so its orders show the sentence and not the amount as arrived.
  const arrived = order.status === 'delivered' && !order.provider;
  return (
    <Page
      ownHeading
      layout="wide"
      actions={<OrderActions orderNo={orderNo} />}
      foot={<OrderStatusActions order={order} view={view} />}
      aside={(desktop || !arrived) && <OrderAside order={order} />}
      asideEverywhere
    >
      <OrderHeading
        textKey={findStatusKey(order)}
        {...(arrived
          ? { hero: <AmountText amount={order.getCurrencyAmount} code={order.symbol} /> }
          : { sentence: <OrderSentence order={order} /> })}
        picture={<Coin src={coin?.imgUrl ?? ''} symbol={order.symbol} size={48} />}
      />
      <div className="order-parts">
        <StaleNote view={view} />
        <TroubleNote order={order} />
        <ProviderNote provider={order.provider} />
        <SurplusNote order={order} />
        {arrived ? <Arrival order={order} /> : <Delivery order={order} />}
        {arrived && !desktop && <Receipt order={order} />}
        <Card>
          <OrderTimeline order={order} />
        </Card>
        {!desktop && <OrderFootnote statusKey={findFootnoteKey(order, findStatusKey(order))} />}
      </div>
    </Page>
  );
}

/** Shows in one line where the coins have arrived, with the transaction. */
function Arrival({ order: { address, delivery } }: { readonly order: OrderDetail }) {
  return (
    <Card lift>
      <p className="order-transaction" data-alone="">
        <span>
          {text('order.to')}{' '}
          <span className="mono" translate="no">
            {shortenAddress(address)}
          </span>
        </span>
        {delivery && <TransactionLink href={delivery.explorerUrl} />}
      </p>
    </Card>
  );
}

function TransactionLink({ href }: { readonly href: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {text('order.view_transaction')}
      <ArrowUpRight size={16} strokeWidth={2.2} aria-hidden="true" />
    </a>
  );
}

/** Shows confirmations and the transaction once it is sent. */
function Delivery({ order }: { readonly order: OrderDetail }) {
  const block = useConfirmations(order.orderNo, order.status === 'delivering' && !order.provider);
  const { delivery } = order;
  if (!delivery || delivery.transactionId === '') return null;
  const confirmed = Math.max(
    delivery.confirmed,
    order.status === 'delivered' ? delivery.required : 0,
    block?.confirmed ?? 0,
  );
  return (
    <Card lift>
      {delivery.required > 0 && <ConfirmationBar confirmed={confirmed} required={delivery.required} />}
      <p className="order-transaction" data-alone={delivery.required === 0 ? '' : undefined}>
        <span className="mono" translate="no">
          {shortenAddress(delivery.transactionId)}
        </span>
        <TransactionLink href={delivery.explorerUrl} />
      </p>
    </Card>
  );
}

function OrderStatusActions({ order, view }: { readonly order: OrderDetail; readonly view: OrderView }) {
  if (isCancellable(order.status) && !order.provider) {
    return <CancelOrder order={order} onChanged={view.refresh} />;
  }
  // A buyer who returns later finds the order in My Orders.
  if (!order.provider && (order.status === 'on_hold' || order.status === 'refunding')) {
    return (
      <ButtonLink kind="ghost" href="/my-orders">
        {text('menu.orders')}
      </ButtonLink>
    );
  }
  const close = isOpenerNotified(order.orderNo) ? <CloseWindow /> : null;
  if (isPaidFor(order))
    return (
      <>
        <ReturnLink order={order} kind="filled" />
        {order.status === 'delivered' && <BuyAgain order={order} />}
        {close}
      </>
    );
  if (!isOver(order.status)) return close;
  return (
    <>
      <ButtonLink kind="filled" href="/edit">
        {text('payment.new_order')}
      </ButtonLink>
      <ReturnLink order={order} />
    </>
  );
}

/** Starts the same purchase at the current price, with nothing fixed. */
function BuyAgain({ order: { sendCurrency, sendCurrencyAmount, getCurrency } }: { readonly order: OrderDetail }) {
  const query = new URLSearchParams({
    defaultSendCurrency: sendCurrency,
    defaultSendCurrencyAmount: sendCurrencyAmount,
    defaultGetCurrency: getCurrency,
  });
  return (
    <ButtonLink kind="ghost" href={`/edit?${query}`}>
      {text('order.buy_again')}
    </ButtonLink>
  );
}
