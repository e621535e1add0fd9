import './heldAmount.css';
import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { getServerTime } from '../../api/serverClock.ts';
import { formatTime } from '../../i18n/formatTime.ts';
import { RichText } from '../../i18n/RichText.tsx';
import { getLocale, text } from '../../i18n/text.ts';
import { AmountText } from '../../ui/amount/AmountText.tsx';
import { Card } from '../../ui/page/Page.tsx';
import { CardBrand } from '../../ui/picture/CardBrand.tsx';
import { StatusTag } from '../../ui/StatusTag.tsx';

/** Shows the held amount ("850.00 EUR held. Not charged"), until when it is held and what happens next. */
export function HeldAmount({ order }: { readonly order: OrderDetail }) {
  if (order.heldAmount === null) return null;
  const until = order.deadline === null ? null : new Date(order.deadline * 1000);
  return (
    <Card lift>
      <div className="held-amount">
        {order.card && <CardBrand brand={order.card.brand} />}
        <div className="held-amount-words">
          <b>
            <RichText
              of="payment.held"
              with={{ amount: <AmountText amount={order.heldAmount} code={order.sendCurrency} /> }}
            />
          </b>
          <p>
            <small>{text('payment.not_charged')}</small>
            {until && (
              <StatusTag tone="warn">
                {text('payment.until', { time: formatTime(until, getLocale(), 'minutes', getServerTime()) })}
              </StatusTag>
            )}
          </p>
        </div>
      </div>
      {until && (
        <p className="hint held-amount-after">
          {text(order.status === 'on_hold' ? 'payment.held_after_review' : 'payment.held_after')}
        </p>
      )}
    </Card>
  );
}
