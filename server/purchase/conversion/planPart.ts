import { toDecimal } from '@slipway/money/amount.ts';
import { type Decimal, formatDecimal } from '@slipway/money/decimal.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { type Outcome, ok, refused } from '../../providers/outcome.ts';
import { requireCrypto } from '../catalog/catalog.ts';
import type { Order } from '../order/order.ts';
import { findOrderById } from '../order/orderStore.ts';
import { listVenueMarkets } from '../quote/listVenueMarkets.ts';
import { findFiatRate } from '../quote/priceBook.ts';
import type { ConversionContext } from './conversionContext.ts';
import { computeBaseToBuy, computeLimitPrice, computeRemainingBase } from './conversionRules.ts';
import { type ConversionPart, insertConversionPart, isPartInProgress, listConversionParts } from './conversionStore.ts';

/** The planned venue order for the remainder. */
export type PartPlan = {
  readonly base: string;
  readonly quote: string;
  readonly amount: Decimal;
  readonly limit: Decimal;
};

/** The order and the parts of its conversion so far, oldest first. */
export type OrderParts = { readonly order: Order; readonly parts: readonly ConversionPart[] };

/**
 * Plans the next part, on the first market of the coin that the venue lists and whose currency has a known rate to the pay
 * currency. `no_market`: there is none.
 */
export async function planPart(
  context: ConversionContext,
  { order, parts }: OrderParts,
): Promise<Outcome<PartPlan, 'no_market'>> {
  const crypto = requireCrypto(context.catalog, order.receiveCurrency);
  let unanswered: Outcome<never> | undefined;
  for (const market of listVenueMarkets(crypto, order.payCurrency)) {
    const rules = await context.venue.getMarketRules(market);
    const venuePerPay = findFiatRate(context.prices(), order.payCurrency, market.quote, new Date());
    if (rules.kind === 'ok' && venuePerPay) {
      const remainingBase = computeRemainingBase(toDecimal(order.receive), parts, rules.value.takerFee);
      const amount = computeBaseToBuy(remainingBase, rules.value);
      return ok({
        ...market,
        amount,
        limit: computeLimitPrice(order, venuePerPay, context.rules, rules.value.priceDecimals),
      });
    }
    if (rules.kind !== 'ok' && rules.kind !== 'refused') unanswered = rules;
  }
  return unanswered ?? refused('no_market');
}

/** Stores the intent of the next part. Returns `stale` if the order has changed, or another worker has stored the part. */
export async function insertPart(
  { venue }: ConversionContext,
  transaction: Transaction,
  { order, parts }: OrderParts,
  plan: PartPlan,
): Promise<void | 'stale'> {
  if (!(await isConversionUnchanged(transaction, { order, parts }))) return 'stale';
  const part = parts.length + 1;
  await insertConversionPart(transaction, {
    clientOrderId: buildClientOrderId(order, part),
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

/** Returns whether the order has the same state and the same parts, none of them open. Call under the order's lock. */
export async function isConversionUnchanged(transaction: Transaction, { order, parts }: OrderParts): Promise<boolean> {
  const [now, present] = await Promise.all([
    findOrderById(transaction, order.id),
    listConversionParts(transaction, order.id),
  ]);
  return now?.status === order.status && present.length === parts.length && !present.some(isPartInProgress);
}

/** Kraken accepts client order ids of up to 18 characters, or a UUID. This id fits every venue. */
function buildClientOrderId(order: Order, part: number): string {
  return `${order.orderNo.slice(0, 15)}-${part}`;
}
