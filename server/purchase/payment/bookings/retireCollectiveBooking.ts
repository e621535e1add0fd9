import { raiseAlert, settleAlertByKey } from '../../../notification/alertStore.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { lockEntry, settleEntry } from '../bankEntryStore.ts';
import { postUnallocated } from '../receipts/allocateReceipts.ts';

/**
 * Retires a collective booking that was reported as one sum, so that its parts can count instead. Returns false and raises an
 * alert if the sum was already assigned, to an order for example: then the parts must not count too.
 */
export async function retireCollectiveBooking(transaction: Transaction, id: string, parts: number): Promise<boolean> {
  const entry = await lockEntry(transaction, id);
  if (entry?.status !== 'new' && entry?.status !== 'unallocated') {
    await raiseAlert(transaction, {
      key: `bank:${id}:itemized_late`,
      orderId: entry?.orderId ?? null,
      kind: 'bank_entry',
      facts: { entry: id, reason: 'itemized_late', status: entry?.status ?? 'gone', parts },
    });
    return false;
  }
  if (entry.status === 'unallocated') await postUnallocated(transaction, entry, 'allocated');
  await settleEntry(transaction, id, { status: 'itemised', orderId: null, surplus: null, reason: entry.reason });
  await settleAlertByKey(transaction, `bank:${id}`, 'its parts');
  return true;
}
