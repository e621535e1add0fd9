import type { ErrorKey } from '@slipway/contract/errors.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { PartnerHandlers } from '../../partner/api/partnerHandlers.ts';
import { AppError } from '../../platform/http/appError.ts';
import { computeOwedAmount, isFulfilledByProvider, type Order } from '../order/order.ts';
import { lockOrder } from '../order/orderStore.ts';
import { findPartnerOrder } from '../order/partner/partnerOrderStore.ts';
import { hasOpenRefundRequest, insertRefundRequest } from './partnerRefundStore.ts';

/** Reasons why an order cannot be refunded; the first that applies is thrown. */
const OBSTACLES: readonly (readonly [ErrorKey, (order: Order) => boolean])[] = [
  ['refund_at_provider', isFulfilledByProvider],
  ['refund_under_way', ({ status }) => status === 'refunding' || status === 'refunded' || status === 'voiding'],
  ['refund_too_late', ({ status, payoutSigned }) => status === 'delivered' || payoutSigned],
  ['refund_nothing_paid', (order) => computeOwedAmount(order).units === 0n],
];

/**
 * Lets a partner's server request a refund: raises an alert, and a person decides by a command. Moves no money.
 */
export const partnerRefundCalls: Pick<PartnerHandlers, 'requestRefund'> = {
  async requestRefund({ orderNo, reason }, { partner, keyId }, transaction) {
    const orderId = await findPartnerOrder(transaction, partner.id, orderNo);
    if (orderId === undefined) throw new AppError('order_unknown');
    const { order } = await lockOrder(transaction, orderId);
    const obstacle = OBSTACLES.find(([, holds]) => holds(order));
    if (obstacle) throw new AppError(obstacle[0]);
    if (await hasOpenRefundRequest(transaction, orderId)) throw new AppError('refund_already_requested');
    const { id, requestedAt } = await insertRefundRequest(transaction, {
      orderId,
      partnerId: partner.id,
      keyId,
      reason,
    });
    // The reason may contain a name: it is stored with the order and not sent with the alert.
    const facts = { orderNo, partner: partner.id };
    await raiseAlert(transaction, {
      key: `partner_refund_request:${id}`,
      orderId,
      kind: 'partner_refund_request',
      facts,
    });
    return { data: { orderNo, requestedAt: requestedAt.toISOString() } };
  },
};
