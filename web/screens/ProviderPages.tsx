import { traitsOf } from '@slipway/contract/entities/payMethods.ts';
import './providerPages.css';
import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import Info from 'lucide-react/icons/info';
import { useState } from 'react';
import { Redirect } from 'wouter';
import { MenuButton } from '../features/menu/MenuButton.tsx';
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
import { useDestination } from '../features/provider/destination.ts';
import { type Service, useService, whatToDo } from '../features/provider/service.ts';
import { formatTime } from '../i18n/formatTime.ts';
import { presentLocale, text } from '../i18n/text.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Note } from '../ui/Note.tsx';
import { Card, Page } from '../ui/Page.tsx';
import { Logo } from '../ui/Picture.tsx';
import { Rows } from '../ui/Rows.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { TroublePage } from '../ui/TroublePage.tsx';

/** Another provider takes the payment: who, what to do there, and how the order stands meanwhile. */
export function WaitPayment() {
  const orderNo = useOrderNo();
  const view = useOrder(orderNo);
  const service = useService(orderNo, view.order?.offerType ?? '');
  const { order, bare } = view;
  if (orderNo === '') return <NoOrder title={text('waitPayment.no_order')} />;
  const seen = order ?? bare;
  // What is known from this tab is enough to go on, whoever the order belongs to by now.
  if (!seen || (!order && service.next.kind === 'none')) {
    return <OrderUnavailable view={view} orderNo={orderNo} />;
  }
  if (order && isPaidFor(order)) return <Redirect to={orderPath('/order-status', orderNo)} replace />;
  const mustPayNow = order?.status === 'awaiting_payment' && traitsOf(order.payMethod).daysUnderWay === 0;
  return (
    <Page
      ownHeading
      actions={<OrderActions orderNo={orderNo} payBefore={mustPayNow ? order.deadline : null} />}
      foot={<Acts orderNo={orderNo} service={service} over={isOver(seen.status)} />}
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
          <p className="hint wait-payment-hint">{footnote(seen.status, order?.deadline ?? null)}</p>
        )}
      </div>
    </Page>
  );
}

/** An order that is not paid goes on only so long. */
function footnote(status: OrderStatus, deadline: number | null): string {
  if (status !== 'awaiting_payment') return text('waitPayment.updates_itself');
  if (deadline === null) return text('waitPayment.unpaid');
  const time = formatTime(new Date(deadline * 1000), presentLocale(), 'minutes');
  return text('waitPayment.unpaid_until', { time });
}

function Acts({ orderNo, service, over }: { orderNo: string; service: Service; over: boolean }) {
  if (over) {
    return (
      <ButtonLink kind="filled" href="/edit">
        {text('payment.new_order')}
      </ButtonLink>
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
      {service.next.kind !== 'here' && (
        <ButtonLink kind="ghost" href={orderPath('/order-status', orderNo)}>
          {text('waitPayment.to_order')}
        </ButtonLink>
      )}
    </>
  );
}

/** Leaves Slipway: says for where, and goes only to a provider's page of this order or where the partner may send buyers. */
export function LeaveSlipway() {
  const orderNo = useOrderNo();
  const destination = useDestination(orderNo);
  const [leaving, setLeaving] = useState(false);
  if (destination === 'unknown') return <Nowhere orderNo={orderNo} />;
  if (destination === 'coming') {
    return (
      <Page ownHeading actions={<MenuButton />}>
        <div className="redirect" aria-busy="true">
          <output className="unseen">{text('ui.loading')}</output>
          <Skeleton width="60%" height={32} />
          <Skeleton height={96} />
        </div>
      </Page>
    );
  }
  const { address, host, name, logo, purpose } = destination;
  const go = () => {
    setLeaving(true);
    location.assign(address);
  };
  return (
    <Page
      ownHeading
      actions={<MenuButton />}
      foot={
        <>
          <Button working={leaving} icon={<ArrowUpRight size={18} strokeWidth={2.2} aria-hidden="true" />} onClick={go}>
            {text('redirect.go', { name: name || host })}
          </Button>
          <ButtonLink kind="ghost" href={orderNo === '' ? '/' : orderPath('/wait-payment', orderNo)}>
            {text('redirect.stay')}
          </ButtonLink>
        </>
      }
    >
      <h1 className="lead">{text('redirect.title', { name: name || host })}</h1>
      <div className="redirect">
        <p className="hint">{text(purpose === 'payment' ? 'redirect.to_pay' : 'redirect.to_return')}</p>
        <Card lift>
          <div className="redirect-place">
            <Logo src={logo} name={name || host} size={44} />
            <p>
              <b>{host}</b>
              <small>{address}</small>
            </p>
          </div>
        </Card>
        <Note icon={<Info size={18} strokeWidth={2.1} aria-hidden="true" />}>
          {text(purpose === 'payment' ? 'redirect.keeps' : 'redirect.order_goes_on')}
        </Note>
      </div>
    </Page>
  );
}

function Nowhere({ orderNo }: { readonly orderNo: string }) {
  return (
    <TroublePage
      title={text('redirect.nowhere')}
      message={text('redirect.not_allowed')}
      meaning={text('trouble.order_goes_on')}
      actions={<MenuButton />}
      acts={
        <>
          {orderNo === '' ? (
            <ButtonLink kind="filled" href="/">
              {text('trouble.to_buy')}
            </ButtonLink>
          ) : (
            <ButtonLink kind="filled" href={orderPath('/wait-payment', orderNo)}>
              {text('redirect.to_order')}
            </ButtonLink>
          )}
          <ButtonLink kind="ghost" href="/my-orders">
            {text('menu.orders')}
          </ButtonLink>
        </>
      }
    />
  );
}
