import { type Outcome, refused } from '../../../providers/outcome.ts';
import { concludeWaiting, retryConclusions } from '../../order/stepRunner/conclusion.ts';
import { ALL_STATUSES, defineStep } from '../../order/stepRunner/defineStep.ts';
import { concludePayout } from '../conclusions/concludePayout.ts';
import { type Delivery, loadDelivery } from '../currentDelivery.ts';
import { cancelBlockingPayout } from '../forms/cancelBlockingPayout.ts';
import { type FormView, fetchFormViews } from '../forms/formViews.ts';
import type { DeliveryContext } from '../preparation/preparePayout.ts';

/**
 * Checks the state of the payout's transactions until one of them is final. Cancels an unsent payout that blocks others, if
 * its orders are withheld.
 */
export const watchPayout = defineStep({
  effect: 'watch_payout',
  // Signed bytes can reach the chain in any state of the order.
  while: ALL_STATUSES,
  about: loadDelivery,
  call: checkForms,
  conclusions: { ok: concludePayout, refused: { cancelled: () => concludeWaiting('cancelling') }, ...retryConclusions },
});

async function checkForms(
  context: DeliveryContext,
  delivery: Delivery,
): Promise<Outcome<readonly FormView[], 'cancelled'>> {
  const seen = await fetchFormViews(context, delivery);
  if (seen.kind !== 'ok') return seen;
  const cancelled = await cancelBlockingPayout(context, delivery, seen.value);
  // After a refusal the next check tries again. The refusal is stored, and raises an alert if a person has to act.
  if (!cancelled || cancelled.kind === 'refused') return seen;
  return cancelled.kind === 'ok' ? refused('cancelled') : cancelled;
}
