import type { ErrorKey } from '@slipway/contract/errors.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { PartnerHandlers } from '../../partner/api/partnerHandlers.ts';
import { AppError } from '../../platform/http/appError.ts';
import { isProvidersOrder, type Order, owedAmount } from '../order/order.ts';
import { lockOrder } from '../order/orderStore.ts';
import { findPartnerOrder } from '../order/partnerOrderStore.ts';
import { insertRefundRequest, isRefundAsked } from './partnerRefundStore.ts';

/** Why nobody could give the money of an order back, the first that holds. */
const OBSTACLES: readonly (readonly [ErrorKey, (order: Order) => boolean])[] = [
  ['refund_elsewhere', isProvidersOrder],
  ['refund_under_way', ({ status }) => status === 'refunding' || status === 'refunded' || status === 'voiding'],
  ['refund_too_late', ({ status, payoutSigned }) => status === 'delivered' || payoutSigned],
  ['refund_nothing_paid', (order) => owedAmount(order).units === 0n],
];

/** A partner's server asks: an alert calls a person, who decides by a command. Nothing moves here. */
export const partnerRefundCalls: Pick<PartnerHandlers, 'askRefund'> = {
  async askRefund({ orderNo, reason }, { partner, keyId }, transaction) {
    const orderId = await findPartnerOrder(transaction, partner.id, orderNo);
    if (orderId === undefined) throw new AppError('order_unknown');
    const { order } = await lockOrder(transaction, orderId);
    const obstacle = OBSTACLES.find(([, holds]) => holds(order));
    if (obstacle) throw new AppError(obstacle[0]);
    if (await isRefundAsked(transaction, orderId)) throw new AppError('refund_already_asked');
    const { id, askedAt } = await insertRefundRequest(transaction, { orderId, partnerId: partner.id, keyId, reason });
    // The reason may name a person: it stays with the order, and out of letters.
    const facts = { orderNo, partner: partner.id };
    await raiseAlert(transaction, { key: `refund_wanted:${id}`, orderId, kind: 'refund_wanted', facts });
    return { data: { orderNo, askedAt: askedAt.toISOString() } };
  },
};
