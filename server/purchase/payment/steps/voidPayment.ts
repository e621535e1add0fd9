import type { CardRefusal } from '../../../providers/card/cardPort.ts';
import type { Order } from '../../order/order.ts';
import {
  type Conclusion,
  concludeWaiting,
  concludeWithEvent,
  retryConclusions,
} from '../../order/stepRunner/conclusion.ts';
import { defineStep } from '../../order/stepRunner/defineStep.ts';
import { mapCardRefusals } from '../cardPayments/cardRefusals.ts';
import { concludeDecline, concludePayment, type OrderAttempt } from '../cardPayments/concludePayment.ts';
import { type PaymentStepContext, queryPayment } from '../cardPayments/requestAuthorization.ts';
import { concludePaymentUnknown } from './authorizePayment.ts';
import { concludeWithPaymentQuery } from './capturePayment.ts';
import { loadCurrentAttempt } from './currentAttempt.ts';

/** Voids the hold of an order that was given up. */
export const voidPayment = defineStep({
  effect: 'void_payment',
  while: ['voiding'],
  async about(context: PaymentStepContext, order: Order) {
    const about = await loadCurrentAttempt(context, order);
    return 'attempt' in about && hasNoHold(about) ? concludeHoldReleased(about) : about;
  },
  async call(context, about) {
    const { attempt } = about;
    // The answer with the payment's id was lost. The acquirer is queried first, and the hold is voided afterwards.
    if (attempt.paymentId === null) return queryPayment(context, about);
    return context.card.void({ idempotencyKey: `${attempt.id}:void`, paymentId: attempt.paymentId });
  },
  conclusions: {
    ok: concludePayment,
    refused: {
      ...mapCardRefusals({
        card: concludeVoidRefused,
        payment: concludeWithPaymentQuery,
        request: concludeVoidRefused,
      }),
      not_found: () => concludeWaiting('vendor_does_not_know'),
    },
    ...retryConclusions,
    unknown: (_context, about) => concludePaymentUnknown(about),
  },
});

function hasNoHold({ attempt }: OrderAttempt): boolean {
  return attempt.paymentId === null && attempt.status === 'declined';
}

function concludeHoldReleased({ order, attempt }: OrderAttempt): Conclusion {
  const key = `${attempt.id}:hold_released:${order.eventSequence}`;
  return concludeWithEvent({ kind: 'hold_released', key, facts: { attemptId: attempt.id } });
}

function concludeVoidRefused(context: unknown, about: OrderAttempt, reason: CardRefusal): Conclusion {
  const { order, attempt } = about;
  if (attempt.paymentId === null) return concludeDecline(context, about, reason);
  const key = `${attempt.id}:void_refused:${order.eventSequence}`;
  return concludeWithEvent({ kind: 'void_refused', key, facts: { attemptId: attempt.id, reason } });
}
