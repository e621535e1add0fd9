import { concludeWithEvent, retryConclusions } from '../../order/stepRunner/conclusion.ts';
import { defineStep } from '../../order/stepRunner/defineStep.ts';
import { mapCardRefusals } from '../cardPayments/cardRefusals.ts';
import { concludeDecline, concludePayment, type OrderAttempt } from '../cardPayments/concludePayment.ts';
import { requestAuthorization } from '../cardPayments/requestAuthorization.ts';
import { loadCurrentAttempt } from './currentAttempt.ts';

/** Asks the acquirer to authorize the payment. Nothing is captured yet. */
export const authorizePayment = defineStep({
  effect: 'authorize_payment',
  while: ['authorizing'],
  about: loadCurrentAttempt,
  call: requestAuthorization,
  conclusions: {
    ok: concludePayment,
    // Any refusal ends the attempt: the buyer sees the reason and may try another card.
    refused: mapCardRefusals({ card: concludeDecline, payment: concludeDecline, request: concludeDecline }),
    ...retryConclusions,
    unknown: (_context, about) => concludePaymentUnknown(about),
  },
});

/**
 * Reports a lost answer: the acquirer is then queried, never sent a new authorization request. The key permits one event each
 * time that the order enters this state.
 */
export function concludePaymentUnknown({ order, attempt }: OrderAttempt) {
  const key = `${attempt.id}:payment_unknown:${order.eventSequence}`;
  return concludeWithEvent({ kind: 'payment_unknown', key, facts: { attemptId: attempt.id } });
}
