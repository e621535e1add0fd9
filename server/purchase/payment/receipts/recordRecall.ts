import type { Transaction } from '../../../platform/database/database.ts';
import { applyEvent, type OrderMachine } from '../../order/machine/applyEvent.ts';
import type { Order } from '../../order/order.ts';
import { lockOrderRow } from '../../order/orderStore.ts';
import {
  addRecalledUnits,
  cancelUnsentRefunds,
  listOrderReceipts,
  type StoredEntry,
  settleEntry,
} from '../bankEntryStore.ts';

type Part = { readonly receiptId: string; readonly units: bigint };

/**
 * Records that a bank took back money of an order, and cancels refunds of the same receipts that were not sent to the bank
 * yet. Returns false and changes nothing if more was taken than the order received.
 */
export async function recordRecall(
  machine: OrderMachine,
  transaction: Transaction,
  entry: StoredEntry,
  { id }: Order,
): Promise<boolean> {
  await lockOrderRow(transaction, id);
  const parts = selectRecalledReceipts(entry.amount.units, await listOrderReceipts(transaction, id));
  if (!parts) return false;
  for (const { receiptId, units } of parts) {
    await addRecalledUnits(transaction, receiptId, units);
    await cancelUnsentRefunds(transaction, receiptId);
  }
  await settleEntry(transaction, entry.id, { status: 'order', orderId: id, surplus: null, reason: 'clawed_back' });
  await applyEvent(machine, transaction, id, {
    kind: 'payment_recalled',
    key: `receipt:${entry.id}:recalled`,
    facts: { receiptId: parts[0]?.receiptId ?? entry.id, units: entry.amount.units },
  });
  return true;
}

/**
 * Returns the receipt of exactly this amount, or else the oldest receipts that add up to it; undefined if all together do not
 * suffice.
 */
export function selectRecalledReceipts(units: bigint, receipts: readonly StoredEntry[]): readonly Part[] | undefined {
  const unrecalled = receipts.map(({ id, amount, recalled }) => ({
    receiptId: id,
    units: amount.units - recalled.units,
  }));
  const same = unrecalled.find((receipt) => receipt.units === units);
  if (same) return [same];
  const parts: Part[] = [];
  let rest = units;
  for (const receipt of unrecalled) {
    if (rest === 0n) break;
    const part = receipt.units < rest ? receipt.units : rest;
    if (part > 0n) parts.push({ ...receipt, units: part });
    rest -= part;
  }
  return rest === 0n ? parts : undefined;
}
