import { createAmount } from '@slipway/money/amount.ts';
import type { Transaction } from '../../platform/database/database.ts';
import {
  findFirstRefundUnits,
  insertBankRefund,
  lockBankRefund,
  lockLiveBankRefund,
  setCreditor,
  sumReturnDeductions,
} from './bankRefundStore.ts';
import { createRefundId } from './refundId.ts';

export type Creditor = { readonly name: string; readonly account: string };

export type RefundCommandResult =
  | { readonly kind: 'ok'; readonly refundId: string }
  | { readonly kind: 'refused'; readonly why: string };

/**
 * Sets the payee of a refund. A refund that is in no file for the bank yet is changed. A returned or rejected refund is not
 * changed: its successor is, or a new refund sends what can still be sent. The database allows one live refund per receipt
 * and purpose.
 */
export async function redirectRefund(
  transaction: Transaction,
  id: string,
  creditor: Creditor,
): Promise<RefundCommandResult> {
  const refund = await lockBankRefund(transaction, id);
  if (!refund) return refused(`there is no refund ${id} by bank`);
  if (await setCreditor(transaction, id, creditor)) return { kind: 'ok', refundId: id };
  if (refund.status !== 'failed') return refused(`refund ${id} was already sent to the bank: ${refund.status}`);
  const live = await lockLiveBankRefund(transaction, refund);
  if (live) {
    if (await setCreditor(transaction, live.id, creditor)) return { kind: 'ok', refundId: live.id };
    return refused(`refund ${live.id} already refunds this money: ${live.status}`);
  }
  const owed = (await findFirstRefundUnits(transaction, refund)) - (await sumReturnDeductions(transaction, refund));
  if ((refund.returnedUnits === 0n && refund.refused === null) || owed <= 0n)
    return refused(`refund ${id} was neither returned nor rejected, or nothing of it is left to send`);
  const refundId = createRefundId();
  const inserted = await insertBankRefund(transaction, {
    id: refundId,
    receiptId: refund.receiptId,
    orderId: refund.orderId,
    purpose: refund.purpose,
    amount: createAmount(refund.amount.asset, owed),
    creditorName: creditor.name,
    creditorAccount: creditor.account,
  });
  return inserted
    ? { kind: 'ok', refundId }
    : refused(`the money of ${id} has already left, or a booking with its id is still unexplained`);
}

function refused(why: string): RefundCommandResult {
  return { kind: 'refused', why };
}
