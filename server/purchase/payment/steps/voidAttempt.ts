import { raiseAlert } from '../../../notification/alertStore.ts';
import type { CardRefusal } from '../../../providers/card/cardPort.ts';
import type { Order } from '../../order/order.ts';
import {
  buildRetryConclusions,
  type Conclusion,
  concludeDone,
  concludeWaiting,
} from '../../order/stepRunner/conclusion.ts';
import { ALL_STATUSES, defineStep } from '../../order/stepRunner/defineStep.ts';
import { mapCardRefusals } from '../cardPayments/cardRefusals.ts';
import { concludePayment, type OrderAttempt } from '../cardPayments/concludePayment.ts';
import type { PaymentStepContext } from '../cardPayments/requestAuthorization.ts';
import { concludeWithPaymentQuery } from './capturePayment.ts';
import { loadNamedAttempt } from './currentAttempt.ts';

/** Voids the hold of an earlier attempt: the buyer has paid, or tried to, with another one since. */
export const voidAttempt = defineStep({
  effect: 'void_attempt',
  while: ALL_STATUSES,
  async about(context: PaymentStepContext, order: Order, subject: string) {
    const about = await loadNamedAttempt(context, order, subject);
    if (!('attempt' in about)) return about;
    const { paymentId } = about.attempt;
    return paymentId === null ? concludeDone() : { ...about, paymentId };
  },
  call: ({ card }, { attempt, paymentId }) => card.void({ idempotencyKey: `${attempt.id}:void`, paymentId }),
  conclusions: {
    ok: concludePayment,
    refused: mapCardRefusals({
      card: concludeHoldRemains,
      payment: concludeWithPaymentQuery,
      request: concludeHoldRemains,
    }),
    ...buildRetryConclusions('void_attempt'),
  },
});

function concludeHoldRemains(_context: unknown, { order, attempt }: OrderAttempt, reason: CardRefusal): Conclusion {
  return concludeWaiting('authorization_not_voided', async (transaction) => {
    await raiseAlert(transaction, {
      key: `void:${attempt.id}`,
      orderId: order.id,
      kind: 'hold_not_released',
      facts: { orderNo: order.orderNo, attempt: attempt.id, refusal: reason },
    });
  });
}
