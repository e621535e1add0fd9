import { amountOf } from '@slipway/money/amount.ts';
import type { Transaction } from '../../platform/database/database.ts';
import {
  firstAsked,
  insertBankRefund,
  liveBankRefund,
  lostOnTheWay,
  setCreditor,
  takeBankRefund,
} from './bankRefundStore.ts';
import { newRefundId } from './requestBankRefunds.ts';

export type Creditor = { readonly name: string; readonly account: string };

export type Redirected =
  | { readonly kind: 'ok'; readonly refundId: string }
  | { readonly kind: 'refused'; readonly why: string };

/**
 * Says where the money of a refund shall go. One that was not handed to the bank yet just goes there; one that came back,
 * or that the bank refused, stays as it is, and a new one sends as much as is here. There is one live refund of a receipt: the database sees to
 * it.
 */
export async function redirectRefund(transaction: Transaction, id: string, creditor: Creditor): Promise<Redirected> {
  const refund = await takeBankRefund(transaction, id);
  if (!refund) return refused(`there is no refund ${id} by bank`);
  if (await setCreditor(transaction, id, creditor)) return { kind: 'ok', refundId: id };
  if (refund.status !== 'failed') return refused(`refund ${id} is with the bank already: ${refund.status}`);
  const live = await liveBankRefund(transaction, refund);
  if (live) {
    if (await setCreditor(transaction, live.id, creditor)) return { kind: 'ok', refundId: live.id };
    return refused(`refund ${live.id} gives this money back already: ${live.status}`);
  }
  const owed = (await firstAsked(transaction, refund)) - (await lostOnTheWay(transaction, refund));
  if ((refund.returnedUnits === 0n && refund.refused === null) || owed <= 0n)
    return refused(`nothing of refund ${id} came back`);
  const refundId = newRefundId();
  const inserted = await insertBankRefund(transaction, {
    id: refundId,
    receiptId: refund.receiptId,
    orderId: refund.orderId,
    purpose: refund.purpose,
    amount: amountOf(refund.amount.asset, owed),
    creditorName: creditor.name,
    creditorAccount: creditor.account,
  });
  return inserted
    ? { kind: 'ok', refundId }
    : refused(`the money of ${id} has left already, or a booking that bears its id waits to be explained`);
}

function refused(why: string): Redirected {
  return { kind: 'refused', why };
}
