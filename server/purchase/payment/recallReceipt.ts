import type { Transaction } from '../../platform/database/database.ts';
import { applyEvent, type OrderMachine } from '../order/applyEvent.ts';
import type { Order } from '../order/order.ts';
import { holdOrder } from '../order/orderStore.ts';
import { addRecalled, dropUnsentRefunds, receiptsOfOrder, type StoredEntry, settleEntry } from './bankEntryStore.ts';

type Part = { readonly receiptId: string; readonly units: bigint };

/**
 * Tells an order that so much of its money left our account again. Refunds of the same receipts that the bank was not told
 * of yet are dropped. False when more was taken than had come for the order: then it is not the order's alone.
 */
export async function recallReceipt(
  machine: OrderMachine,
  transaction: Transaction,
  entry: StoredEntry,
  { id }: Order,
): Promise<boolean> {
  await holdOrder(transaction, id);
  const parts = partsOf(entry.amount.units, await receiptsOfOrder(transaction, id));
  if (!parts) return false;
  for (const { receiptId, units } of parts) {
    await addRecalled(transaction, receiptId, units);
    await dropUnsentRefunds(transaction, receiptId);
  }
  await settleEntry(transaction, entry.id, { status: 'order', orderId: id, surplus: null, reason: 'taken_back' });
  await applyEvent(machine, transaction, id, {
    kind: 'payment_recalled',
    key: `receipt:${entry.id}:recalled`,
    facts: { receiptId: parts[0]?.receiptId ?? entry.id, units: entry.amount.units },
  });
  return true;
}

/** The receipt of just this amount, else the oldest ones until it is reached; undefined when they are not enough. */
export function partsOf(units: bigint, receipts: readonly StoredEntry[]): readonly Part[] | undefined {
  const here = receipts.map(({ id, amount, recalled }) => ({ receiptId: id, units: amount.units - recalled.units }));
  const same = here.find((receipt) => receipt.units === units);
  if (same) return [same];
  const parts: Part[] = [];
  let left = units;
  for (const receipt of here) {
    if (left === 0n) break;
    const part = receipt.units < left ? receipt.units : left;
    if (part > 0n) parts.push({ ...receipt, units: part });
    left -= part;
  }
  return left === 0n ? parts : undefined;
}
