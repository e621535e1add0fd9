import { getPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';
import './waitPayment.css';
import type { OrderDetail, OrderStatus } from '@slipway/contract/entities/order.ts';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { Redirect } from 'wouter';
import { OrderActions } from '../../features/order/OrderActions.tsx';
import { OrderHeading } from '../../features/order/OrderHeading.tsx';
import { StaleNote } from '../../features/order/OrderNotes.tsx';
import { OrderNotFound } from '../../features/order/OrderNotFound.tsx';
import { OrderSentence } from '../../features/order/OrderSentence.tsx';
import { OrderTimeline } from '../../features/order/OrderTimeline.tsx';
import { OrderUnavailable } from '../../features/order/OrderUnavailable.tsx';
import { useOrder } from '../../features/order/orderQuery.ts';
import { findStatusKey, isOver, isPaidFor } from '../../features/order/orderStatuses.ts';
import { buildOrderPath, useOrderNo } from '../../features/order/orderUrl.ts';
import { OrderNumber } from '../../features/order/Receipt.tsx';
import { ReturnLink } from '../../features/order/ReturnLink.tsx';
import { ProviderNote } from '../../features/provider/ProviderNote.tsx';
import {
  describeProviderStep,
  type PaymentService,
  usePaymentService,
} from '../../features/provider/paymentService.ts';
import { formatTime } from '../../i18n/formatTime.ts';
import { getLocale, text } from '../../i18n/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card, Page } from '../../ui/page/Page.tsx';
import { Logo } from '../../ui/picture/Logo.tsx';
import { Rows } from '../../ui/rows/Rows.tsx';

/** Another provider takes the payment: shows the provider, what to do there and the order's status. */
export function WaitPayment() {
  const orderNo = useOrderNo();
  const view = useOrder(orderNo);
  const service = usePaymentService(orderNo, view.order);
  const { order, bare } = view;
  if (orderNo === '') return <OrderNotFound title={text('waitPayment.no_order')} />;
  const shownOrder = order ?? bare;
  // The data in this tab suffices to continue, even if the buyer can no longer read the order.
  if (!shownOrder || (!order && service.next.kind === 'none')) {
    return <OrderUnavailable view={view} orderNo={orderNo} />;
  }
  if (order && isPaidFor(order)) return <Redirect to={buildOrderPath('/order-status', orderNo)} replace />;
  const mustPayNow = order?.status === 'awaiting_payment' && getPayMethodTraits(order.payMethod).daysUnderWay === 0;
  return (
    <Page
      ownHeading
      actions={<OrderActions orderNo={orderNo} payBefore={mustPayNow ? order.deadline : null} />}
      foot={
        <WaitPaymentActions
          orderNo={orderNo}
          service={service}
          over={isOver(shownOrder.status)}
          order={order}
          continuesHere={order?.provider != null && order.status === 'awaiting_payment'}
        />
      }
    >
      <OrderHeading
        textKey={findStatusKey(shownOrder)}
        sentence={order && <OrderSentence order={order} />}
        picture={<Logo src={service.logo} name={service.name} size={48} />}
      />
      <div className="wait-payment">
        <StaleNote view={view} />
        {!service.own && (
          <Card lift>
            <h2 className="heading">{text('waitPayment.next', { name: service.name })}</h2>
            <p className="wait-payment-words">{describeProviderStep(service, isOver(shownOrder.status))}</p>
          </Card>
        )}
        {order && <ProviderNote provider={order.provider} />}
        {order && (
          <Card>
            <OrderTimeline order={order} />
          </Card>
        )}
        <Card>
          <Rows
            items={[
              { label: text('waitPayment.service'), value: service.name },
              { label: text('order.number'), value: <OrderNumber orderNo={orderNo} /> },
            ]}
          />
        </Card>
        {!isOver(shownOrder.status) && (
          <p className="hint wait-payment-hint">
            {order?.provider
              ? text('waitPayment.updates_itself')
              : formatFootnote(shownOrder.status, order?.deadline ?? null)}
          </p>
        )}
      </div>
    </Page>
  );
}

/** Returns the sentence that states until when an unpaid order stays open; for other orders, that the page updates itself. */
function formatFootnote(status: OrderStatus, deadline: number | null): string {
  if (status !== 'awaiting_payment') return text('waitPayment.updates_itself');
  if (deadline === null) return text('waitPayment.unpaid');
  const time = formatTime(new Date(deadline * 1000), getLocale(), 'minutes');
  return text('waitPayment.unpaid_until', { time });
}

type WaitPaymentActionsProps = {
  readonly orderNo: string;
  readonly service: PaymentService;
  readonly over: boolean;
  readonly order: OrderDetail | null;
  /** Order Status would only redirect back to this page. */
  readonly continuesHere: boolean;
};

function WaitPaymentActions({ orderNo, service, over, order, continuesHere }: WaitPaymentActionsProps) {
  if (over) {
    return (
      <>
        <ButtonLink kind="filled" href="/edit">
          {text('payment.new_order')}
        </ButtonLink>
        {order && <ReturnLink order={order} />}
      </>
    );
  }
  return (
    <>
      {service.next.kind === 'here' && (
        <ButtonLink kind="filled" href={service.next.path}>
          {text('waitPayment.to_payment')}
        </ButtonLink>
      )}
      {service.next.kind === 'away' && (
        <ButtonLink
          kind="filled"
          href={buildOrderPath('/redirect', orderNo)}
          icon={<ArrowUpRight size={18} strokeWidth={2.2} aria-hidden="true" />}
        >
          {text('waitPayment.to_service', { name: service.name })}
        </ButtonLink>
      )}
      {service.next.kind !== 'here' && !continuesHere && (
        <ButtonLink kind="ghost" href={buildOrderPath('/order-status', orderNo)}>
          {text('waitPayment.to_order')}
        </ButtonLink>
      )}
    </>
  );
}
