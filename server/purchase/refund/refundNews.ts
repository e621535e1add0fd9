import type { Database } from '../../platform/database/database.ts';
import type { CardRefund } from '../../providers/card/cardPort.ts';
import type { OrderMachine } from '../order/applyEvent.ts';
import { type Conclusion, tells, waits } from '../order/conclusion.ts';
import { conclude } from '../order/runStep.ts';
import { type Refund, updateRefund } from './refundStore.ts';

/** What follows from the acquirer's word about a refund; one that was settled may still fail later. */
export function refundNews(refund: Refund, news: CardRefund): Conclusion {
  const write = { status: news.status, acquirerRefundId: news.refundId };
  switch (news.status) {
    case 'pending':
      return waits('refund_pending', (transaction) => updateRefund(transaction, refund.id, write));
    case 'settled': {
      const facts = { refundId: refund.id, units: refund.amount.units, channel: 'acquirer' } as const;
      return tells({ kind: 'refund_settled', key: `${news.refundId}:settled`, facts }, (transaction) =>
        updateRefund(transaction, refund.id, write),
      );
    }
    case 'failed':
      return tells(refundFailed(refund, `${news.refundId}:failed`, 'failed'), (transaction) =>
        updateRefund(transaction, refund.id, write),
      );
  }
}

export function refundFailed(refund: Refund, key: string, reason: string) {
  const wasSettled = refund.status === 'settled';
  const facts = {
    refundId: refund.id,
    units: refund.amount.units,
    channel: 'acquirer',
    reason,
    wasSettled,
  } as const;
  return { kind: 'refund_failed', key, facts } as const;
}

/** Takes the acquirer's word to the order outside of a step. */
export async function recordRefund(
  { database, machine }: { readonly database: Database; readonly machine: OrderMachine },
  orderId: number,
  refund: Refund,
  news: CardRefund,
): Promise<void> {
  await database.transaction((transaction) => conclude(machine, transaction, orderId, refundNews(refund, news)));
}
