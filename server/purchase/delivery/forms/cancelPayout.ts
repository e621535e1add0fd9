import type { Outcome } from '../../../providers/outcome.ts';
import type { Delivery } from '../currentDelivery.ts';
import type { DeliveryContext } from '../preparation/preparePayout.ts';
import { type ReplacementCause, type ReplacementRefusal, replacePayout } from './replacePayout.ts';

/**
 * Cancels a payout that is in no block yet: signs and broadcasts a replacement with the same nonce or inputs, which returns all
 * coins to the treasury. If a cancellation was signed shortly before, broadcasts it again. The payment may still be mined
 * instead, which the watch step detects. When the cancellation is final, the order continues as after a failed payout: a held
 * order stays held, any other is paid out again.
 */
export async function cancelPayout(
  context: DeliveryContext,
  delivery: Delivery,
  cause: Extract<ReplacementCause, 'cancelled' | 'blocking'>,
  requestId?: number,
): Promise<Outcome<void, ReplacementRefusal>> {
  const [newest] = delivery.variants;
  const cancelled = await replacePayout(context, delivery, cause, requestId);
  const isAlreadySigned = cancelled.kind === 'refused' && cancelled.reason === 'too_soon';
  return isAlreadySigned ? delivery.chain.broadcastPayout(newest) : cancelled;
}
