import type { Outcome } from '../../../providers/outcome.ts';
import { isBlockingPayout } from '../blockingPayoutStore.ts';
import { type Delivery, findBatchOrders, isUnsent, mayNotSendPayout } from '../currentDelivery.ts';
import type { DeliveryContext } from '../preparation/preparePayout.ts';
import { cancelPayout } from './cancelPayout.ts';
import type { FormView } from './formViews.ts';
import type { ReplacementRefusal } from './replacePayout.ts';

/**
 * Cancels an unsent payout that blocks others if all of its orders are withheld. Repeated calls send the cancellation
 * again until a block contains it. Returns undefined if there is nothing to cancel.
 */
export async function cancelBlockingPayout(
  context: DeliveryContext,
  delivery: Delivery,
  views: readonly FormView[],
): Promise<Outcome<void, ReplacementRefusal> | undefined> {
  if (!isUnsent(delivery)) return undefined;
  const isCancelling = delivery.variants[0].purpose === 'cancellation';
  const isMissing = views.every(({ view: { status } }) => status === 'missing');
  const isPending = views.every(({ view: { status } }) => status === 'missing' || status === 'pending');
  if (isCancelling ? !isPending : !isMissing) return undefined;
  const orders = await findBatchOrders(context.database, delivery);
  if (!orders.every(mayNotSendPayout)) return undefined;
  if (!isCancelling && !(await isBlockingPayout(context.database, delivery.payout.batchId))) return undefined;
  return cancelPayout(context, delivery, 'blocking');
}
