import { toDecimal } from '@slipway/money/amount.ts';
import { type Decimal, formatDecimal, multiply, rescale } from '@slipway/money/decimal.ts';
import type { Execution } from '../../providers/venue/venuePort.ts';
import { type Conclusion, tells, waits } from '../order/conclusion.ts';
import type { FillFacts } from '../order/events.ts';
import type { Order } from '../order/order.ts';
import { fiatRate } from '../quote/priceBook.ts';
import type { ConversionContext } from './conversionContext.ts';
import { type MarketRules, remainingBase } from './conversionRules.ts';
import { type Conversion, recordExecution } from './conversionStore.ts';

type FilledPart = { readonly order: Order; readonly parts: readonly Conversion[]; readonly part: Conversion };

/** What follows from a part's execution: all bought, or a part of it. An open one is asked about again. */
export function fillNews(
  context: ConversionContext,
  { order, parts, part }: FilledPart,
  { execution, rules }: { readonly execution: Execution; readonly rules: MarketRules },
): Conclusion {
  const { status } = execution;
  if (status === 'open') return waits('part_under_way');
  const filledBase = formatDecimal(execution.filledBase);
  const others = parts.filter(({ clientOrderId }) => clientOrderId !== part.clientOrderId);
  const left = remainingBase(toDecimal(order.receive), [...others, { filledBase }], rules.takerFee);
  const fill = execution.filledBase.coefficient === 0n ? null : fillFacts(context, order, part, execution);
  const kind = isBought(left, rules) ? 'conversion_filled' : 'conversion_partial';
  return tells({ kind, key: `${part.clientOrderId}:${status}`, facts: { fill } }, (transaction) =>
    recordExecution(transaction, part.clientOrderId, {
      status,
      filledBase,
      cost: formatDecimal(execution.cost),
      fees: execution.fees,
    }),
  );
}

/** Less than the venue's smallest step may be missing by rounding; the operator's inventory bears that. */
function isBought(left: Decimal, rules: MarketRules): boolean {
  return rescale(left, rules.amountDecimals, 'down').coefficient <= 0n;
}

function fillFacts(context: ConversionContext, order: Order, part: Conversion, execution: Execution): FillFacts {
  const rate =
    part.quote === order.payCurrency
      ? undefined
      : fiatRate(context.prices(), part.quote, order.payCurrency, new Date());
  const { decimals } = order.pay.asset;
  return {
    clientOrderId: part.clientOrderId,
    base: part.base,
    quote: part.quote,
    filledBase: formatDecimal(execution.filledBase),
    cost: formatDecimal(execution.cost),
    fees: execution.fees.map(({ currency, amount }) => ({ currency, amount: formatDecimal(amount) })),
    costInPayCurrency: rate && formatDecimal(rescale(multiply(execution.cost, rate), decimals, 'up')),
  };
}
