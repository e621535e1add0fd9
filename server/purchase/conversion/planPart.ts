import { toDecimal } from '@slipway/money/amount.ts';
import { type Decimal, formatDecimal } from '@slipway/money/decimal.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { type Outcome, ok, refused } from '../../providers/outcome.ts';
import { requireCrypto } from '../catalog/catalog.ts';
import { type Conclusion, waits } from '../order/conclusion.ts';
import type { Order } from '../order/order.ts';
import { fiatRate } from '../quote/priceBook.ts';
import { venueMarkets } from '../quote/venueMarkets.ts';
import type { ConversionContext } from './conversionContext.ts';
import { baseAmountToBuy, limitPrice, remainingBase } from './conversionRules.ts';
import { type Conversion, conversionsOf, insertConversion } from './conversionStore.ts';

/** An order at the venue for what is still to be bought. */
export type Plan = {
  readonly base: string;
  readonly quote: string;
  readonly amount: Decimal;
  readonly limit: Decimal;
};

/** The order and the parts of its conversion so far, oldest first. */
export type PartsOfOrder = { readonly order: Order; readonly parts: readonly Conversion[] };

/** Parts after which a person has to look: the market has run away from the limit. */
const MOST_PARTS = 20;

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

/** Nothing more is bought by itself; what has been bought stays on the operator's account. */
export function tooManyParts({ order, parts }: PartsOfOrder): Conclusion | undefined {
  if (parts.length < MOST_PARTS) return undefined;
  return waits('too_many_parts', async (transaction) => {
    const facts = { orderNo: order.orderNo, parts: parts.length };
    await raiseAlert(transaction, {
      key: `conversion:${order.id}:parts`,
      orderId: order.id,
      kind: 'conversion_stuck',
      facts,
    });
  });
}

/** Writes the intent of the next part; `stale` when another worker has written it since. */
export async function insertPart(
  { venue }: ConversionContext,
  transaction: Transaction,
  { order, parts }: PartsOfOrder,
  plan: Plan,
): Promise<void | 'stale'> {
  if ((await conversionsOf(transaction, order.id)).length !== parts.length) return 'stale';
  const part = parts.length + 1;
  await insertConversion(transaction, {
    clientOrderId: clientOrderId(order, part),
    orderId: order.id,
    part,
    venue: venue.id,
    base: plan.base,
    quote: plan.quote,
    baseAmount: formatDecimal(plan.amount),
    limitPrice: formatDecimal(plan.limit),
  });
}

/** Kraken takes client order ids of up to 18 characters or a UUID; the order's number and the part fit every venue. */
function clientOrderId(order: Order, part: number): string {
  return `${order.orderNo.slice(0, 15)}-${part}`;
}
