import { type Amount, formatAmount } from '@slipway/money/amount.ts';
import type { BankRefund } from '../../refund/bankRefundStore.ts';

/** Returns the fields that bind a signed payee to the money of exactly this refund. */
export function buildRefundBinding({ receiptId, amount }: Pick<BankRefund, 'receiptId' | 'amount'>) {
  return { receipt: receiptId, amount: formatWithCode(amount) };
}

/** Formats an amount with its currency, as it is shown before a person signs: `25.00 EUR`. */
function formatWithCode(amount: Amount): string {
  return `${formatAmount(amount)} ${amount.asset.code}`;
}
