import type { FraudWarning } from '../../providers/card/cardPort.ts';
import { applyEvent } from '../order/applyEvent.ts';
import { findAttemptByPayment } from '../payment/attemptStore.ts';
import type { RecordContext } from './recordDispute.ts';

/** Takes an issuer's suspicion to its order. One that was answered by a refund or overtaken by a dispute says nothing new. */
export async function recordWarning(
  { database, machine }: RecordContext,
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
