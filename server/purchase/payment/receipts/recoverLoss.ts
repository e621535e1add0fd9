import { formatAmount } from '@slipway/money/amount.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { applyEvent, findTransition, type OrderMachine } from '../../order/machine/applyEvent.ts';
import { computeLostAmount, type Order } from '../../order/order.ts';
import type { OrderEvent } from '../../order/orderEventKinds.ts';
import { lockOrder } from '../../order/orderStore.ts';
import { awaitEntryInStatus, type StoredEntry, settleEntry } from '../bankEntryStore.ts';
import { postUnallocated } from './allocateReceipts.ts';

export type RecoveryResult =
  | { readonly kind: 'ok'; readonly amount: string }
  | { readonly kind: 'refused'; readonly why: string };

/** Uses an unallocated credit to repay the loss of an order: at most the loss, and each booking once. */
export async function recoverLoss(
  machine: OrderMachine,
  transaction: Transaction,
  entryId: string,
  orderId: number,
): Promise<RecoveryResult> {
  const { order, now } = await lockOrder(transaction, orderId);
  const entry = await awaitEntryInStatus(transaction, entryId, 'unallocated');
  const why = findRecoveryObstacle(order, entry, now);
  if (!entry || why !== undefined) return refused(why ?? NO_UNALLOCATED_MONEY);
  await postUnallocated(transaction, entry, 'allocated');
  await applyEvent(machine, transaction, orderId, buildEvent(entry));
  await settleEntry(transaction, entry.id, { status: 'recovered', orderId, surplus: null, reason: null });
  return { kind: 'ok', amount: describeAmount(entry) };
}

/** Returns why a booking cannot repay the loss of an order in their current states; undefined if it can. Pure. */
export function findRecoveryObstacle(order: Order, entry: StoredEntry | undefined, now: Date): string | undefined {
  if (entry?.status !== 'unallocated' || entry.direction !== 'credit') return NO_UNALLOCATED_MONEY;
  const { code } = entry.amount.asset;
  if (code !== order.payCurrency) return `the payment is in ${code}`;
  if (findTransition(order.status, buildEvent(entry), { order, now })) return undefined;
  const lost = formatAmount(computeLostAmount(order));
  return `${lost} ${code} were lost with an order that is ${order.status}, but ${describeAmount(entry)} arrived`;
}

const NO_UNALLOCATED_MONEY = 'there is no such unmatched payment';

function buildEvent({ id, amount }: StoredEntry): OrderEvent {
  return {
    kind: 'loss_recovered',
    key: `receipt:${id}:recovered`,
    facts: { receiptId: id, units: amount.units },
  };
}

function describeAmount({ amount }: StoredEntry): string {
  return `${formatAmount(amount)} ${amount.asset.code}`;
}

function refused(why: string): RecoveryResult {
  return { kind: 'refused', why };
}
