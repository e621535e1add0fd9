import type { Order } from '../../order/order.ts';
import { concludeDone, concludeWaiting, retryConclusions } from '../../order/stepRunner/conclusion.ts';
import { ALL_STATUSES, defineStep } from '../../order/stepRunner/defineStep.ts';
import { mapCardRefusals } from '../cardPayments/cardRefusals.ts';
import { concludeDecline, concludePayment } from '../cardPayments/concludePayment.ts';
import { queryPayment } from '../cardPayments/requestAuthorization.ts';
import { loadNamedAttempt } from './currentAttempt.ts';

/** Asks the acquirer for the state of an attempt, in any state of its order. */
export const syncPayment = defineStep({
  effect: 'sync_payment',
  while: ALL_STATUSES,
  async about(context: Parameters<typeof queryPayment>[0], order: Order, subject: string) {
    const about = await loadNamedAttempt(context, order, subject);
    // Refused before the acquirer created a payment: there is nothing to query.
    return 'attempt' in about && about.attempt.paymentId === null && about.attempt.status !== 'submitted'
      ? concludeDone()
      : about;
  },
  call: queryPayment,
  conclusions: {
    ok: concludePayment,
    refused: {
      ...mapCardRefusals({ card: concludeDecline, payment: concludeDecline, request: concludeDecline }),
      not_found: () => concludeWaiting('vendor_does_not_know'),
    },
    ...retryConclusions,
  },
});
