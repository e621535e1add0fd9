import { traitsOf } from '@slipway/contract/entities/payMethods.ts';
import type { Receipt } from '@slipway/contract/entities/receipt.ts';
import { trimZeros } from '@slipway/money/decimal.ts';
import { isZero } from '@slipway/money/orderFigures.ts';
import type { Words } from '../../platform/words.ts';
import { isWritable } from './receiptFonts.ts';
import { amountIn, timeIn } from './receiptWords.ts';

export type ReceiptRow = {
  readonly label: string;
  readonly value: string;
  /** Sums up what stands above it. */
  readonly total?: boolean;
};

/** Every figure can be recomputed from the others: paid − fees = converted; ÷ rate = received. */
export function moneyRows(receipt: Receipt, { locale, say }: Words): ReceiptRow[] {
  const { symbol, feeCurrency, sendCurrency, refundedAmount } = receipt;
  const fee = (key: string, amount: string): ReceiptRow[] =>
    isZero(amount) ? [] : [{ label: say(key), value: `\u2212${amountIn(locale, amount, feeCurrency)}` }];
  return [
    { label: say('order.you_paid'), value: amountIn(locale, receipt.sendCurrencyAmount, sendCurrency) },
    ...fee('edit.method_fee', receipt.processingFee),
    ...fee('edit.network_fee', receipt.transNetworkFee),
    {
      label: say('edit.converted_to', { symbol }),
      value: amountIn(locale, receipt.convertedAmount, feeCurrency),
      total: true,
    },
    {
      label: say('order.rate'),
      value: say('edit.rate', { symbol, price: amountIn(locale, trimZeros(receipt.rate, 2), feeCurrency) }),
    },
    { label: say('receipt.received'), value: amountIn(locale, receipt.getCurrencyAmount, symbol), total: true },
    ...(refundedAmount === null
      ? []
      : [{ label: say('order.refunded'), value: amountIn(locale, refundedAmount, sendCurrency) }]),
  ];
}

/** By which facts the order is known. A name in letters that no font has is left out: boxes would be nobody's name. */
export function factRows(receipt: Receipt, words: Words): ReceiptRow[] {
  const { locale, say } = words;
  const { buyer } = receipt;
  return [
    { label: say('order.number'), value: receipt.orderNo },
    { label: say('receipt.seller'), value: receipt.seller },
    ...(buyer !== '' && isWritable(buyer) ? [{ label: say('receipt.buyer'), value: buyer }] : []),
    { label: say('receipt.ordered'), value: timeIn(locale, receipt.orderedAt) },
    { label: say('receipt.delivered'), value: timeIn(locale, receipt.deliveredAt) },
    { label: say('order.paid_with'), value: paidWith(receipt, words) },
    { label: say('receipt.network'), value: receipt.networkName },
    { label: say('receipt.address'), value: receipt.address },
    { label: say('receipt.transaction'), value: receipt.transactionId },
  ];
}

/** `Visa ·· 4242`, out of a wallet `Google Pay, Visa ·· 4242`, or the name of the method. */
function paidWith({ payMethod, card }: Receipt, { say, sayIfAny }: Words): string {
  const { wallet } = traitsOf(payMethod);
  const method = wallet?.name ?? sayIfAny(`method.${payMethod}`) ?? payMethod;
  if (!card) return method;
  const shown = say('card.short', { brand: sayIfAny(`brand.${card.brand}`) ?? card.brand, last4: card.last4 });
  return wallet ? say('order.method_and_card', { method, card: shown }) : shown;
}
