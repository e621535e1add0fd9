import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { traitsOf } from '@slipway/contract/entities/payMethods.ts';
import { convertedAmount, isZero, receiptRate } from '@slipway/money/orderFigures.ts';
import { formatAmount, trimTrailingZeros } from '../../i18n/formatAmount.ts';
import { currentLocale, type TextKey, text } from '../../i18n/text.ts';
import { AmountText } from '../../ui/AmountText.tsx';
import type { RowItem } from '../../ui/Rows.tsx';
import { isConverted, isGivenUp, isPaidFor } from './orderStatuses.ts';
import { providerRows } from './providerRows.tsx';
import { hasSurplus, type TransferFigures, transferFigures } from './transferFigures.ts';

/** Every figure can be recomputed from the others: paid − fees = converted; ÷ rate = received. */
export function moneyRows(order: OrderDetail): RowItem[] {
  if (order.provider) return providerRows(order);
  const figures = transferFigures(order);
  if (isGivenUp(order)) return givenUpRows(order, figures);
  const came = traitsOf(order.payMethod).money === 'received' ? cameRows(order, figures) : [];
  // What the order takes is the sum of the rows above it.
  const bought = purchaseRows(order).map((row, index) =>
    index === 0 && came.length > 0 ? { ...row, total: true } : row,
  );
  return [...came, ...bought];
}

/** What came by itself, where that is less or more than the order takes. */
function cameRows({ status, sendCurrency }: OrderDetail, figures: TransferFigures): RowItem[] {
  const { came, missing, surplus, toSendBack } = figures;
  const received = { label: text('order.came'), value: <AmountText amount={came} code={sendCurrency} /> };
  if (hasSurplus(figures)) {
    const label = text(isZero(toSendBack) ? 'order.sent_back' : 'order.goes_back');
    return [received, { label, value: <AmountText amount={surplus} code={sendCurrency} taken /> }];
  }
  if (status !== 'awaiting_payment' || isZero(came)) return [];
  return [
    received,
    { label: text('payment.transfer_missing'), value: <AmountText amount={missing} code={sendCurrency} /> },
  ];
}

/** Nothing was bought: all that came goes back. */
function givenUpRows(order: OrderDetail, { came, sentBack, toSendBack }: TransferFigures): RowItem[] {
  const received = traitsOf(order.payMethod).money === 'received';
  const some = (amount: string, total = false) =>
    isZero(amount) ? null : <AmountText amount={amount} code={order.sendCurrency} taken={!total} />;
  return [
    { label: text(cameLabel(order)), value: <AmountText amount={came} code={order.sendCurrency} /> },
    { label: text(received ? 'order.sent_back' : 'order.refunded'), value: some(sentBack) },
    { label: text('order.goes_back'), value: some(toSendBack, true), total: true },
  ];
}

function cameLabel(order: OrderDetail): TextKey {
  if (traitsOf(order.payMethod).money === 'received') return 'order.came';
  return hasPaid(order) ? 'order.you_paid' : 'order.charged';
}

function purchaseRows(order: OrderDetail): RowItem[] {
  const { estimate, feeCurrency, sendCurrency, symbol } = order;
  const offered = withNewAmount(order);
  const fee = (amount: string) => (isZero(amount) ? null : <AmountText amount={amount} code={feeCurrency} taken />);
  return [
    {
      label: text(hasPaid(order) ? 'order.you_paid' : 'order.you_pay'),
      value: <AmountText amount={order.sendCurrencyAmount} code={sendCurrency} />,
    },
    { label: text('edit.method_fee'), value: fee(order.processingFee) },
    { label: text('edit.network_fee'), value: fee(order.transNetworkFee) },
    {
      label: text(isConverted(order) ? 'edit.converted_to' : 'order.to_convert', { symbol }),
      value: <AmountText amount={convertedAmount(order)} code={feeCurrency} />,
      total: true,
    },
    {
      label: text(offered !== order ? 'payment.new_rate' : estimate ? 'order.rate_estimate' : 'order.rate'),
      value: <span className="num">{text('edit.rate', { symbol, price: priceText(offered) })}</span>,
    },
    {
      label: text(offered !== order ? 'payment.now' : estimate ? 'order.you_get_estimate' : 'order.you_get'),
      value: <AmountText amount={offered.getCurrencyAmount} code={symbol} />,
      total: true,
    },
  ];
}

/** Money that comes by itself is there before the order is paid for: identity and consent wait behind it. */
export function hasPaid(order: OrderDetail): boolean {
  return isPaidFor(order) || (order.paidAmount !== null && order.status !== 'awaiting_payment');
}

/** While the buyer is asked about a new amount, the order as it would be with it. */
export function withNewAmount(order: OrderDetail): OrderDetail {
  const { status, requote } = order;
  if (status !== 'awaiting_consent' || !requote) return order;
  return { ...order, getCurrencyAmount: requote.newGetCurrencyAmount };
}

export function priceText(order: OrderDetail): string {
  return formatAmount(trimTrailingZeros(receiptRate(order)), order.feeCurrency, currentLocale());
}
