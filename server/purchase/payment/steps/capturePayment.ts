import type { CardRefusal } from '../../../providers/card/cardPort.ts';
import {
  type Conclusion,
  concludeWaiting,
  concludeWaitingForStep,
  concludeWithEvent,
  retryConclusions,
} from '../../order/stepRunner/conclusion.ts';
import { defineStep } from '../../order/stepRunner/defineStep.ts';
import { mapCardRefusals } from '../cardPayments/cardRefusals.ts';
import { concludePayment, type OrderAttempt } from '../cardPayments/concludePayment.ts';
import { type PaymentStepContext, queryPayment } from '../cardPayments/requestAuthorization.ts';
import { concludePaymentUnknown } from './authorizePayment.ts';
import { loadCurrentAttempt } from './currentAttempt.ts';

/** Captures the authorized payment. If the payment's id is unknown, queries the payment first. */
export const capturePayment = defineStep({
  effect: 'capture_payment',
  while: ['capturing'],
  about: loadCurrentAttempt,
  async call(context: PaymentStepContext, about) {
    const { order, attempt } = about;
    if (attempt.paymentId === null) return queryPayment(context, about);
    const idempotencyKey = `${attempt.id}:capture`;
    return context.card.capture({ idempotencyKey, paymentId: attempt.paymentId, amount: order.pay });
  },
  conclusions: {
    ok: concludePayment,
    refused: {
      ...mapCardRefusals({
        card: concludeCaptureFailed,
        payment: concludeWithPaymentQuery,
        request: concludeCaptureFailed,
      }),
      not_found: () => concludeWaiting('vendor_does_not_know'),
    },
    ...retryConclusions,
    unknown: (_context, about) => concludePaymentUnknown(about),
  },
});

function concludeCaptureFailed(_context: unknown, { order, attempt }: OrderAttempt, reason: CardRefusal): Conclusion {
  const key = `${attempt.id}:capture_failed:${order.eventSequence}`;
  return concludeWithEvent({ kind: 'capture_failed', key, facts: { attemptId: attempt.id, reason } });
}

/** The refusal only means that the payment's state has changed: query the acquirer. */
export function concludeWithPaymentQuery(): Conclusion {
  return concludeWaitingForStep('sync_payment', 'other_step');
}
