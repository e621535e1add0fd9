import { concludeDone } from '../../order/stepRunner/conclusion.ts';
import { defineLocalStep } from '../../order/stepRunner/defineStep.ts';
import { type OrderMailContext, queueOrderMail } from '../queueOrderMail.ts';

/** Emails the buyer a request to accept the new amount, which the order's page also shows. */
export const requestConsent = defineLocalStep({
  effect: 'request_consent',
  while: ['awaiting_consent'],
  concludes: (context: OrderMailContext, order) =>
    concludeDone((transaction) => queueOrderMail(context, transaction, order)),
});
