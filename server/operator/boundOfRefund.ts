import { type Amount, formatAmount } from '@slipway/money/amount.ts';
import type { BankRefund } from '../purchase/refund/bankRefundStore.ts';

/** What a word on a refund's account is signed for: just this money, and no other's. */
export function boundOfRefund({ receiptId, amount }: Pick<BankRefund, 'receiptId' | 'amount'>) {
  return { receipt: receiptId, amount: said(amount) };
}

/** With its currency, as persons read what they sign: `25.00 EUR`. */
function said(amount: Amount): string {
  return `${formatAmount(amount)} ${amount.asset.code}`;
}
