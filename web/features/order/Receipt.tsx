import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import './receipt.css';
import { formatAmount } from '../../i18n/formatAmount.ts';
import { presentLocale, text, textIfAny } from '../../i18n/text.ts';
import { AddressText } from '../../ui/AddressText.tsx';
import { AmountText } from '../../ui/AmountText.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Card } from '../../ui/Page.tsx';
import { type RowItem, Rows } from '../../ui/Rows.tsx';
import { convertedAmount, isZero, receiptRate } from './orderFigures.ts';
import { isPaidFor } from './orderStatuses.ts';

/** Every figure can be recomputed from the others: paid − fees = converted; ÷ rate = received. */
export function Receipt({ order }: { readonly order: OrderDetail }) {
  return (
    <Card>
      <div className="receipt">
        <h2>{text('order.receipt')}</h2>
        <Rows items={moneyRows(order)} />
        <hr />
        <Rows items={factRows(order)} />
        <p className="receipt-label">{text('order.to')}</p>
        <AddressText address={order.address} />
      </div>
    </Card>
  );
}

function moneyRows(order: OrderDetail): RowItem[] {
  const { feeCurrency, sendCurrency, symbol } = order;
  const fee = (amount: string) => (isZero(amount) ? null : <AmountText amount={amount} code={feeCurrency} taken />);
  const pays = text(isPaidFor(order) ? 'order.you_paid' : 'order.you_pay');
  return [
    { label: pays, value: <AmountText amount={order.sendCurrencyAmount} code={sendCurrency} /> },
    { label: text('edit.method_fee'), value: fee(order.processingFee) },
    { label: text('edit.network_fee'), value: fee(order.transNetworkFee) },
    {
      label: text('edit.converted_to', { symbol }),
      value: <AmountText amount={convertedAmount(order)} code={feeCurrency} />,
      total: true,
    },
    {
      label: text('order.rate'),
      value: <span className="num">{text('edit.rate', { symbol, price: priceText(order) })}</span>,
    },
    { label: text('order.you_get'), value: <AmountText amount={order.getCurrencyAmount} code={symbol} />, total: true },
    {
      label: text('order.refunded'),
      value: order.refundedAmount && <AmountText amount={order.refundedAmount} code={sendCurrency} />,
      total: true,
    },
  ];
}

function factRows(order: OrderDetail): RowItem[] {
  return [
    { label: text('order.paid_with'), value: paidWith(order) },
    { label: text('order.number'), value: <OrderNumber orderNo={order.orderNo} /> },
  ];
}

/** In full: what is copied is what is shown. */
export function OrderNumber({ orderNo }: { readonly orderNo: string }) {
  return (
    <span className="order-number">
      <span className="mono">{orderNo}</span>
      <CopyButton value={orderNo} label={text('order.copy_number')} />
    </span>
  );
}

/** `Visa ·· 4242`, or the name of the method. */
export function paidWith({ card, payMethod }: Pick<OrderDetail, 'card' | 'payMethod'>): string {
  if (!card) return textIfAny(`method.${payMethod}`) ?? payMethod;
  return text('card.short', { brand: textIfAny(`brand.${card.brand}`) ?? card.brand, last4: card.last4 });
}

export function priceText(order: OrderDetail): string {
  return formatAmount(receiptRate(order), order.feeCurrency, presentLocale());
}
