import { type Amount, formatAmount } from '@slipway/money/amount.ts';
import { findBuyer } from '../../account/buyerStore.ts';
import { queueMail } from '../../notification/mailOutboxStore.ts';
import { orderMail } from '../../notification/mailTexts.ts';
import type { MailWordsFor } from '../../notification/mailWords.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { type Catalog, requireCrypto } from '../catalog/catalog.ts';
import { isReceived, type Order } from '../order/order.ts';
import { formatReceive } from '../quote/pricedQuote.ts';
import { livePayout } from './payoutStore.ts';

export type LetterContext = {
  readonly catalog: Catalog;
  readonly publicUrl: string;
  readonly mailWords: MailWordsFor;
};

/** Writes to the buyer about the state that their order has come to, once for each. A guest has no address. */
export async function writeLetter(
  { catalog, publicUrl, mailWords }: LetterContext,
  transaction: Transaction,
  order: Order,
): Promise<void> {
  const buyer = order.buyerId ? await findBuyer(transaction, order.buyerId) : undefined;
  if (!buyer) return;
  const payout = await livePayout(transaction, order.id);
  const { symbol } = requireCrypto(catalog, order.receiveCurrency);
  const paid = (amount: Amount) => `${formatAmount(amount)} ${order.payCurrency}`;
  const text = orderMail(
    mailWords(order.locale),
    { status: order.status, byBank: isReceived(order) },
    {
      orderNo: order.orderNo,
      pay: paid(order.pay),
      refunded: paid(order.refunded),
      receive: `${formatReceive(order.receive)} ${symbol}`,
      link: `${publicUrl}/order-status?orderNo=${order.orderNo}`,
      address: order.address,
      transaction: payout?.transactionId ?? '',
    },
  );
  if (text) await queueMail(transaction, { id: `${order.orderNo}:${order.status}`, recipient: buyer.email, ...text });
}
