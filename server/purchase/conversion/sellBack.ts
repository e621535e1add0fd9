import { compare, type Decimal, formatDecimal, parseDecimal, rescale } from '@slipway/money/decimal.ts';
import { postEntry } from '../../ledger/ledgerStore.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { type Outcome, ok, refused } from '../../providers/outcome.ts';
import type { Execution, Market } from '../../providers/venue/venuePort.ts';
import type { Order } from '../order/order.ts';
import { readTransactionTime } from '../order/orderStore.ts';
import { buildSalePostings } from '../order/postings/fillPostings.ts';
import { type Conclusion, concludeDone, concludeWaiting } from '../order/stepRunner/conclusion.ts';
import { buildFillFacts, hasPartChanged } from './concludeFill.ts';
import type { ConversionContext } from './conversionContext.ts';
import { computeNetBoughtBase, computeSaleLimitPrice } from './conversionRules.ts';
import { type ConversionPart, insertConversionPart, recordExecution, recordRefusal } from './conversionStore.ts';
import type { OrderParts } from './planPart.ts';
import { selectUnbookedOrders } from './selectUnbookedOrders.ts';

/** A sale of what an order has bought, without fees taken in the coin, rounded down to the venue's precision. */
export type Sale = { readonly market: Market; readonly amount: Decimal; readonly limit: Decimal };

/**
 * Plans a sale. `too_little`: nothing was bought, or less than the venue's minimum. `not_listed`: the venue does not
 * list the market, or the market has no offers.
 */
export async function planSale(
  { venue, rules }: ConversionContext,
  parts: readonly ConversionPart[],
): Promise<Outcome<Sale, 'too_little' | 'not_listed'>> {
  const newest = parts.at(-1);
  if (!newest) return refused('too_little');
  const market = { base: newest.base, quote: newest.quote };
  const marketRules = await venue.getMarketRules(market);
  if (marketRules.kind !== 'ok') return marketRules;
  const amount = rescale(computeNetBoughtBase(parts), marketRules.value.amountDecimals, 'down');
  if (amount.coefficient <= 0n || compare(amount, marketRules.value.minimumBase) < 0) return refused('too_little');
  const asks = await venue.getAsks(market);
  if (asks.kind !== 'ok') return asks;
  const [best] = asks.value;
  if (!best) return refused('not_listed');
  return ok({
    market,
    amount,
    limit: rescale(computeSaleLimitPrice(best.price, rules), marketRules.value.priceDecimals, 'up'),
  });
}

/** Stores the intent to sell and returns its client order id; `settleDetachedParts` executes it. */
export async function insertSale(
  { venue }: ConversionContext,
  transaction: Transaction,
  order: Order,
  { market, amount, limit }: Sale,
): Promise<string> {
  const clientOrderId = `${order.orderNo.slice(0, 15)}-s1`;
  await insertConversionPart(transaction, {
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

type SaleOfOrder = Pick<OrderParts, 'order'> & { readonly part: ConversionPart };

/**
 * Returns the conclusion of a sale: waits while it is open, then posts executions that are not booked yet, and raises an alert
 * about an unsold remainder.
 */
export function concludeSale(
  context: ConversionContext,
  { order, part }: SaleOfOrder,
  execution: Execution,
): Conclusion {
  if (execution.status === 'open') return concludeWaiting('part_under_way');
  const unbooked = selectUnbookedOrders(part, execution);
  if (!unbooked) return concludeDone();
  return concludeDone(async (transaction) => {
    if (await hasPartChanged(transaction, part)) return 'stale';
    await recordExecution(transaction, part.clientOrderId, execution);
    if (unbooked.filledBase.coefficient > 0n) {
      const postings = buildSalePostings(buildFillFacts(context, order, part, unbooked), order);
      const key = `${order.orderNo}:sold_back:${unbooked.orders.map(({ venueOrderId }) => venueOrderId).join('+')}`;
      await postEntry(
        transaction,
        { kind: 'sold_back', key, postings },
        order.id,
        await readTransactionTime(transaction),
      );
    }
    if (compare(execution.filledBase, parseDecimal(part.baseAmount)) < 0)
      await alertUnsoldRemainder(transaction, { order, part }, formatDecimal(execution.filledBase));
    return undefined;
  });
}

/** Returns the conclusion of a refused sale: the coins stay on the operator's account at the venue. */
export function concludeRefusedSale({ order, part }: SaleOfOrder, reason: string): Conclusion {
  return concludeDone(async (transaction) => {
    await recordRefusal(transaction, part.clientOrderId);
    await alertUnsoldRemainder(transaction, { order, part }, '0', reason);
  });
}

async function alertUnsoldRemainder(
  transaction: Transaction,
  { order, part }: SaleOfOrder,
  sold: string,
  reason?: string,
) {
  const { orderNo } = order;
  const facts = { orderNo, coin: part.base, toSell: part.baseAmount, sold, ...(reason !== undefined && { reason }) };
  await raiseAlert(transaction, {
    key: `sale:${part.clientOrderId}`,
    orderId: order.id,
    kind: 'sale_unfinished',
    facts,
  });
}
