import type { PartnerPageCallData } from '@slipway/contract/partnerPageCalls.ts';
import { sumSharesOfOrders } from '../partner/shareStore.ts';
import { AppError } from '../platform/http/appError.ts';
import { presentPartnerOrders } from '../purchase/order/partner/partnerOrderCalls.ts';
import { findPartnerOrder, listPartnerOrderIds } from '../purchase/order/partner/partnerOrderStore.ts';
import type { PartnerPageHandlers } from './partnerPageHandlers.ts';
import type { PartnerPagesContext } from './partnerPagesContext.ts';
import { presentShare } from './presentShare.ts';

const PAGE = 50;

/** Handlers for the orders of a partner, as its server reads them, with the partner's shares. */
export function orderCalls({ database }: PartnerPagesContext): Pick<PartnerPageHandlers, 'orders' | 'order'> {
  async function requireOrder(partnerId: string, orderNo: string): Promise<number> {
    const id = await findPartnerOrder(database, partnerId, orderNo);
    if (id === undefined) throw new AppError('member_item_unknown', { what: 'order', name: orderNo });
    return id;
  }
  async function presentOrders(ids: readonly number[]): Promise<PartnerPageCallData<'orders'>['orders']> {
    const orders = await presentPartnerOrders(database, ids);
    const shares = await sumSharesOfOrders(
      database,
      orders.map(({ orderNo }) => orderNo),
    );
    return orders.map((order) => {
      const share = shares.get(order.orderNo);
      return { ...order, share: share ? presentShare(share) : null };
    });
  }
  return {
    async orders({ after, reference }, { partner }) {
      const before = after === undefined ? undefined : await requireOrder(partner.id, after);
      const ids = await listPartnerOrderIds(database, partner.id, { before, reference, limit: PAGE + 1 });
      const orders = await presentOrders(ids.slice(0, PAGE));
      return { orders, next: ids.length > PAGE ? (orders.at(-1)?.orderNo ?? null) : null };
    },
    async order({ orderNo }, { partner }) {
      const [order] = await presentOrders([await requireOrder(partner.id, orderNo)]);
      if (!order) throw new AppError('member_item_unknown', { what: 'order', name: orderNo });
      return order;
    },
  };
}
