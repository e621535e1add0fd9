import { concludeDone } from '../../order/stepRunner/conclusion.ts';
import { ALL_STATUSES, defineLocalStep } from '../../order/stepRunner/defineStep.ts';
import { type OrderMailContext, queueOrderMail } from '../queueOrderMail.ts';

/** Emails the buyer about the order's state. */
export const notifyBuyer = defineLocalStep({
  effect: 'notify_buyer',
  while: ALL_STATUSES,
  concludes: (context: OrderMailContext, order) =>
    concludeDone((transaction) => queueOrderMail(context, transaction, order)),
});
