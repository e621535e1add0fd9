import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { divide, formatDecimal, parseDecimal } from '@slipway/money/decimal.ts';
import { isZero } from '@slipway/money/orderFigures.ts';
import { formatAmount, trimTrailingZeros } from '../../i18n/formatAmount.ts';
import { currentLocale, text } from '../../i18n/text.ts';
import { AmountText } from '../../ui/AmountText.tsx';
import type { RowItem } from '../../ui/Rows.tsx';
import { isGivenUp, isPaidFor } from './orderStatuses.ts';

/** An order with what its provider says was paid and sent, as far as it says, in place of what it had offered. */
export function asTold(order: OrderDetail): OrderDetail {
  const { sendCurrencyAmount, getCurrencyAmount } = order.provider ?? {};
  return {
    ...order,
    sendCurrencyAmount: sendCurrencyAmount ?? order.sendCurrencyAmount,
    getCurrencyAmount: getCurrencyAmount ?? order.getCurrencyAmount,
  };
}

/**
 * Of an order that another provider fulfils: what it offered until the buyer has paid, then what it tells. Its fees are known
 * of its offer alone, and stand only where its checkout kept to that; what it buys, and what it gives back, it does not tell.
 */
export function providerRows(order: OrderDetail): RowItem[] {
  const told = order.provider?.sendCurrencyAmount ?? null;
  const isPaid = isPaidFor(order);
  const shown = asTold(order);
  const isAsOffered = told === order.sendCurrencyAmount && shown.getCurrencyAmount === order.getCurrencyAmount;
  const paid = isPaid ? told : shown.sendCurrencyAmount;
  const pays = {
    label: text(isPaid ? 'order.you_paid' : 'order.you_pay'),
    value: paid === null ? null : <AmountText amount={paid} code={order.sendCurrency} />,
  };
  if (isGivenUp(order)) return isPaid ? [pays] : [];
  return [
    pays,
    ...(isAsOffered || !order.provider?.getCurrencyAmount ? offeredRows(order) : [allInRow(shown, paid)]),
    {
      label: text('order.you_get'),
      value: <AmountText amount={shown.getCurrencyAmount} code={order.symbol} />,
      total: true,
    },
  ];
}

function offeredRows({ processingFee, transNetworkFee, feeCurrency, price, symbol }: OrderDetail): RowItem[] {
  const fee = (amount: string) => (isZero(amount) ? null : <AmountText amount={amount} code={feeCurrency} taken />);
  return [
    { label: text('edit.method_fee'), value: fee(processingFee) },
    { label: text('edit.network_fee'), value: fee(transNetworkFee) },
    { label: text('order.rate'), value: rate(price, feeCurrency, symbol) },
  ];
}

const RATE_DECIMALS = 2;

function allInRow({ getCurrencyAmount, feeCurrency, symbol }: OrderDetail, paid: string | null): RowItem {
  const got = parseDecimal(getCurrencyAmount);
  if (paid === null || got.coefficient === 0n) return { label: '', value: null };
  const price = formatDecimal(divide(parseDecimal(paid), got, RATE_DECIMALS, 'up'));
  return { label: text('order.rate_with_fees'), value: rate(price, feeCurrency, symbol) };
}

function rate(price: string, currency: string, symbol: string) {
  const shown = formatAmount(trimTrailingZeros(price), currency, currentLocale());
  return <span className="num">{text('edit.rate', { symbol, price: shown })}</span>;
}
