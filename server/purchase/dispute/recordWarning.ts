import type { FraudWarning } from '../../providers/card/cardPort.ts';
import { applyEvent } from '../order/machine/applyEvent.ts';
import { findAttemptByPayment } from '../payment/attemptStore.ts';
import type { RecordDisputeContext } from './recordDispute.ts';

/**
 * Applies an issuer's fraud warning to its order. A warning changes nothing if it was answered by a refund or superseded by a
 * dispute, or if no order has the payment.
 */
export async function recordWarning(
  { database, machine }: RecordDisputeContext,
  { warningId, paymentId, actionable }: FraudWarning,
): Promise<void> {
  const attempt = await findAttemptByPayment(database, paymentId);
  if (!attempt || !actionable) return;
  await database.transaction((transaction) =>
    applyEvent(machine, transaction, attempt.orderId, {
      kind: 'payment_warned',
      key: `${warningId}:warned`,
      facts: { paymentId, warningId },
    }),
  );
}
