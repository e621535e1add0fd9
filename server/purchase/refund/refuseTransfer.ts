import type { Transaction } from '../../platform/database/database.ts';
import { applyEvent, type OrderMachine } from '../order/applyEvent.ts';
import { debitBearing } from '../payment/transferBookingStore.ts';
import { setRefused, takeBankRefund } from './bankRefundStore.ts';
import type { Redirected } from './redirectRefund.ts';
import { refundKinds } from './refundStore.ts';

/**
 * The bank has not carried a refund out that was in a file for it, and says so elsewhere than in a booking: in its portal,
 * by a status report (ISO 20022 pain.002, `RJCT`) or a letter. It has failed without having left; what is owed is owed.
 */
export async function refuseTransfer(
  machine: OrderMachine,
  transaction: Transaction,
  id: string,
  reason: string,
): Promise<Redirected> {
  const refund = await takeBankRefund(transaction, id);
  if (!refund) return refused(`there is no refund ${id} by bank`);
  if (refund.status !== 'pending') return refused(`refund ${id} is not with the bank: ${refund.status}`);
  // Its file would still leave, and the money with it.
  if (!refund.handedOver) return refused(`the file of refund ${id} has not been handed over to the bank`);
  if (await debitBearing(transaction, id)) return refused(`the bank has booked refund ${id}`);
  await setRefused(transaction, id, reason);
  if (refund.orderId !== null)
    await applyEvent(machine, transaction, refund.orderId, {
      kind: refundKinds[refund.purpose].failed,
      key: `${id}:refused`,
      facts: { refundId: id, units: refund.amount.units, reason, wasSettled: false, channel: 'bank' },
    });
  return { kind: 'ok', refundId: id };
}

function refused(why: string): Redirected {
  return { kind: 'refused', why };
}
