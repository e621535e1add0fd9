import { requireChainOf } from '../../providers/chain/chains.ts';
import type { Order } from '../order/order.ts';
import { adoptPayout } from './adoptPayout.ts';
import { type Delivery, findDelivery } from './currentDelivery.ts';
import { foundFor } from './foundTransactionStore.ts';
import type { DeliveryContext } from './preparePayout.ts';

/**
 * Makes what the chain was found to have paid for an order its payout. No halt keeps it back: the books differ by just this
 * until it is booked, and nothing leaves by it that has not left.
 */
export async function adoptFound(context: DeliveryContext, order: Order): Promise<Delivery | undefined> {
  const { database, chains } = context;
  const form = await foundFor(database, order.orderNo);
  if (!form) return undefined;
  const chain = requireChainOf(chains, order.receive.asset);
  const paying = { chain, expected: chain.worstFee(form.unsigned) };
  const adopted = await database.transaction((transaction) => adoptPayout(transaction, paying, form, order));
  return adopted.kind === 'ok' ? findDelivery(context, order) : undefined;
}
