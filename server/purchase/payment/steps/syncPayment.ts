import { asksAgain, done, waits } from '../../order/conclusion.ts';
import { ALWAYS, defineStep } from '../../order/defineStep.ts';
import type { Order } from '../../order/order.ts';
import { askAboutPayment } from '../askForAuthorization.ts';
import { byMatter } from '../cardRefusals.ts';
import { paymentNews, refusalNews } from '../paymentNews.ts';
import { aboutNamedAttempt } from './currentAttempt.ts';

/** Asks the acquirer what became of an attempt, in whatever state its order is by now. */
export const syncPayment = defineStep({
  effect: 'sync_payment',
  while: ALWAYS,
  async about(context: Parameters<typeof askAboutPayment>[0], order: Order, subject: string) {
    const about = await aboutNamedAttempt(context, order, subject);
    // Refused before the acquirer made a payment of it: there is nothing to ask about.
    return 'attempt' in about && about.attempt.paymentId === null && about.attempt.status !== 'submitted'
      ? done()
      : about;
  },
  ask: askAboutPayment,
  says: {
    ok: paymentNews,
    refused: {
      ...byMatter({ card: refusalNews, payment: refusalNews, request: refusalNews }),
      not_found: () => waits('vendor_does_not_know'),
    },
    ...asksAgain,
  },
});
