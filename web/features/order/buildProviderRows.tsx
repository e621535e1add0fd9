import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { divide, formatDecimal, parseDecimal } from '@slipway/money/decimal.ts';
import { isZero } from '@slipway/money/orderFigures.ts';
import { formatAmount, trimTrailingZeros } from '../../i18n/formatAmount.ts';
import { getLocale, text } from '../../i18n/text.ts';
import { AmountText } from '../../ui/amount/AmountText.tsx';
import type { RowItem } from '../../ui/rows/Rows.tsx';
import { isGivenUp, isPaidFor } from './orderStatuses.ts';

/** Returns the order with the paid and sent amounts that its provider reported; without a report, the offered amounts. */
export function withReportedAmounts(order: OrderDetail): OrderDetail {
  const { sendCurrencyAmount, getCurrencyAmount } = order.provider ?? {};
  return {
    ...order,
    sendCurrencyAmount: sendCurrencyAmount ?? order.sendCurrencyAmount,
    getCurrencyAmount: getCurrencyAmount ?? order.getCurrencyAmount,
  };
}

/**
 * Returns rows for an order fulfilled by another provider: the offer until the buyer has paid, then the reported amounts. Fees
 * are known only from the offer, so they are shown unless the provider reports other amounts than it offered. The provider
 * does not report its conversion or refunds.
 */
export function buildProviderRows(order: OrderDetail): RowItem[] {
  const reportedAmount = order.provider?.sendCurrencyAmount ?? null;
  const isPaid = isPaidFor(order);
  const shown = withReportedAmounts(order);
  const isAsOffered =
    reportedAmount === order.sendCurrencyAmount && shown.getCurrencyAmount === order.getCurrencyAmount;
  const paid = isPaid ? reportedAmount : shown.sendCurrencyAmount;
  const pays = {
    label: text(isPaid ? 'order.you_paid' : 'order.you_pay'),
    value: paid === null ? null : <AmountText amount={paid} code={order.sendCurrency} />,
  };
  if (isGivenUp(order)) return isPaid ? [pays] : [];
  return [
    pays,
    ...(isAsOffered || !order.provider?.getCurrencyAmount
      ? buildOfferRows(order)
      : [buildRateWithFeesRow(shown, paid)]),
    {
      label: text('order.you_get'),
      value: <AmountText amount={shown.getCurrencyAmount} code={order.symbol} />,
      total: true,
    },
  ];
}

function buildOfferRows({ processingFee, transNetworkFee, feeCurrency, price, symbol }: OrderDetail): RowItem[] {
  const renderFee = (amount: string) =>
    isZero(amount) ? null : <AmountText amount={amount} code={feeCurrency} isDeducted />;
  return [
    { label: text('edit.method_fee'), value: renderFee(processingFee) },
    { label: text('edit.network_fee'), value: renderFee(transNetworkFee) },
    { label: text('order.rate'), value: renderRate(price, feeCurrency, symbol) },
  ];
}

const RATE_DECIMALS = 2;

function buildRateWithFeesRow({ getCurrencyAmount, feeCurrency, symbol }: OrderDetail, paid: string | null): RowItem {
  const received = parseDecimal(getCurrencyAmount);
  if (paid === null || received.coefficient === 0n) return { label: '', value: null };
  const price = formatDecimal(divide(parseDecimal(paid), received, RATE_DECIMALS, 'up'));
  return { label: text('order.rate_with_fees'), value: renderRate(price, feeCurrency, symbol) };
}

function renderRate(price: string, currency: string, symbol: string) {
  const shown = formatAmount(trimTrailingZeros(price), currency, getLocale());
  return <span className="num">{text('edit.rate', { symbol, price: shown })}</span>;
}
