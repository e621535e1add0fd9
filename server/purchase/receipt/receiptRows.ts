import { getPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';
import type { Receipt } from '@slipway/contract/entities/receipt.ts';
import { trimZeros } from '@slipway/money/decimal.ts';
import { isZero } from '@slipway/money/orderFigures.ts';
import type { Translations } from '../../platform/translations.ts';
import { isWritable } from './receiptFonts.ts';
import { formatReceiptAmount, formatReceiptTime } from './receiptTranslations.ts';

export type ReceiptRow = {
  readonly label: string;
  readonly value: string;
  /** True for the sum of the rows above. */
  readonly total?: boolean;
};

/** Returns the amounts and the rate. They can be verified: paid − fees = converted, and converted ÷ rate = received. */
export function buildMoneyRows(receipt: Receipt, { locale, formatText }: Translations): ReceiptRow[] {
  const { symbol, feeCurrency, sendCurrency, refundedAmount } = receipt;
  const buildFeeRow = (key: string, amount: string): ReceiptRow[] =>
    isZero(amount)
      ? []
      : [{ label: formatText(key), value: `\u2212${formatReceiptAmount(locale, amount, feeCurrency)}` }];
  return [
    {
      label: formatText('order.you_paid'),
      value: formatReceiptAmount(locale, receipt.sendCurrencyAmount, sendCurrency),
    },
    ...buildFeeRow('edit.method_fee', receipt.processingFee),
    ...buildFeeRow('edit.network_fee', receipt.transNetworkFee),
    {
      label: formatText('edit.converted_to', { symbol }),
      value: formatReceiptAmount(locale, receipt.convertedAmount, feeCurrency),
      total: true,
    },
    {
      label: formatText('order.rate'),
      value: formatText('edit.rate', {
        symbol,
        price: formatReceiptAmount(locale, trimZeros(receipt.rate, 2), feeCurrency),
      }),
    },
    {
      label: formatText('receipt.received'),
      value: formatReceiptAmount(locale, receipt.getCurrencyAmount, symbol),
      total: true,
    },
    ...(refundedAmount === null
      ? []
      : [{ label: formatText('order.refunded'), value: formatReceiptAmount(locale, refundedAmount, sendCurrency) }]),
  ];
}

/**
 * Returns the rows that identify the order. A name that the fonts do not support is left out, since it would be
 * unreadable.
 */
export function buildFactRows(receipt: Receipt, translations: Translations): ReceiptRow[] {
  const { locale, formatText } = translations;
  const { buyer } = receipt;
  return [
    { label: formatText('order.number'), value: receipt.orderNo },
    { label: formatText('receipt.seller'), value: receipt.seller },
    ...(buyer !== '' && isWritable(buyer) ? [{ label: formatText('receipt.buyer'), value: buyer }] : []),
    { label: formatText('receipt.ordered'), value: formatReceiptTime(locale, receipt.orderedAt) },
    { label: formatText('receipt.delivered'), value: formatReceiptTime(locale, receipt.deliveredAt) },
    { label: formatText('order.paid_with'), value: describePaymentMethod(receipt, translations) },
    { label: formatText('receipt.network'), value: receipt.networkName },
    { label: formatText('receipt.address'), value: receipt.address },
    { label: formatText('receipt.transaction'), value: receipt.transactionId },
  ];
}

/** Returns `Visa ·· 4242`, with a wallet `Google Pay, Visa ·· 4242`, or the name of the method. */
function describePaymentMethod({ payMethod, card }: Receipt, { formatText, findText }: Translations): string {
  const { wallet, label, isBrand } = getPayMethodTraits(payMethod);
  const method = isBrand ? label : (findText(`method.${payMethod}`) ?? payMethod);
  if (!card) return method;
  const shown = formatText('card.short', { brand: findText(`brand.${card.brand}`) ?? card.brand, last4: card.last4 });
  return wallet ? formatText('order.method_and_card', { method, card: shown }) : shown;
}
