import { raiseAlert } from '../../notification/alertStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Delivery } from './currentDelivery.ts';
import { isOurTransaction } from './payoutVariantStore.ts';
import type { Sight } from './sights.ts';

/** Said once for a payout whose claims a transaction took that this server never signed. */
export async function alertKeyUsed(
  database: Queryable,
  { order, payout, chain }: Pick<Delivery, 'order' | 'payout' | 'chain'>,
  sights: readonly Sight[],
): Promise<void> {
  const takers = new Set(sights.flatMap(({ view: { replacedBy } }) => replacedBy ?? []));
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
