import { raiseAlert } from '../../../notification/alertStore.ts';
import type { CardRefusal } from '../../../providers/card/cardPort.ts';
import { type Conclusion, done, repeats, waits } from '../../order/conclusion.ts';
import { ALWAYS, defineStep } from '../../order/defineStep.ts';
import type { Order } from '../../order/order.ts';
import type { PaymentStepContext } from '../askForAuthorization.ts';
import { byMatter } from '../cardRefusals.ts';
import { type AttemptOfOrder, paymentNews } from '../paymentNews.ts';
import { asksTheAcquirer } from './capturePayment.ts';
import { aboutNamedAttempt } from './currentAttempt.ts';

/** Lets go what an earlier attempt of an order holds: the buyer has paid, or tried, with another one since. */
export const voidAttempt = defineStep({
  effect: 'void_attempt',
  while: ALWAYS,
  async about(context: PaymentStepContext, order: Order, subject: string) {
    const about = await aboutNamedAttempt(context, order, subject);
    if (!('attempt' in about)) return about;
    const { paymentId } = about.attempt;
    return paymentId === null ? done() : { ...about, paymentId };
  },
  ask: ({ card }, { attempt, paymentId }) => card.void({ idempotencyKey: `${attempt.id}:void`, paymentId }),
  says: {
    ok: paymentNews,
    refused: byMatter({ card: holdKept, payment: asksTheAcquirer, request: holdKept }),
    ...repeats('void_attempt'),
  },
});

function holdKept(_context: unknown, { order, attempt }: AttemptOfOrder, reason: CardRefusal): Conclusion {
  return waits('hold_kept', async (transaction) => {
    await raiseAlert(transaction, {
      key: `void:${attempt.id}`,
      orderId: order.id,
      kind: 'hold_not_released',
      facts: { orderNo: order.orderNo, attempt: attempt.id, refusal: reason },
    });
  });
}
