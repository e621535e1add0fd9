import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { formatTime } from '../../i18n/formatTime.ts';
import { presentLocale, text } from '../../i18n/text.ts';
import { AmountText } from '../../ui/AmountText.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Card } from '../../ui/Page.tsx';
import { Rows } from '../../ui/Rows.tsx';

/** What a transfer must say so that it finds its order, and until when it is waited for. */
export function BankTransfer({ order }: { readonly order: OrderDetail }) {
  const until =
    order.deadline === null ? null : formatTime(new Date(order.deadline * 1000), presentLocale(), 'minutes');
  return (
    <Card lift>
      <Rows
        items={[
          {
            label: text('payment.transfer_amount'),
            value: <AmountText amount={order.sendCurrencyAmount} code={order.sendCurrency} />,
          },
          {
            label: text('payment.transfer_reference'),
            value: (
              <span className="order-number">
                <span className="mono">{order.orderNo}</span>
                <CopyButton value={order.orderNo} label={text('payment.copy_reference')} />
              </span>
            ),
          },
          {
            label: text('payment.transfer_received'),
            value: order.paidAmount && <AmountText amount={order.paidAmount} code={order.sendCurrency} />,
          },
          { label: text('payment.transfer_until'), value: until },
        ]}
      />
    </Card>
  );
}
