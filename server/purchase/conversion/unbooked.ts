import { sumOrders } from '../../providers/venue/sumOrders.ts';
import type { Execution } from '../../providers/venue/venuePort.ts';
import type { Conversion } from './conversionStore.ts';

/** Of what the venue has under the id, the orders that are not in our books; undefined when all of them are. */
export function unbooked(
  { venueOrders }: Pick<Conversion, 'venueOrders'>,
  { clientOrderId, orders }: Execution,
): Execution | undefined {
  const [first, ...others] = orders.filter(({ venueOrderId }) => !venueOrders.includes(venueOrderId));
  return first && sumOrders(clientOrderId, [first, ...others]);
}
