import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { getPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';
import { computeConvertedAmount, computeReceiptPrice, isZero } from '@slipway/money/orderFigures.ts';
import { formatAmount, trimTrailingZeros } from '../../i18n/formatAmount.ts';
import { getLocale, type TextKey, text } from '../../i18n/text.ts';
import { AmountText } from '../../ui/amount/AmountText.tsx';
import type { RowItem } from '../../ui/rows/Rows.tsx';
import { formatRate } from '../quote/computeQuoteFigures.ts';
import { buildProviderRows } from './buildProviderRows.tsx';
import { computeTransferFigures, hasSurplus, type TransferFigures } from './computeTransferFigures.ts';
import { isConverted, isGivenUp, isPaidFor } from './orderStatuses.ts';

/** Returns the amount rows of an order. Each figure follows from the others: paid − fees = converted; ÷ rate = received. */
export function buildMoneyRows(order: OrderDetail): RowItem[] {
  if (order.provider) return buildProviderRows(order);
  const figures = computeTransferFigures(order);
  if (isGivenUp(order)) return buildGivenUpRows(order, figures);
  const receivedRows =
    getPayMethodTraits(order.payMethod).money === 'received' ? buildReceivedRows(order, figures) : [];
  // The paid amount is the total of the transfer rows above it.
  const bought = buildPurchaseRows(order).map((row, index) =>
    index === 0 && receivedRows.length > 0 ? { ...row, total: true } : row,
  );
  return [...receivedRows, ...bought];
}

/** Returns rows for a received transfer that exceeds the amount due, or covers only a part of it while payment is awaited. */
function buildReceivedRows({ status, sendCurrency }: OrderDetail, figures: TransferFigures): RowItem[] {
  const { receivedAmount, missing, surplus, toSendBack } = figures;
  const received = { label: text('order.came'), value: <AmountText amount={receivedAmount} code={sendCurrency} /> };
  if (hasSurplus(figures)) {
    const label = text(isZero(toSendBack) ? 'order.sent_back' : 'order.goes_back');
    return [received, { label, value: <AmountText amount={surplus} code={sendCurrency} isDeducted /> }];
  }
  if (status !== 'awaiting_payment' || isZero(receivedAmount)) return [];
  return [
    received,
    { label: text('payment.transfer_missing'), value: <AmountText amount={missing} code={sendCurrency} /> },
  ];
}

/** Returns rows for an order that bought nothing: the whole received amount is returned. */
function buildGivenUpRows(order: OrderDetail, { receivedAmount, sentBack, toSendBack }: TransferFigures): RowItem[] {
  const received = getPayMethodTraits(order.payMethod).money === 'received';
  const renderUnlessZero = (amount: string, total = false) =>
    isZero(amount) ? null : <AmountText amount={amount} code={order.sendCurrency} isDeducted={!total} />;
  return [
    { label: text(findReceivedLabel(order)), value: <AmountText amount={receivedAmount} code={order.sendCurrency} /> },
    { label: text(received ? 'order.sent_back' : 'order.refunded'), value: renderUnlessZero(sentBack) },
    { label: text('order.goes_back'), value: renderUnlessZero(toSendBack, true), total: true },
  ];
}

function findReceivedLabel(order: OrderDetail): TextKey {
  if (getPayMethodTraits(order.payMethod).money === 'received') return 'order.came';
  return hasPaid(order) ? 'order.you_paid' : 'order.charged';
}

function buildPurchaseRows(order: OrderDetail): RowItem[] {
  const { estimate, feeCurrency, sendCurrency, symbol } = order;
  const offered = withNewAmount(order);
  const renderFee = (amount: string) =>
    isZero(amount) ? null : <AmountText amount={amount} code={feeCurrency} isDeducted />;
  return [
    {
      label: text(hasPaid(order) ? 'order.you_paid' : 'order.you_pay'),
      value: <AmountText amount={order.sendCurrencyAmount} code={sendCurrency} />,
    },
    { label: text('edit.method_fee'), value: renderFee(order.processingFee) },
    { label: text('edit.network_fee'), value: renderFee(order.transNetworkFee) },
    {
      label: text(isConverted(order) ? 'edit.converted_to' : 'order.to_convert', { symbol }),
      value: <AmountText amount={computeConvertedAmount(order)} code={feeCurrency} />,
      total: true,
    },
    {
      label: text(offered !== order ? 'payment.new_rate' : estimate ? 'order.rate_estimate' : 'order.rate'),
      value: <span className="num">{text('edit.rate', { symbol, price: formatOrderRate(offered) })}</span>,
    },
    {
      label: text(offered !== order ? 'payment.now' : estimate ? 'order.you_get_estimate' : 'order.you_get'),
      value: <AmountText amount={offered.getCurrencyAmount} code={symbol} />,
      total: true,
    },
  ];
}

/**
 * Returns true if the buyer has paid. A bank transfer arrives before identity check and consent, so earlier than the
 * `paid` status.
 */
export function hasPaid(order: OrderDetail): boolean {
  return isPaidFor(order) || (order.paidAmount !== null && order.status !== 'awaiting_payment');
}

/** Returns the order with the new amount while the buyer is asked to agree to it; otherwise the order itself. */
export function withNewAmount(order: OrderDetail): OrderDetail {
  const { status, requote } = order;
  if (status !== 'awaiting_consent' || !requote) return order;
  return { ...order, getCurrencyAmount: requote.newGetCurrencyAmount };
}

/** Returns the rate as the quote showed it; the receipt's files have all its digits. */
export function formatOrderRate(order: OrderDetail): string {
  const rate = formatRate(trimTrailingZeros(computeReceiptPrice(order)), order.feeCurrency);
  return formatAmount(rate, order.feeCurrency, getLocale());
}
