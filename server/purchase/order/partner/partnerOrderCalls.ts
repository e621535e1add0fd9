import type { PartnerCallData } from '@slipway/contract/partnerCalls.ts';
import type { PartnerHandlers } from '../../../partner/api/partnerHandlers.ts';
import type { Database } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/http/appError.ts';
import { findDeliveryTransaction, findOrdersByIds } from '../orderStore.ts';
import { findPartnerOrder, listPartnerOrderIds } from './partnerOrderStore.ts';
import { presentPartnerOrder } from './presentPartnerOrder.ts';

/** Returns the calls by which a partner's server reads its own orders. */
export function partnerOrderCalls({
  database,
}: {
  readonly database: Database;
}): Pick<PartnerHandlers, 'orderStatus' | 'orders'> {
  return {
    async orderStatus({ orderNo, sessionId, reference }, { partner }) {
      const [id] =
        orderNo === undefined
          ? await listPartnerOrderIds(database, partner.id, { before: undefined, reference, sessionId, limit: 1 })
          : [await findPartnerOrder(database, partner.id, orderNo)];
      const [data] = id === undefined ? [] : await presentPartnerOrders(database, [id]);
      if (!data) throw new AppError('order_unknown');
      return { data };
    },

    async orders({ after, reference, limit }, { partner }) {
      const before = after === undefined ? undefined : await findPartnerOrder(database, partner.id, after);
      if (after !== undefined && before === undefined) throw new AppError('cursor_unknown');
      const ids = await listPartnerOrderIds(database, partner.id, { before, reference, limit: limit + 1 });
      const orders = await presentPartnerOrders(database, ids.slice(0, limit));
      return { data: { orders, next: ids.length > limit ? (orders.at(-1)?.orderNo ?? null) : null } };
    },
  };
}

/** Returns the orders as they are sent to their partner, in the sequence of `ids`; unknown ids are left out. */
export async function presentPartnerOrders(
  database: Database,
  ids: readonly number[],
): Promise<PartnerCallData<'orderStatus'>[]> {
  const found = new Map((await findOrdersByIds(database, ids)).map((order) => [order.id, order]));
  const orders = ids.flatMap((id) => found.get(id) ?? []);
  return Promise.all(
    orders.map(async (order) => ({
      ...presentPartnerOrder(
        order,
        order.status === 'delivered' ? await findDeliveryTransaction(database, order.id) : null,
      ),
      createdAt: order.createdAt.toISOString(),
    })),
  );
}
