import { formatAmount } from '@slipway/money/amount.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { applyEvent, findTransition, type OrderMachine } from '../order/applyEvent.ts';
import type { OrderEvent } from '../order/events.ts';
import { lostAmount, type Order } from '../order/order.ts';
import { lockOrder } from '../order/orderStore.ts';
import { postUnallocated } from './allocateReceipts.ts';
import { type StoredEntry, settleEntry, takeEntry } from './bankEntryStore.ts';

export type Recovered =
  | { readonly kind: 'ok'; readonly amount: string }
  | { readonly kind: 'refused'; readonly why: string };

/** Money that waits pays back what was lost with an order: never more than that, each booking once. */
export async function recoverLoss(
  machine: OrderMachine,
  transaction: Transaction,
  entryId: string,
  orderId: number,
): Promise<Recovered> {
  const { order, now } = await lockOrder(transaction, orderId);
  const entry = await takeEntry(transaction, entryId, 'unallocated');
  const why = whyNotRecovered(order, entry, now);
  if (!entry || why !== undefined) return refused(why ?? NONE_WAITS);
  await postUnallocated(transaction, entry, 'allocated');
  await applyEvent(machine, transaction, orderId, eventOf(entry));
  await settleEntry(transaction, entry.id, { status: 'recovered', orderId, surplus: null, reason: null });
  return { kind: 'ok', amount: saidOf(entry) };
}

/** Why a booking cannot pay back what was lost with an order, as both stand now; undefined where it can. Pure. */
export function whyNotRecovered(order: Order, entry: StoredEntry | undefined, now: Date): string | undefined {
  if (entry?.status !== 'unallocated' || entry.direction !== 'credit') return NONE_WAITS;
  const { code } = entry.amount.asset;
  if (code !== order.payCurrency) return `it came in ${code}`;
  if (findTransition(order.status, eventOf(entry), { order, now })) return undefined;
  const lost = formatAmount(lostAmount(order));
  return `${lost} ${code} were lost with an order that is ${order.status}, and ${saidOf(entry)} came`;
}

const NONE_WAITS = 'there is no such money that waits';

function eventOf({ id, amount }: StoredEntry): OrderEvent {
  return {
    kind: 'loss_recovered',
    key: `receipt:${id}:recovered`,
    facts: { receiptId: id, units: amount.units },
  };
}

function saidOf({ amount }: StoredEntry): string {
  return `${formatAmount(amount)} ${amount.asset.code}`;
}

function refused(why: string): Recovered {
  return { kind: 'refused', why };
}
