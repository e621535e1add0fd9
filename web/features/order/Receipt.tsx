import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import './receipt.css';
import { formatAmount, trimTrailingZeros } from '../../i18n/formatAmount.ts';
import { RichText } from '../../i18n/RichText.tsx';
import { presentLocale, text, textIfAny } from '../../i18n/text.ts';
import { AddressText } from '../../ui/AddressText.tsx';
import { AmountText } from '../../ui/AmountText.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Card } from '../../ui/Page.tsx';
import { type RowItem, Rows } from '../../ui/Rows.tsx';
import { convertedAmount, isZero, receiptRate } from './orderFigures.ts';
import { isPaidFor } from './orderStatuses.ts';
import { hasSurplus, type TransferFigures, transferFigures } from './transferFigures.ts';

/** Every figure can be recomputed from the others: paid − fees = converted; ÷ rate = received. */
export function Receipt({ order }: { readonly order: OrderDetail }) {
  return (
    <Card>
      <div className="receipt">
        <h2>{text(order.status === 'awaiting_payment' ? 'order.amounts' : 'order.receipt')}</h2>
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
  const figures = transferFigures(order);
  if (order.payMethod !== 'bank_transfer') return [...purchaseRows(order), refundedRow(order)];
  if (figures.givenUp) return givenUpRows(order, figures);
  const surplus = surplusRows(order, figures);
  // What the order took is the sum of the rows above it.
  return [
    ...surplus,
    ...purchaseRows(order).map((row, index) => ({ ...row, total: row.total || (index === 0 && surplus.length > 0) })),
  ];
}

/** What a transfer brought beyond the order, above what the order took of it. */
function surplusRows({ sendCurrency }: OrderDetail, figures: TransferFigures): RowItem[] {
  if (!hasSurplus(figures)) return [];
  return [
    { label: text('order.came'), value: <AmountText amount={figures.came} code={sendCurrency} /> },
    {
      label: text(isZero(figures.toSendBack) ? 'order.sent_back' : 'order.goes_back'),
      value: <AmountText amount={figures.surplus} code={sendCurrency} taken />,
    },
  ];
}

/** Nothing was bought: all that came goes back. */
function givenUpRows({ sendCurrency }: OrderDetail, { came, sentBack, toSendBack }: TransferFigures): RowItem[] {
  const some = (amount: string, total = false) =>
    isZero(amount) ? null : <AmountText amount={amount} code={sendCurrency} taken={!total} />;
  return [
    { label: text('order.came'), value: <AmountText amount={came} code={sendCurrency} /> },
    { label: text('order.sent_back'), value: some(sentBack) },
    { label: text('order.goes_back'), value: some(toSendBack, true), total: true },
  ];
}

function refundedRow({ refundedAmount, sendCurrency }: OrderDetail): RowItem {
  return {
    label: text('order.refunded'),
    value: refundedAmount && <AmountText amount={refundedAmount} code={sendCurrency} />,
    total: true,
  };
}

/** Nothing is delivered of these any longer. */
const GIVEN_UP = new Set<OrderDetail['status']>(['voiding', 'cancelled', 'expired', 'failed', 'refunding', 'refunded']);

function purchaseRows(order: OrderDetail): RowItem[] {
  const { estimate, feeCurrency, sendCurrency, symbol } = order;
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
      label: text(estimate ? 'order.rate_estimate' : 'order.rate'),
      value: <span className="num">{text('edit.rate', { symbol, price: priceText(order) })}</span>,
    },
    {
      label: text(GIVEN_UP.has(order.status) ? 'order.ordered' : estimate ? 'order.you_get_estimate' : 'order.you_get'),
      value: <AmountText amount={order.getCurrencyAmount} code={symbol} />,
      total: true,
    },
  ];
}

function factRows(order: OrderDetail): RowItem[] {
  return [
    { label: text('order.ordered'), value: isGivenUpTransfer(order) ? orderedText(order) : null },
    {
      label: text(order.status === 'awaiting_payment' ? 'edit.payment_method' : 'order.paid_with'),
      value: paidWith(order),
    },
    { label: text('order.number'), value: <OrderNumber orderNo={order.orderNo} /> },
  ];
}

function isGivenUpTransfer(order: OrderDetail): boolean {
  return order.payMethod === 'bank_transfer' && transferFigures(order).givenUp;
}

function orderedText({ getCurrencyAmount, symbol, sendCurrency, sendCurrencyAmount, estimate }: OrderDetail) {
  return (
    <RichText
      of={estimate ? 'order.ordered_estimate' : 'order.ordered_for'}
      with={{
        get: <AmountText amount={getCurrencyAmount} code={symbol} />,
        pay: <AmountText amount={sendCurrencyAmount} code={sendCurrency} />,
      }}
    />
  );
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

/** `Visa ·· 4242`, out of a wallet `Google Pay, Visa ·· 4242`, or the name of the method. */
export function paidWith({ card, payMethod }: Pick<OrderDetail, 'card' | 'payMethod'>): string {
  const method = textIfAny(`method.${payMethod}`) ?? payMethod;
  if (!card) return method;
  const shown = text('card.short', { brand: textIfAny(`brand.${card.brand}`) ?? card.brand, last4: card.last4 });
  return payMethod === 'credit_debit_card' ? shown : text('order.method_and_card', { method, card: shown });
}

export function priceText(order: OrderDetail): string {
  return formatAmount(trimTrailingZeros(receiptRate(order)), order.feeCurrency, presentLocale());
}
