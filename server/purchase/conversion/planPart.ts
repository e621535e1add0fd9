import { toDecimal } from '@slipway/money/amount.ts';
import { type Decimal, formatDecimal } from '@slipway/money/decimal.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { type Outcome, ok, refused } from '../../providers/outcome.ts';
import { requireCrypto } from '../catalog/catalog.ts';
import type { Order } from '../order/order.ts';
import { findOrderById } from '../order/orderStore.ts';
import { fiatRate } from '../quote/priceBook.ts';
import { venueMarkets } from '../quote/venueMarkets.ts';
import type { ConversionContext } from './conversionContext.ts';
import { baseAmountToBuy, limitPrice, remainingBase } from './conversionRules.ts';
import { type Conversion, conversionsOf, insertConversion, isUnderWay } from './conversionStore.ts';

/** An order at the venue for what is still to be bought. */
export type Plan = {
  readonly base: string;
  readonly quote: string;
  readonly amount: Decimal;
  readonly limit: Decimal;
};

/** The order and the parts of its conversion so far, oldest first. */
export type PartsOfOrder = { readonly order: Order; readonly parts: readonly Conversion[] };

/** `no_market`: none of the venue's markets for the coin is listed, or has a rate to the pay currency. */
export async function planPart(
  context: ConversionContext,
  { order, parts }: PartsOfOrder,
): Promise<Outcome<Plan, 'no_market'>> {
  const crypto = requireCrypto(context.catalog, order.receiveCurrency);
  let silent: Outcome<never> | undefined;
  for (const market of venueMarkets(crypto, order.payCurrency)) {
    const rules = await context.venue.getMarketRules(market);
    const venuePerPay = fiatRate(context.prices(), order.payCurrency, market.quote, new Date());
    if (rules.kind === 'ok' && venuePerPay) {
      const left = remainingBase(toDecimal(order.receive), parts, rules.value.takerFee);
      const amount = baseAmountToBuy(left, rules.value);
      return ok({
        ...market,
        amount,
        limit: limitPrice(order, venuePerPay, context.rules, rules.value.priceDecimals),
      });
    }
    if (rules.kind !== 'ok' && rules.kind !== 'refused') silent = rules;
  }
  return silent ?? refused('no_market');
}

/** Writes the intent of the next part; `stale` when the order has gone on, or another worker has written it since. */
export async function insertPart(
  { venue }: ConversionContext,
  transaction: Transaction,
  { order, parts }: PartsOfOrder,
  plan: Plan,
): Promise<void | 'stale'> {
  if (!(await stand(transaction, { order, parts }))) return 'stale';
  const part = parts.length + 1;
  await insertConversion(transaction, {
    clientOrderId: clientOrderId(order, part),
    orderId: order.id,
    side: 'buy',
    part,
    venue: venue.id,
    base: plan.base,
    quote: plan.quote,
    baseAmount: formatDecimal(plan.amount),
    limitPrice: formatDecimal(plan.limit),
  });
}

/** Whether the order still is where it was and has the same parts, none of them under way. Asked under the order's lock. */
export async function stand(transaction: Transaction, { order, parts }: PartsOfOrder): Promise<boolean> {
  const [now, present] = await Promise.all([
    findOrderById(transaction, order.id),
    conversionsOf(transaction, order.id),
  ]);
  return now?.status === order.status && present.length === parts.length && !present.some(isUnderWay);
}

/** Kraken takes client order ids of up to 18 characters or a UUID; the order's number and the part fit every venue. */
function clientOrderId(order: Order, part: number): string {
  return `${order.orderNo.slice(0, 15)}-${part}`;
}
