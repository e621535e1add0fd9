import type { CardRefusal } from '../../../providers/card/cardPort.ts';
import { asksAgain, type Conclusion, tells, waits } from '../../order/conclusion.ts';
import { defineStep } from '../../order/defineStep.ts';
import type { Order } from '../../order/order.ts';
import { askAboutPayment, type PaymentStepContext } from '../askForAuthorization.ts';
import { byMatter } from '../cardRefusals.ts';
import { type AttemptOfOrder, paymentNews, refusalNews } from '../paymentNews.ts';
import { paymentUnknown } from './authorizePayment.ts';
import { asksTheAcquirer } from './capturePayment.ts';
import { aboutCurrentAttempt } from './currentAttempt.ts';

/** Lets the money go that is held for an order that was given up. */
export const voidPayment = defineStep({
  effect: 'void_payment',
  while: ['voiding'],
  async about(context: PaymentStepContext, order: Order) {
    const about = await aboutCurrentAttempt(context, order);
    return 'attempt' in about && wasNeverHeld(about) ? holdReleased(about) : about;
  },
  async ask(context, about) {
    const { attempt } = about;
    // The answer never came: the acquirer is asked first, and what it holds is released after.
    if (attempt.paymentId === null) return askAboutPayment(context, about);
    return context.card.void({ idempotencyKey: `${attempt.id}:void`, paymentId: attempt.paymentId });
  },
  says: {
    ok: paymentNews,
    refused: {
      ...byMatter({ card: voidRefused, payment: asksTheAcquirer, request: voidRefused }),
      not_found: () => waits('vendor_does_not_know'),
    },
    ...asksAgain,
    unknown: (_context, about) => paymentUnknown(about),
  },
});

function wasNeverHeld({ attempt }: AttemptOfOrder): boolean {
  return attempt.paymentId === null && attempt.status === 'declined';
}

function holdReleased({ order, attempt }: AttemptOfOrder): Conclusion {
  const key = `${attempt.id}:hold_released:${order.eventSequence}`;
  return tells({ kind: 'hold_released', key, facts: { attemptId: attempt.id } });
}

function voidRefused(context: unknown, about: AttemptOfOrder, reason: CardRefusal): Conclusion {
  const { order, attempt } = about;
  if (attempt.paymentId === null) return refusalNews(context, about, reason);
  const key = `${attempt.id}:void_refused:${order.eventSequence}`;
  return tells({ kind: 'void_refused', key, facts: { attemptId: attempt.id, reason } });
}
