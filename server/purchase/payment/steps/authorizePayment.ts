import { asksAgain, tells } from '../../order/conclusion.ts';
import { defineStep } from '../../order/defineStep.ts';
import { askForAuthorization } from '../askForAuthorization.ts';
import { byMatter } from '../cardRefusals.ts';
import { type AttemptOfOrder, paymentNews, refusalNews } from '../paymentNews.ts';
import { aboutCurrentAttempt } from './currentAttempt.ts';

/** Has the acquirer hold the money. Nothing is taken yet. */
export const authorizePayment = defineStep({
  effect: 'authorize_payment',
  while: ['authorizing'],
  about: aboutCurrentAttempt,
  ask: askForAuthorization,
  says: {
    ok: paymentNews,
    // Whatever a refusal is about, the attempt is over: the buyer reads why and may try another card.
    refused: byMatter({ card: refusalNews, payment: refusalNews, request: refusalNews }),
    ...asksAgain,
    unknown: (_context, about) => paymentUnknown(about),
  },
});

/** The answer was lost: the acquirer is asked, never told anew. Said at most once for each time that the order came this far. */
export function paymentUnknown({ order, attempt }: AttemptOfOrder) {
  const key = `${attempt.id}:payment_unknown:${order.eventSequence}`;
  return tells({ kind: 'payment_unknown', key, facts: { attemptId: attempt.id } });
}
