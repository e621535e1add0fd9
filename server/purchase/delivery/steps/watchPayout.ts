import { asksAgain } from '../../order/conclusion.ts';
import { ALWAYS, defineStep } from '../../order/defineStep.ts';
import { aboutDelivery, type Delivery } from '../currentDelivery.ts';
import { payoutNews } from '../payoutNews.ts';
import type { DeliveryContext } from '../preparePayout.ts';
import { lookAtAll } from '../sights.ts';

/** Looks where the payout's transactions stand, until one of them is final. */
export const watchPayout = defineStep({
  effect: 'watch_payout',
  // Signed bytes can reach the chain whatever has become of the order.
  while: ALWAYS,
  about: aboutDelivery,
  ask: (context: DeliveryContext, delivery: Delivery) => lookAtAll(context, delivery),
  says: { ok: payoutNews, refused: {}, ...asksAgain },
});
