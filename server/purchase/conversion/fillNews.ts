import { toDecimal } from '@slipway/money/amount.ts';
import { type Decimal, formatDecimal, multiply, rescale } from '@slipway/money/decimal.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Execution } from '../../providers/venue/venuePort.ts';
import { type Conclusion, done, tells, waits } from '../order/conclusion.ts';
import type { FillFacts } from '../order/events.ts';
import type { Order } from '../order/order.ts';
import { fiatRate } from '../quote/priceBook.ts';
import type { Executed } from './askOrExecute.ts';
import { boughtAsset } from './boughtAsset.ts';
import type { ConversionContext } from './conversionContext.ts';
import { type MarketRules, remainingBase } from './conversionRules.ts';
import { type Conversion, findConversion, isUnderWay, recordExecution } from './conversionStore.ts';
import { unbooked } from './unbooked.ts';

type FilledPart = { readonly order: Order; readonly parts: readonly Conversion[]; readonly part: Conversion };

/**
 * What follows from a part's execution: all bought, or a part of it. An open one is asked about again. Of a part that was
 * concluded before, what the venue has booked beyond that is told.
 */
export function fillNews(
  context: ConversionContext,
  { order, parts, part }: FilledPart,
  { execution, rules }: Executed,
): Conclusion {
  const { status, clientOrderId } = execution;
  if (status === 'open') return waits('part_under_way');
  const news = unbooked(part, execution);
  if (!news) return done((transaction) => recordExecution(transaction, clientOrderId, execution));
  const others = parts.filter((other) => other.clientOrderId !== clientOrderId);
  const filledBase = formatDecimal(execution.filledBase);
  const left = remainingBase(toDecimal(order.receive), [...others, { filledBase }], rules.takerFee);
  const fill = news.filledBase.coefficient === 0n ? null : fillFacts(context, order, part, news);
  const kind = isBought(left, rules) ? 'conversion_filled' : 'conversion_partial';
  return tells({ kind, key: keyOf(part, news), facts: { fill } }, async (transaction) => {
    if (await isBookedSince(transaction, part)) return 'stale';
    await recordExecution(transaction, clientOrderId, execution);
    if (execution.orders.length > 1) await alertOfSeveral(transaction, order, execution);
    return undefined;
  });
}

/** Whether another process has written the part's end since it was read: it has told the same, or more. */
export async function isBookedSince(transaction: Transaction, part: Conversion): Promise<boolean> {
  const now = await findConversion(transaction, part.clientOrderId);
  return now?.venueOrders.length !== part.venueOrders.length || now.status !== part.status;
}

/** What comes to light after the part was concluded is another fact than its end. */
function keyOf(part: Conversion, { clientOrderId, status, orders }: Execution): string {
  return isUnderWay(part)
    ? `${clientOrderId}:${status}`
    : `${clientOrderId}:${orders.map(({ venueOrderId }) => venueOrderId).join('+')}`;
}

/** Both are paid for, and both are in the books: what is beyond the order is the operator's. */
async function alertOfSeveral(transaction: Transaction, order: Order, { clientOrderId, orders }: Execution) {
  const venueOrders = orders.map(({ venueOrderId }) => venueOrderId);
  await raiseAlert(transaction, {
    key: `conversion:${clientOrderId}:${venueOrders.length}`,
    orderId: order.id,
    kind: 'bought_twice',
    facts: { orderNo: order.orderNo, clientOrderId, venueOrders },
  });
}

/** Less than the venue's smallest step may be missing by rounding; the operator's inventory bears that. */
function isBought(left: Decimal, rules: MarketRules): boolean {
  return rescale(left, rules.amountDecimals, 'down').coefficient <= 0n;
}

/** A trade as the ledger records it, with what its cost is worth in the pay currency. */
export function fillFacts(
  context: ConversionContext,
  order: Order,
  part: Pick<Conversion, 'clientOrderId' | 'base' | 'quote'>,
  execution: Pick<Execution, 'filledBase' | 'cost' | 'fees'>,
): FillFacts {
  const rate =
    part.quote === order.payCurrency
      ? undefined
      : fiatRate(context.prices(), part.quote, order.payCurrency, new Date());
  const { decimals } = order.pay.asset;
  return {
    clientOrderId: part.clientOrderId,
    base: part.base,
    baseAsset: boughtAsset(context.catalog, order, part.base),
    quote: part.quote,
    filledBase: formatDecimal(execution.filledBase),
    cost: formatDecimal(execution.cost),
    fees: execution.fees.map(({ currency, amount }) => ({ currency, amount: formatDecimal(amount) })),
    costInPayCurrency: rate && formatDecimal(rescale(multiply(execution.cost, rate), decimals, 'up')),
  };
}
