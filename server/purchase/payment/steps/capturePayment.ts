import type { CardRefusal } from '../../../providers/card/cardPort.ts';
import { asksAgain, type Conclusion, tells, waits, waitsFor } from '../../order/conclusion.ts';
import { defineStep } from '../../order/defineStep.ts';
import { askAboutPayment, type PaymentStepContext } from '../askForAuthorization.ts';
import { byMatter } from '../cardRefusals.ts';
import { type AttemptOfOrder, paymentNews } from '../paymentNews.ts';
import { paymentUnknown } from './authorizePayment.ts';
import { aboutCurrentAttempt } from './currentAttempt.ts';

/** Takes the money that is held. */
export const capturePayment = defineStep({
  effect: 'capture_payment',
  while: ['capturing'],
  about: aboutCurrentAttempt,
  async ask(context: PaymentStepContext, about) {
    const { order, attempt } = about;
    if (attempt.paymentId === null) return askAboutPayment(context, about);
    const idempotencyKey = `${attempt.id}:capture`;
    return context.card.capture({ idempotencyKey, paymentId: attempt.paymentId, amount: order.pay });
  },
  says: {
    ok: paymentNews,
    refused: {
      ...byMatter({ card: captureFailed, payment: asksTheAcquirer, request: captureFailed }),
      not_found: () => waits('vendor_does_not_know'),
    },
    ...asksAgain,
    unknown: (_context, about) => paymentUnknown(about),
  },
});

function captureFailed(_context: unknown, { order, attempt }: AttemptOfOrder, reason: CardRefusal): Conclusion {
  const key = `${attempt.id}:capture_failed:${order.eventSequence}`;
  return tells({ kind: 'capture_failed', key, facts: { attemptId: attempt.id, reason } });
}

/** A refusal that only says that something else happened first: the acquirer knows what. */
export function asksTheAcquirer(): Conclusion {
  return waitsFor('sync_payment', 'other_step');
}
