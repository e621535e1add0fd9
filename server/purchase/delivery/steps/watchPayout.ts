import { retryConclusions } from '../../order/stepRunner/conclusion.ts';
import { ALL_STATUSES, defineStep } from '../../order/stepRunner/defineStep.ts';
import { concludePayout } from '../conclusions/concludePayout.ts';
import { type Delivery, loadDelivery } from '../currentDelivery.ts';
import { fetchFormViews } from '../forms/formViews.ts';
import type { DeliveryContext } from '../preparation/preparePayout.ts';

/** Checks the state of the payout's transactions until one of them is final. */
export const watchPayout = defineStep({
  effect: 'watch_payout',
  // Signed bytes can reach the chain in any state of the order.
  while: ALL_STATUSES,
  about: loadDelivery,
  ask: (context: DeliveryContext, delivery: Delivery) => fetchFormViews(context, delivery),
  says: { ok: concludePayout, refused: {}, ...retryConclusions },
});
