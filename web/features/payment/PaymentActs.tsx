import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { formatAmount } from '../../i18n/formatAmount.ts';
import { currentLocale, text } from '../../i18n/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { CancelOrder } from '../order/CancelOrder.tsx';
import { orderPath } from '../order/orderAddress.ts';
import type { OrderView } from '../order/orderQuery.ts';
import { isCancellable, isOver } from '../order/orderStatuses.ts';
import { ReturnLink } from '../order/ReturnLink.tsx';
import { CardPageLink } from './CardPageLink.tsx';
import { RequoteAnswers } from './Requote.tsx';

type PaymentActsProps = {
  readonly order: OrderDetail;
  readonly view: OrderView;
  /** The buyer is to approve the payment. */
  readonly approval: boolean;
};

/** What the buyer can do about the payment now. */
export function PaymentActs({ order, view, approval }: PaymentActsProps) {
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
          <CardPageLink kind="filled" href={orderPath('/select-card', order.orderNo)}>
            {text('payment.pay', {
              amount: formatAmount(order.sendCurrencyAmount, order.sendCurrency, currentLocale()),
            })}
          </CardPageLink>
          {cancel}
        </>
      );
    case 'authorizing':
      return approval ? (
        <CardPageLink kind="filled" href={orderPath('/enter-card', order.orderNo)}>
          {text('payment.approve')}
        </CardPageLink>
      ) : (
        <MyOrdersLink />
      );
    case 'awaiting_identity':
      return (
        <>
          <ButtonLink kind="filled" href={orderPath('/verify-id', order.orderNo)}>
            {text('identity.verify')}
          </ButtonLink>
          {cancel}
        </>
      );
    case 'awaiting_consent':
      return order.requote ? <RequoteAnswers order={order} requote={order.requote} onAnswered={view.refresh} /> : null;
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
