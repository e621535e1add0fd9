import { compare, type Decimal, formatDecimal, parseDecimal, rescale } from '@slipway/money/decimal.ts';
import { postEntry } from '../../ledger/ledgerStore.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { type Outcome, ok, refused } from '../../providers/outcome.ts';
import type { Execution, Market } from '../../providers/venue/venuePort.ts';
import { type Conclusion, done, waits } from '../order/conclusion.ts';
import { soldPostings } from '../order/fillPostings.ts';
import type { Order } from '../order/order.ts';
import { transactionTime } from '../order/orderStore.ts';
import type { ConversionContext } from './conversionContext.ts';
import { keptBase, saleLimit } from './conversionRules.ts';
import { type Conversion, insertConversion, recordExecution, recordRefusal } from './conversionStore.ts';
import { fillFacts, isBookedSince } from './fillNews.ts';
import type { PartsOfOrder } from './planPart.ts';
import { unbooked } from './unbooked.ts';

/** A sale of what an order has bought, and of no more. */
export type Sale = { readonly market: Market; readonly amount: Decimal; readonly limit: Decimal };

/** `too_little`: nothing was bought, or less than the venue sells. `not_listed`: its market is closed, or gone. */
export async function planSale(
  { venue, rules }: ConversionContext,
  parts: readonly Conversion[],
): Promise<Outcome<Sale, 'too_little' | 'not_listed'>> {
  const newest = parts.at(-1);
  if (!newest) return refused('too_little');
  const market = { base: newest.base, quote: newest.quote };
  const marketRules = await venue.getMarketRules(market);
  if (marketRules.kind !== 'ok') return marketRules;
  const amount = rescale(keptBase(parts), marketRules.value.amountDecimals, 'down');
  if (amount.coefficient <= 0n || compare(amount, marketRules.value.minimumBase) < 0) return refused('too_little');
  const asks = await venue.getAsks(market);
  if (asks.kind !== 'ok') return asks;
  const [best] = asks.value;
  if (!best) return refused('not_listed');
  return ok({ market, amount, limit: rescale(saleLimit(best.price, rules), marketRules.value.priceDecimals, 'up') });
}

/** Writes the intent to sell, and gives its client order id: it is carried out with the loose parts. */
export async function insertSale(
  { venue }: ConversionContext,
  transaction: Transaction,
  order: Order,
  { market, amount, limit }: Sale,
): Promise<string> {
  const clientOrderId = `${order.orderNo.slice(0, 15)}-s1`;
  await insertConversion(transaction, {
    clientOrderId,
    orderId: order.id,
    side: 'sell',
    part: 1,
    venue: venue.id,
    ...market,
    baseAmount: formatDecimal(amount),
    limitPrice: formatDecimal(limit),
  });
  return clientOrderId;
}

type SaleOfOrder = Pick<PartsOfOrder, 'order'> & { readonly part: Conversion };

/** What follows from a sale: its postings, and a person is told of what is left. */
export function saleNews(context: ConversionContext, { order, part }: SaleOfOrder, execution: Execution): Conclusion {
  if (execution.status === 'open') return waits('part_under_way');
  const news = unbooked(part, execution);
  if (!news) return done();
  return done(async (transaction) => {
    if (await isBookedSince(transaction, part)) return 'stale';
    await recordExecution(transaction, part.clientOrderId, execution);
    if (news.filledBase.coefficient > 0n) {
      const postings = soldPostings(fillFacts(context, order, part, news), order);
      const key = `${order.orderNo}:sold_back:${news.orders.map(({ venueOrderId }) => venueOrderId).join('+')}`;
      await postEntry(transaction, { kind: 'sold_back', key, postings }, order.id, await transactionTime(transaction));
    }
    if (compare(execution.filledBase, parseDecimal(part.baseAmount)) < 0)
      await alertOfRest(transaction, { order, part }, formatDecimal(execution.filledBase));
    return undefined;
  });
}

/** The venue does not sell it: all of it stays on the operator's account. */
export function saleRefused({ order, part }: SaleOfOrder, reason: string): Conclusion {
  return done(async (transaction) => {
    await recordRefusal(transaction, part.clientOrderId);
    await alertOfRest(transaction, { order, part }, '0', reason);
  });
}

async function alertOfRest(transaction: Transaction, { order, part }: SaleOfOrder, sold: string, reason?: string) {
  const { orderNo } = order;
  const facts = { orderNo, coin: part.base, toSell: part.baseAmount, sold, ...(reason !== undefined && { reason }) };
  await raiseAlert(transaction, {
    key: `sale:${part.clientOrderId}`,
    orderId: order.id,
    kind: 'sale_unfinished',
    facts,
  });
}
