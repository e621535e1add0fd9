import { type Amount, formatAmount } from '@slipway/money/amount.ts';
import { findBuyer } from '../../account/buyerStore.ts';
import { queueMail } from '../../notification/mailOutboxStore.ts';
import { buildOrderMail } from '../../notification/mailTexts.ts';
import type { MailTranslationSource } from '../../notification/mailTranslations.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { type Catalog, requireCrypto } from '../catalog/catalog.ts';
import { isPaidByBankTransfer, type Order } from '../order/order.ts';
import { formatReceive } from '../quote/pricedQuote.ts';
import { findLivePayout } from './payoutStore.ts';

export type OrderMailContext = {
  readonly catalog: Catalog;
  readonly publicUrl: string;
  readonly mailTranslations: MailTranslationSource;
};

/** Queues an email to the buyer about the order's state, once for each state that has a text. A guest has no address. */
export async function queueOrderMail(
  { catalog, publicUrl, mailTranslations }: OrderMailContext,
  transaction: Transaction,
  order: Order,
): Promise<void> {
  const buyer = order.buyerId ? await findBuyer(transaction, order.buyerId) : undefined;
  if (!buyer) return;
  const payout = await findLivePayout(transaction, order.id);
  const { symbol } = requireCrypto(catalog, order.receiveCurrency);
  const formatPaid = (amount: Amount) => `${formatAmount(amount)} ${order.payCurrency}`;
  const text = buildOrderMail(
    mailTranslations(order.locale),
    { status: order.status, byBank: isPaidByBankTransfer(order) },
    {
      orderNo: order.orderNo,
      pay: formatPaid(order.pay),
      refunded: formatPaid(order.refunded),
      receive: `${formatReceive(order.receive)} ${symbol}`,
      link: `${publicUrl}/order-status?orderNo=${order.orderNo}`,
      address: order.address,
      transaction: payout?.transactionId ?? '',
    },
  );
  if (text) await queueMail(transaction, { id: `${order.orderNo}:${order.status}`, recipient: buyer.email, ...text });
}
