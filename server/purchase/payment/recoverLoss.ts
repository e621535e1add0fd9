import { formatAmount } from '@slipway/money/amount.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { applyEvent, findTransition, type OrderMachine } from '../order/applyEvent.ts';
import type { OrderEvent } from '../order/events.ts';
import { lostAmount } from '../order/order.ts';
import { lockOrder } from '../order/orderStore.ts';
import { postUnallocated } from './allocateReceipts.ts';
import { settleEntry, takeEntry } from './bankEntryStore.ts';

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
  if (!entry || entry.direction !== 'credit') return refused('there is no such money that waits');
  const { code } = entry.amount.asset;
  if (code !== order.payCurrency) return refused(`it came in ${code}`);
  const amount = `${formatAmount(entry.amount)} ${code}`;
  const event: OrderEvent = {
    kind: 'loss_recovered',
    key: `receipt:${entry.id}:recovered`,
    facts: { receiptId: entry.id, units: entry.amount.units },
  };
  if (!findTransition(order.status, event, { order, now }))
    return refused(
      `${formatAmount(lostAmount(order))} ${code} were lost with an order that is ${order.status}, and ${amount} came`,
    );
  await postUnallocated(transaction, entry, 'allocated');
  await applyEvent(machine, transaction, orderId, event);
  await settleEntry(transaction, entry.id, { status: 'recovered', orderId, surplus: null, reason: null });
  return { kind: 'ok', amount };
}

function refused(why: string): Recovered {
  return { kind: 'refused', why };
}
