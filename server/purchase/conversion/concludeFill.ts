import { toDecimal } from '@slipway/money/amount.ts';
import { type Decimal, formatDecimal, multiply, rescale } from '@slipway/money/decimal.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Execution } from '../../providers/venue/venuePort.ts';
import type { Order } from '../order/order.ts';
import type { FillFacts } from '../order/orderEventKinds.ts';
import { type Conclusion, concludeDone, concludeWaiting, concludeWithEvent } from '../order/stepRunner/conclusion.ts';
import { findFiatRate } from '../quote/priceBook.ts';
import type { ConversionContext } from './conversionContext.ts';
import { computeRemainingBase, type MarketRules } from './conversionRules.ts';
import { type ConversionPart, findConversionPart, isPartInProgress, recordExecution } from './conversionStore.ts';
import { findBoughtAsset } from './findBoughtAsset.ts';
import type { ConversionPartExecution } from './queryOrExecutePart.ts';
import { selectUnbookedOrders } from './selectUnbookedOrders.ts';

type FilledPart = { readonly order: Order; readonly parts: readonly ConversionPart[]; readonly part: ConversionPart };

/**
 * Returns the conclusion of a part's execution: fully or partly bought. An open part is queried again. For a part that
 * was concluded before, only executions that are not booked yet are reported.
 */
export function concludeFill(
  context: ConversionContext,
  { order, parts, part }: FilledPart,
  { execution, rules }: ConversionPartExecution,
): Conclusion {
  const { status, clientOrderId } = execution;
  if (status === 'open') return concludeWaiting('part_under_way');
  const unbooked = selectUnbookedOrders(part, execution);
  if (!unbooked) return concludeDone((transaction) => recordExecution(transaction, clientOrderId, execution));
  const others = parts.filter((other) => other.clientOrderId !== clientOrderId);
  const filledBase = formatDecimal(execution.filledBase);
  const remainingBase = computeRemainingBase(toDecimal(order.receive), [...others, { filledBase }], rules.takerFee);
  const fill = unbooked.filledBase.coefficient === 0n ? null : buildFillFacts(context, order, part, unbooked);
  const kind = isBought(remainingBase, rules) ? 'conversion_filled' : 'conversion_partial';
  return concludeWithEvent({ kind, key: buildKey(part, unbooked), facts: { fill } }, async (transaction) => {
    if (await hasPartChanged(transaction, part)) return 'stale';
    await recordExecution(transaction, clientOrderId, execution);
    if (execution.orders.length > 1) await alertMultipleExecutions(transaction, order, execution);
    return undefined;
  });
}

/** Returns whether another process has stored the part's end since it was read: the event is then already reported. */
export async function hasPartChanged(transaction: Transaction, part: ConversionPart): Promise<boolean> {
  const now = await findConversionPart(transaction, part.clientOrderId);
  return now?.venueOrders.length !== part.venueOrders.length || now.status !== part.status;
}

/** Returns the event key. Executions found after the part was concluded need another key than the part's end. */
function buildKey(part: ConversionPart, { clientOrderId, status, orders }: Execution): string {
  return isPartInProgress(part)
    ? `${clientOrderId}:${status}`
    : `${clientOrderId}:${orders.map(({ venueOrderId }) => venueOrderId).join('+')}`;
}

/** Raises an alert that the venue executed several orders: all are paid and booked, and the excess is the operator's. */
async function alertMultipleExecutions(transaction: Transaction, order: Order, { clientOrderId, orders }: Execution) {
  const venueOrders = orders.map(({ venueOrderId }) => venueOrderId);
  await raiseAlert(transaction, {
    key: `conversion:${clientOrderId}:${venueOrders.length}`,
    orderId: order.id,
    kind: 'bought_twice',
    facts: { orderNo: order.orderNo, clientOrderId, venueOrders },
  });
}

/**
 * Returns whether everything is bought. A remainder below the venue's smallest step is ignored: the operator's inventory
 * covers it.
 */
function isBought(left: Decimal, rules: MarketRules): boolean {
  return rescale(left, rules.amountDecimals, 'down').coefficient <= 0n;
}

/** Returns a trade's ledger facts. `costInPayCurrency`: undefined if the trade was in that currency, or no rate is known. */
export function buildFillFacts(
  context: ConversionContext,
  order: Order,
  part: Pick<ConversionPart, 'clientOrderId' | 'base' | 'quote'>,
  execution: Pick<Execution, 'filledBase' | 'cost' | 'fees'>,
): FillFacts {
  const rate =
    part.quote === order.payCurrency
      ? undefined
      : findFiatRate(context.prices(), part.quote, order.payCurrency, new Date());
  const { decimals } = order.pay.asset;
  return {
    clientOrderId: part.clientOrderId,
    base: part.base,
    baseAsset: findBoughtAsset(context.catalog, order, part.base),
    quote: part.quote,
    filledBase: formatDecimal(execution.filledBase),
    cost: formatDecimal(execution.cost),
    fees: execution.fees.map(({ currency, amount }) => ({ currency, amount: formatDecimal(amount) })),
    costInPayCurrency: rate && formatDecimal(rescale(multiply(execution.cost, rate), decimals, 'up')),
  };
}
