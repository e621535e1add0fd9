import type { Database, Transaction } from '../../platform/database/database.ts';
import type { CardRefund } from '../../providers/card/cardPort.ts';
import type { OrderMachine } from '../order/machine/applyEvent.ts';
import { lockOrderRow } from '../order/orderStore.ts';
import {
  type Conclusion,
  type ConclusionWrite,
  concludeDone,
  concludeWaiting,
  concludeWaitingForStep,
  concludeWithEvent,
} from '../order/stepRunner/conclusion.ts';
import { applyConclusion } from '../order/stepRunner/runStep.ts';
import { advanceRefund, findCardRefund, type Refund, refundEventKinds } from './refundStore.ts';

/** A refund's status advances only in this order: a settled refund may still fail, and a failed one is final. */
const RANKS: Readonly<Record<Refund['status'], number>> = { requested: 0, pending: 1, settled: 2, failed: 3 };

/** The surplus step is repeated after this time, since no order status repeats it. Usually a webhook comes earlier. */
export const SURPLUS_RETRY_AFTER_MS = 3_600_000;

/** Returns the conclusion from the acquirer's status of a refund; outdated statuses change nothing. */
export function concludeRefund(refund: Refund, { status, refundId }: CardRefund): Conclusion {
  if (RANKS[status] < RANKS[refund.status] || refund.status === 'failed') return concludeDone();
  const write = createRefundUpdate(refund, { status, acquirerRefundId: refundId });
  switch (status) {
    case 'pending':
      return refund.purpose === 'surplus'
        ? concludeWaitingForStep('refund_surplus', 'refund_pending', SURPLUS_RETRY_AFTER_MS, write)
        : concludeWaiting('refund_pending', write);
    case 'settled': {
      const facts = { refundId: refund.id, units: refund.amount.units, channel: 'acquirer' } as const;
      return concludeWithEvent(
        { kind: refundEventKinds[refund.purpose].settled, key: `${refundId}:settled`, facts },
        write,
      );
    }
    case 'failed':
      return concludeWithEvent(buildFailedEvent(refund, `${refundId}:failed`, 'failed'), write);
  }
}

/** Returns the conclusion of a refusal by the acquirer: the refund has failed, and a new one gets a new idempotency key. */
export function concludeRefusedRefund(refund: Refund, reason: string): Conclusion {
  const event = buildFailedEvent(refund, `${refund.id}:refused:${reason}`, reason);
  return concludeWithEvent(event, createRefundUpdate(refund, { status: 'failed', acquirerRefundId: null }));
}

function createRefundUpdate(refund: Refund, news: Parameters<typeof advanceRefund>[2]): ConclusionWrite {
  return async (transaction) => ((await advanceRefund(transaction, refund, news)) ? undefined : 'stale');
}

function buildFailedEvent(refund: Refund, key: string, reason: string) {
  const wasSettled = refund.status === 'settled';
  const facts = {
    refundId: refund.id,
    units: refund.amount.units,
    channel: 'acquirer',
    reason,
    wasSettled,
  } as const;
  return { kind: refundEventKinds[refund.purpose].failed, key, facts } as const;
}

/** Applies the acquirer's status of a refund that Slipway requested to its order, outside a step. */
export async function recordRefund(
  { database, machine }: { readonly database: Database; readonly machine: OrderMachine },
  { id, orderId }: { readonly id: string; readonly orderId: number },
  news: CardRefund,
): Promise<void> {
  await database.transaction(async (transaction: Transaction) => {
    await lockOrderRow(transaction, orderId);
    // Read again under the lock: another process may have settled the refund meanwhile.
    const refund = await findCardRefund(transaction, id);
    if (refund) await applyConclusion(machine, transaction, orderId, concludeRefund(refund, news));
  });
}
