import type { Outcome } from '../../providers/outcome.ts';
import type { Delivery } from './currentDelivery.ts';
import type { DeliveryContext } from './preparePayout.ts';
import { type ReplacementRefusal, replacePayout } from './replacePayout.ts';

/**
 * Takes a payout back that no block has yet: signs and sends a form that claims the same and leaves everything with us. The
 * payment may still be the one that is mined; the watch tells which. When it is the cancellation, for good, the order goes
 * on as after a payout that failed: a held one stays held, any other is paid out again.
 */
export async function cancelPayout(
  context: DeliveryContext,
  delivery: Delivery,
  requestId?: number,
): Promise<Outcome<void, ReplacementRefusal>> {
  const [newest] = delivery.variants;
  const cancelled = await replacePayout(context, delivery, 'cancelled', requestId);
  const isUnderWay = cancelled.kind === 'refused' && cancelled.reason === 'too_soon';
  return isUnderWay ? delivery.chain.broadcastPayout(newest) : cancelled;
}
