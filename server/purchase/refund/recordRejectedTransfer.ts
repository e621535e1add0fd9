import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { applyEvent, type OrderMachine } from '../order/machine/applyEvent.ts';
import { findDebitWithRefundId } from '../payment/receipts/transferBookingStore.ts';
import { type BankRefund, lockBankRefund, markRefundRejected } from './bankRefundStore.ts';
import type { RefundCommandResult } from './redirectRefund.ts';
import { refundEventKinds } from './refundStore.ts';

/**
 * Records that the bank has not executed a refund from a file, as reported in its portal, in a status report (ISO 20022
 * pain.002, `RJCT`) or by post. The refund has failed and moved no money, so the amount is owed again.
 */
export async function recordRejectedTransfer(
  machine: OrderMachine,
  transaction: Transaction,
  id: string,
  reason: string,
): Promise<RefundCommandResult> {
  const refund = await lockBankRefund(transaction, id);
  if (!refund) return refused(`there is no refund ${id} by bank`);
  const why = await findRejectionObstacle(transaction, refund);
  if (why !== undefined) return refused(why);
  await markRefundRejected(transaction, id, reason);
  if (refund.orderId !== null)
    await applyEvent(machine, transaction, refund.orderId, {
      kind: refundEventKinds[refund.purpose].failed,
      key: `${id}:refused`,
      facts: { refundId: id, units: refund.amount.units, reason, wasSettled: false, channel: 'bank' },
    });
  return { kind: 'ok', refundId: id };
}

/** Returns why a bank's rejection of a refund cannot be accepted now; undefined if it can. */
export async function findRejectionObstacle(
  database: Queryable,
  { id, status, handedOver }: Pick<BankRefund, 'id' | 'status' | 'handedOver'>,
): Promise<string | undefined> {
  if (status !== 'pending') return `refund ${id} was not sent to the bank: ${status}`;
  // The file may still be sent, and then the bank may execute the refund.
  if (!handedOver) return `the file of refund ${id} has not been handed over to the bank`;
  return (await findDebitWithRefundId(database, id)) ? `the bank has booked refund ${id}` : undefined;
}

function refused(why: string): RefundCommandResult {
  return { kind: 'refused', why };
}
