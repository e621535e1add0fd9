import { raiseAlert } from '../../../notification/alertStore.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Delivery } from '../currentDelivery.ts';
import type { FormView } from '../forms/formViews.ts';
import { isOurTransaction } from '../payoutFormStore.ts';

/** Raises one alert per payout if a transaction that is not stored here has used the payout's claims. */
export async function alertClaimsTakenElsewhere(
  database: Queryable,
  { order, payout, chain }: Pick<Delivery, 'order' | 'payout' | 'chain'>,
  views: readonly FormView[],
): Promise<void> {
  const takers = new Set(views.flatMap(({ view: { replacedBy } }) => replacedBy ?? []));
  for (const transaction of takers) {
    if (await isOurTransaction(database, transaction)) continue;
    await raiseAlert(database, {
      key: `key_used:${payout.batchId}`,
      orderId: order.id,
      kind: 'treasury_key_used',
      facts: { orderNo: order.orderNo, address: chain.treasuryAddress, transaction },
    });
  }
}
