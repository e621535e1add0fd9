import { concludeDone } from '../../order/stepRunner/conclusion.ts';
import { defineLocalStep } from '../../order/stepRunner/defineStep.ts';
import { type OrderMailContext, queueOrderMail } from '../queueOrderMail.ts';

/** Asks the buyer by email to agree to the new amount; the page asks, too. */
export const requestConsent = defineLocalStep({
  effect: 'ask_consent',
  while: ['awaiting_consent'],
  concludes: (context: OrderMailContext, order) =>
    concludeDone((transaction) => queueOrderMail(context, transaction, order)),
});
