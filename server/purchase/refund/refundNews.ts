import type { Database, Transaction } from '../../platform/database/database.ts';
import type { CardRefund } from '../../providers/card/cardPort.ts';
import type { OrderMachine } from '../order/applyEvent.ts';
import { type Conclusion, done, tells, type Write, waits, waitsFor } from '../order/conclusion.ts';
import { holdOrder } from '../order/orderStore.ts';
import { conclude } from '../order/runStep.ts';
import { findCardRefund, moveRefund, type Refund, refundKinds } from './refundStore.ts';

/** A refund goes this way only: one that was settled may still fail later, and one that failed is over. */
const RANKS: Readonly<Record<Refund['status'], number>> = { requested: 0, pending: 1, settled: 2, failed: 3 };

/** No state's clock asks again about what came beyond the price; the acquirer's webhook is faster. */
export const AGAIN_AFTER_MS = 3_600_000;

/** What follows from the acquirer's word about a refund; words from before what is known already change nothing. */
export function refundNews(refund: Refund, { status, refundId }: CardRefund): Conclusion {
  if (RANKS[status] < RANKS[refund.status] || refund.status === 'failed') return done();
  const write = moving(refund, { status, acquirerRefundId: refundId });
  switch (status) {
    case 'pending':
      return refund.purpose === 'surplus'
        ? waitsFor('refund_surplus', 'refund_pending', AGAIN_AFTER_MS, write)
        : waits('refund_pending', write);
    case 'settled': {
      const facts = { refundId: refund.id, units: refund.amount.units, channel: 'acquirer' } as const;
      return tells({ kind: refundKinds[refund.purpose].settled, key: `${refundId}:settled`, facts }, write);
    }
    case 'failed':
      return tells(refundFailed(refund, `${refundId}:failed`, 'failed'), write);
  }
}

/** The acquirer's no: the refund is over, so that whatever is asked for after it has a key of its own. */
export function refundRefused(refund: Refund, reason: string): Conclusion {
  const event = refundFailed(refund, `${refund.id}:refused:${reason}`, reason);
  return tells(event, moving(refund, { status: 'failed', acquirerRefundId: null }));
}

function moving(refund: Refund, news: Parameters<typeof moveRefund>[2]): Write {
  return async (transaction) => ((await moveRefund(transaction, refund, news)) ? undefined : 'stale');
}

function refundFailed(refund: Refund, key: string, reason: string) {
  const wasSettled = refund.status === 'settled';
  const facts = {
    refundId: refund.id,
    units: refund.amount.units,
    channel: 'acquirer',
    reason,
    wasSettled,
  } as const;
  return { kind: refundKinds[refund.purpose].failed, key, facts } as const;
}

/** Takes the acquirer's word about one of our refunds to its order, outside of a step. */
export async function recordRefund(
  { database, machine }: { readonly database: Database; readonly machine: OrderMachine },
  { id, orderId }: { readonly id: string; readonly orderId: number },
  news: CardRefund,
): Promise<void> {
  await database.transaction(async (transaction: Transaction) => {
    await holdOrder(transaction, orderId);
    // What was settled before, and what was not, is known for certain only under the lock.
    const refund = await findCardRefund(transaction, id);
    if (refund) await conclude(machine, transaction, orderId, refundNews(refund, news));
  });
}
