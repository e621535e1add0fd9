import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { formatAmount } from '../../i18n/formatAmount.ts';
import { getLocale, text } from '../../i18n/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { CancelOrder } from '../order/CancelOrder.tsx';
import type { OrderView } from '../order/orderQuery.ts';
import { isCancellable, isOver } from '../order/orderStatuses.ts';
import { buildOrderPath } from '../order/orderUrl.ts';
import { ReturnLink } from '../order/ReturnLink.tsx';
import { CardPageLink } from './card/CardPageLink.tsx';
import { RequoteButtons } from './Requote.tsx';

type PaymentActionsProps = {
  readonly order: OrderDetail;
  readonly view: OrderView;
  /** The buyer must approve the payment. */
  readonly approval: boolean;
};

/** Shows the actions that the buyer can take on the payment now. */
export function PaymentActions({ order, view, approval }: PaymentActionsProps) {
  const cancel = isCancellable(order.status) && <CancelOrder order={order} onChanged={view.refresh} />;
  if (isOver(order.status)) {
    return (
      <>
        <ButtonLink kind="filled" href="/edit">
          {text('payment.new_order')}
        </ButtonLink>
        <ReturnLink order={order} />
      </>
    );
  }
  switch (order.status) {
    case 'awaiting_payment':
      return (
        <>
          <CardPageLink kind="filled" href={buildOrderPath('/select-card', order.orderNo)}>
            {text('payment.pay', {
              amount: formatAmount(order.sendCurrencyAmount, order.sendCurrency, getLocale()),
            })}
          </CardPageLink>
          {cancel}
        </>
      );
    case 'authorizing':
      return approval ? (
        <CardPageLink kind="filled" href={buildOrderPath('/enter-card', order.orderNo)}>
          {text('payment.approve')}
        </CardPageLink>
      ) : (
        <MyOrdersLink />
      );
    case 'awaiting_identity':
      return (
        <>
          <ButtonLink kind="filled" href={buildOrderPath('/verify-id', order.orderNo)}>
            {text('identity.verify')}
          </ButtonLink>
          {cancel}
        </>
      );
    case 'awaiting_consent':
      return order.requote ? <RequoteButtons order={order} requote={order.requote} onAnswered={view.refresh} /> : null;
    default:
      return <MyOrdersLink />;
  }
}

function MyOrdersLink() {
  return (
    <ButtonLink kind="ghost" href="/my-orders">
      {text('menu.orders')}
    </ButtonLink>
  );
}
