import { amountOf, formatAmount } from '@slipway/money/amount.ts';
import { findBuyer } from '../../account/buyerStore.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import { queueMail } from '../../notification/mailOutboxStore.ts';
import { orderMail } from '../../notification/mailTexts.ts';
import type { MailWordsFor } from '../../notification/mailWords.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Effects } from '../../platform/jobs/effectHandlers.ts';
import type { Log } from '../../platform/log/log.ts';
import { type Catalog, requireCrypto, requirePayCurrency } from '../catalog/catalog.ts';
import { isBankTransfer } from '../order/order.ts';
import { findOrderById } from '../order/orderStore.ts';
import { formatReceive } from '../quote/pricedQuote.ts';
import { livePayout } from './payoutStore.ts';

export type NotificationContext = {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly publicUrl: string;
  readonly mailWords: MailWordsFor;
  readonly log: Log;
};

export function notificationEffects(
  context: NotificationContext,
): Effects<'notify_buyer' | 'ask_consent' | 'alert_operator'> {
  return {
    notify_buyer: (orderId) => notifyBuyer(context, orderId),
    ask_consent: (orderId) => notifyBuyer(context, orderId),

    async alert_operator(orderId) {
      const order = await findOrderById(context.database, orderId);
      if (!order) return;
      const facts = { orderNo: order.orderNo, status: order.status, heldFrom: order.heldFrom, reason: order.reason };
      await raiseAlert(context.database, { key: null, orderId, kind: 'order', facts });
      context.log.warn(facts, 'an order needs the operator');
    },
  };
}

/** One letter for each state that an order comes to. */
export async function notifyBuyer(
  { database, catalog, publicUrl, mailWords }: NotificationContext,
  orderId: number,
): Promise<void> {
  const order = await findOrderById(database, orderId);
  const buyer = order?.buyerId ? await findBuyer(database, order.buyerId) : undefined;
  if (!order || !buyer) return;
  const payout = await livePayout(database, orderId);
  const crypto = requireCrypto(catalog, order.receiveCurrency);
  const { asset } = requirePayCurrency(catalog, order.payCurrency);
  const paid = (units: bigint) => `${formatAmount(amountOf(asset, units))} ${order.payCurrency}`;
  const text = orderMail(
    mailWords(order.locale),
    { status: order.status, byBank: isBankTransfer(order) },
    {
      orderNo: order.orderNo,
      pay: paid(order.payUnits),
      refunded: paid(order.refundedUnits),
      receive: `${formatReceive(amountOf(crypto.asset, order.receiveUnits))} ${crypto.symbol}`,
      link: `${publicUrl}/order-status?orderNo=${order.orderNo}`,
      address: order.address,
      transaction: payout?.transactionId ?? '',
    },
  );
  if (text) await queueMail(database, { id: `${order.orderNo}:${order.status}`, recipient: buyer.email, ...text });
}
