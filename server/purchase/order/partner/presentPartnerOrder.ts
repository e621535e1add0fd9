import type { PartnerOrder } from '@slipway/contract/webhookEvents.ts';
import { addAmounts, formatAmount } from '@slipway/money/amount.ts';
import { formatReceive } from '../../quote/pricedQuote.ts';
import type { Order } from '../order.ts';
import { presentReferences } from '../presentation/presentOrder.ts';

/**
 * Returns an order as it is sent to its partner, without personal data or wallet address. Partners get orders only in this
 * form. `transactionId`: the transaction of the delivery.
 */
export function presentPartnerOrder(order: Order, transactionId: string | null): PartnerOrder {
  return {
    orderNo: order.orderNo,
    sequence: order.eventSequence,
    status: order.status,
    exception: order.exception,
    dispute: order.dispute,
    sendCurrency: order.payCurrency,
    sendCurrencyAmount: formatAmount(order.pay),
    getCurrency: order.receiveCurrency,
    getCurrencyAmount: formatReceive(order.receive),
    network: order.network,
    payMethod: order.payMethod,
    paidAmount: formatAmount(addAmounts(order.captured, order.received)),
    refundedAmount: formatAmount(order.refunded),
    transactionId,
    ...presentReferences(order),
    sessionId: order.partnerSession,
  };
}
