import { sumOrders } from '../../providers/venue/sumOrders.ts';
import type { Execution } from '../../providers/venue/venuePort.ts';
import type { ConversionPart } from './conversionStore.ts';

/** Returns the venue's orders under the id that are not booked yet; undefined if all are. */
export function selectUnbookedOrders(
  { venueOrders }: Pick<ConversionPart, 'venueOrders'>,
  { clientOrderId, orders }: Execution,
): Execution | undefined {
  const [first, ...others] = orders.filter(({ venueOrderId }) => !venueOrders.includes(venueOrderId));
  return first && sumOrders(clientOrderId, [first, ...others]);
}
