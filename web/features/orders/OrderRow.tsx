import './orderRow.css';
import type { OrderDetail, OrderSummary } from '@slipway/contract/entities/order.ts';
import { isZero, subtractDecimals } from '@slipway/money/orderFigures.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'wouter';
import { formatAmount } from '../../i18n/formatAmount.ts';
import { formatTime, isToday } from '../../i18n/formatTime.ts';
import { findText, getLocale, text } from '../../i18n/text.ts';
import { AmountText } from '../../ui/amount/AmountText.tsx';
import { Coin } from '../../ui/picture/Picture.tsx';
import { StatusTag } from '../../ui/StatusTag.tsx';
import { CancelOrder } from '../order/CancelOrder.tsx';
import { formatOrderStatus } from '../order/OrderHeading.tsx';
import { findStatusKey } from '../order/orderStatuses.ts';
import { rememberOpenedOrder } from './openedOrder.ts';
import { chooseOrderPath, chooseTone } from './orderRows.ts';
import { useOrderWait } from './useMyOrders.ts';
import { useRowFocus } from './useRowFocus.ts';
import { waitText } from './waitText.ts';

type OrderRowProps = {
  readonly order: OrderSummary;
  /** First order loaded by Show more: it receives the focus. */
  readonly takesFocus?: boolean;
};

/** Row of a finished order. */
export function OrderRow({ order, takesFocus = false }: OrderRowProps) {
  return <RowLink order={order} tag={<OrderStatusTag statusKey={findStatusKey(order)} />} takesFocus={takesFocus} />;
}

/** Row of an active order, with the pending step. */
export function OpenOrderRow({ order, takesFocus = false }: OrderRowProps) {
  const detail = useOrderWait(order);
  const statusKey = findStatusKey(detail ?? order);
  return (
    <RowLink
      order={order}
      tag={<OrderStatusTag statusKey={statusKey}>{formatMissing(statusKey, detail)}</OrderStatusTag>}
      wait={waitText(statusKey, detail)}
      urgent={chooseTone(statusKey) === 'warn'}
      estimate={detail?.estimate ?? false}
      takesFocus={takesFocus}
    />
  );
}

/** Row of an order without any payment, which can be cancelled here. */
export function UnpaidOrderRow({ order, takesFocus = false }: OrderRowProps) {
  const detail = useOrderWait(order);
  const queries = useQueryClient();
  const statusKey = findStatusKey(detail ?? order);
  return (
    <RowLink
      order={order}
      tag={<OrderStatusTag statusKey={statusKey} />}
      wait={waitText(statusKey, detail)}
      urgent={chooseTone(statusKey) === 'warn'}
      estimate={detail?.estimate ?? false}
      takesFocus={takesFocus}
      end={
        // Another provider's orders cannot be cancelled here.
        !detail?.provider && (
          <CancelOrder
            order={{ ...order, heldAmount: null, paidAmount: null }}
            small
            onChanged={() => void queries.invalidateQueries({ queryKey: ['orderList'] })}
          />
        )
      }
    />
  );
}

/** Returns `50.00 EUR missing`, which is more specific than the status underpaid; null for other orders. */
function formatMissing(statusKey: string, detail: OrderDetail | undefined): string | null {
  if (statusKey !== 'underpaid' || !detail?.paidAmount) return null;
  const missing = detail.transfer?.missing ?? subtractDecimals(detail.sendCurrencyAmount, detail.paidAmount);
  if (isZero(missing)) return null;
  return text('orders.missing', { missing: formatAmount(missing, detail.sendCurrency, getLocale()) });
}

function OrderStatusTag({ statusKey, children }: { readonly statusKey: string; readonly children?: ReactNode }) {
  return (
    <StatusTag tone={chooseTone(statusKey)}>
      {children ?? findText(`orders.tag.${statusKey}`) ?? formatOrderStatus(statusKey)}
    </StatusTag>
  );
}

type RowLinkProps = {
  readonly order: OrderSummary;
  readonly tag: ReactNode;
  readonly wait?: string;
  /** The order waits for the buyer, until a deadline. */
  readonly urgent?: boolean;
  /** The crypto amount is an estimate; the price is set when the transfer arrives. */
  readonly estimate?: boolean;
  readonly takesFocus: boolean;
  /** Actions below the link. */
  readonly end?: ReactNode;
};

function RowLink({ order, tag, wait, urgent, estimate, takesFocus, end }: RowLinkProps) {
  const { orderNo } = order;
  const link = useRowFocus(orderNo, takesFocus);
  const rememberBeforeLeaving = (event: MouseEvent) => {
    if (!(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)) rememberOpenedOrder(orderNo);
  };
  return (
    <li>
      <Link
        ref={link}
        className="order-row list-row-act"
        data-waits={wait ? '' : undefined}
        href={chooseOrderPath(order)}
        onClick={rememberBeforeLeaving}
      >
        <Coin src={order.imgUrl} symbol={order.symbol} size={40} />
        <span className="order-row-words">
          <span className="order-row-amounts">
            <AmountText amount={order.sendCurrencyAmount} code={order.sendCurrency} className="order-row-pay" />
            <span className="order-row-arrow"> → </span>
            <AmountText amount={order.getCurrencyAmount} code={order.symbol} className="order-row-get" />
          </span>
          <span className="order-row-facts">
            <time dateTime={order.createdAt}>{formatCreatedAt(order.createdAt)}</time>
            <span className="order-row-network">{order.networkName}</span>
            {estimate && <span className="order-row-estimate">{text('orders.estimate')}</span>}
          </span>
          <span className="order-row-tag">{tag}</span>
          {wait && (
            <span className="order-row-wait" data-urgent={urgent ? '' : undefined}>
              {wait}
            </span>
          )}
        </span>
      </Link>
      {end && <div className="order-row-end">{end}</div>}
    </li>
  );
}

function formatCreatedAt(createdAt: string): string {
  const made = new Date(createdAt);
  const time = formatTime(made, getLocale(), 'minutes');
  return isToday(made) ? text('orders.today', { time }) : time;
}
