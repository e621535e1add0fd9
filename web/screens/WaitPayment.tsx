import { traitsOf } from '@slipway/contract/entities/payMethods.ts';
import './waitPayment.css';
import type { OrderDetail, OrderStatus } from '@slipway/contract/entities/order.ts';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { Redirect } from 'wouter';
import { NoOrder } from '../features/order/NoOrder.tsx';
import { OrderActions } from '../features/order/OrderActions.tsx';
import { OrderHeading } from '../features/order/OrderHeading.tsx';
import { StaleNote } from '../features/order/OrderNotes.tsx';
import { OrderSentence } from '../features/order/OrderSentence.tsx';
import { OrderTimeline } from '../features/order/OrderTimeline.tsx';
import { OrderUnavailable } from '../features/order/OrderUnavailable.tsx';
import { orderPath, useOrderNo } from '../features/order/orderAddress.ts';
import { useOrder } from '../features/order/orderQuery.ts';
import { isOver, isPaidFor, statusWords } from '../features/order/orderStatuses.ts';
import { OrderNumber } from '../features/order/Receipt.tsx';
import { ReturnLink } from '../features/order/ReturnLink.tsx';
import { ProviderNote } from '../features/provider/ProviderNote.tsx';
import { type Service, useService, whatToDo } from '../features/provider/service.ts';
import { formatTime } from '../i18n/formatTime.ts';
import { currentLocale, text } from '../i18n/text.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { Card, Page } from '../ui/Page.tsx';
import { Logo } from '../ui/Picture.tsx';
import { Rows } from '../ui/Rows.tsx';

/** Another provider takes the payment: who, what to do there, and the order's state meanwhile. */
export function WaitPayment() {
  const orderNo = useOrderNo();
  const view = useOrder(orderNo);
  const service = useService(orderNo, view.order);
  const { order, bare } = view;
  if (orderNo === '') return <NoOrder title={text('waitPayment.no_order')} />;
  const seen = order ?? bare;
  // What this tab knows is enough to go on, also when the order cannot be read by this buyer any more.
  if (!seen || (!order && service.next.kind === 'none')) {
    return <OrderUnavailable view={view} orderNo={orderNo} />;
  }
  if (order && isPaidFor(order)) return <Redirect to={orderPath('/order-status', orderNo)} replace />;
  const mustPayNow = order?.status === 'awaiting_payment' && traitsOf(order.payMethod).daysUnderWay === 0;
  return (
    <Page
      ownHeading
      actions={<OrderActions orderNo={orderNo} payBefore={mustPayNow ? order.deadline : null} />}
      foot={
        <Acts
          orderNo={orderNo}
          service={service}
          over={isOver(seen.status)}
          order={order}
          goesOnHere={order?.provider != null && order.status === 'awaiting_payment'}
        />
      }
    >
      <OrderHeading
        words={statusWords(seen)}
        sentence={order && <OrderSentence order={order} />}
        picture={<Logo src={service.logo} name={service.name} size={48} />}
      />
      <div className="wait-payment">
        <StaleNote view={view} />
        {!service.own && (
          <Card lift>
            <h2 className="heading">{text('waitPayment.next', { name: service.name })}</h2>
            <p className="wait-payment-words">{whatToDo(service, isOver(seen.status))}</p>
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
        {!isOver(seen.status) && (
          <p className="hint wait-payment-hint">
            {order?.provider ? text('waitPayment.updates_itself') : footnote(seen.status, order?.deadline ?? null)}
          </p>
        )}
      </div>
    </Page>
  );
}

/** Until when an unpaid order stays open. */
function footnote(status: OrderStatus, deadline: number | null): string {
  if (status !== 'awaiting_payment') return text('waitPayment.updates_itself');
  if (deadline === null) return text('waitPayment.unpaid');
  const time = formatTime(new Date(deadline * 1000), currentLocale(), 'minutes');
  return text('waitPayment.unpaid_until', { time });
}

type ActsProps = {
  readonly orderNo: string;
  readonly service: Service;
  readonly over: boolean;
  readonly order: OrderDetail | null;
  /** The order's own page would only lead back here. */
  readonly goesOnHere: boolean;
};

function Acts({ orderNo, service, over, order, goesOnHere }: ActsProps) {
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
          href={orderPath('/redirect', orderNo)}
          icon={<ArrowUpRight size={18} strokeWidth={2.2} aria-hidden="true" />}
        >
          {text('waitPayment.to_service', { name: service.name })}
        </ButtonLink>
      )}
      {service.next.kind !== 'here' && !goesOnHere && (
        <ButtonLink kind="ghost" href={orderPath('/order-status', orderNo)}>
          {text('waitPayment.to_order')}
        </ButtonLink>
      )}
    </>
  );
}
