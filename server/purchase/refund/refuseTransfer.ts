import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { applyEvent, type OrderMachine } from '../order/applyEvent.ts';
import { debitBearing } from '../payment/transferBookingStore.ts';
import { type BankRefund, setRefused, takeBankRefund } from './bankRefundStore.ts';
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
  const why = await whyNotRefused(transaction, refund);
  if (why !== undefined) return refused(why);
  await setRefused(transaction, id, reason);
  if (refund.orderId !== null)
    await applyEvent(machine, transaction, refund.orderId, {
      kind: refundKinds[refund.purpose].failed,
      key: `${id}:refused`,
      facts: { refundId: id, units: refund.amount.units, reason, wasSettled: false, channel: 'bank' },
    });
  return { kind: 'ok', refundId: id };
}

/** Why a bank's word that it has not carried a refund out counts for nothing now; undefined where it counts. */
export async function whyNotRefused(
  database: Queryable,
  { id, status, handedOver }: Pick<BankRefund, 'id' | 'status' | 'handedOver'>,
): Promise<string | undefined> {
  if (status !== 'pending') return `refund ${id} is not with the bank: ${status}`;
  // Its file would still leave, and the money with it.
  if (!handedOver) return `the file of refund ${id} has not been handed over to the bank`;
  return (await debitBearing(database, id)) ? `the bank has booked refund ${id}` : undefined;
}

function refused(why: string): Redirected {
  return { kind: 'refused', why };
}
