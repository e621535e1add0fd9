import { AppError } from '../platform/http/appError.ts';
import { presentPartnerOrders } from '../purchase/order/partner/partnerOrderCalls.ts';
import { findPartnerOrder, listPartnerOrders } from '../purchase/order/partner/partnerOrderStore.ts';
import type { PartnerPageHandlers } from './partnerPageHandlers.ts';
import type { PartnerPagesContext } from './partnerPagesContext.ts';

const PAGE = 50;

/** Handlers for the orders of a partner, as its server reads them too. */
export function orderCalls({ database }: PartnerPagesContext): Pick<PartnerPageHandlers, 'orders' | 'order'> {
  async function requireOrder(partnerId: string, orderNo: string): Promise<number> {
    const id = await findPartnerOrder(database, partnerId, orderNo);
    if (id === undefined) throw new AppError('member_item_unknown', { what: 'order', name: orderNo });
    return id;
  }
  return {
    async orders({ after, reference }, { partner }) {
      const before = after === undefined ? undefined : await requireOrder(partner.id, after);
      const ids = await listPartnerOrders(database, partner.id, { before, reference, limit: PAGE + 1 });
      const orders = await presentPartnerOrders(database, ids.slice(0, PAGE));
      return { orders, next: ids.length > PAGE ? (orders.at(-1)?.orderNo ?? null) : null };
    },
    async order({ orderNo }, { partner }) {
      const [order] = await presentPartnerOrders(database, [await requireOrder(partner.id, orderNo)]);
      if (!order) throw new AppError('member_item_unknown', { what: 'order', name: orderNo });
      return order;
    },
  };
}
