import { amountOf, toDecimal } from '@slipway/money/amount.ts';
import { type Decimal, formatDecimal, multiply, parseDecimal, rescale } from '@slipway/money/decimal.ts';
import type { Rules } from '../../platform/config/rules.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Effects } from '../../platform/jobs/effectHandlers.ts';
import type { Execution, TradingVenue } from '../../providers/venue/venuePort.ts';
import { type Catalog, requireCrypto, requirePayCurrency } from '../catalog/catalog.ts';
import { applyEvent, type OrderMachine } from '../order/applyEvent.ts';
import type { EventKind, FillFacts } from '../order/events.ts';
import type { Order } from '../order/order.ts';
import { findOrderById, lockOrder } from '../order/orderStore.ts';
import { fiatRate, type PriceBook } from '../quote/priceBook.ts';
import { venueMarkets } from '../quote/venueMarkets.ts';
import { baseAmountToBuy, limitPrice, type MarketRules, remainingBase } from './conversionRules.ts';
import {
  type Conversion,
  claimConversion,
  conversionsOf,
  insertConversion,
  recordExecution,
  releaseConversion,
} from './conversionStore.ts';

export type ConversionContext = {
  readonly database: Database;
  readonly machine: OrderMachine;
  readonly catalog: Catalog;
  readonly prices: () => PriceBook;
  readonly venue: TradingVenue;
  readonly rules: Rules;
};

type ConversionEffect = 'start_conversion' | 'sync_conversion' | 'execute_remainder';

/** Parts after which somebody has to look: the market has run away from the limit. */
const MOST_PARTS = 20;

/**
 * Buys the crypto. The intent with its client order id is committed first; every step then asks the venue about that id
 * and acts only when the venue has never heard of it.
 */
export function conversionEffects(context: ConversionContext): Effects<ConversionEffect> {
  return {
    async start_conversion(orderId) {
      const order = await findOrderById(context.database, orderId);
      if (order?.status === 'paid') await requestPart(context, order, []);
    },

    async sync_conversion(orderId) {
      const order = await findOrderById(context.database, orderId);
      if (order?.status !== 'converting') return;
      const parts = await conversionsOf(context.database, orderId);
      const newest = parts.at(-1);
      if (!newest) return;
      if (newest.status === 'requested' || newest.status === 'open') return askOrExecute(context, order, newest);
      await requestPart(context, order, parts);
    },

    async execute_remainder(orderId) {
      const order = await findOrderById(context.database, orderId);
      if (order?.status !== 'converting') return;
      const parts = await conversionsOf(context.database, orderId);
      const newest = parts.at(-1);
      if (newest && newest.status !== 'requested' && newest.status !== 'open') await requestPart(context, order, parts);
    },
  };
}

type Plan = { readonly base: string; readonly quote: string; readonly amount: Decimal; readonly limit: Decimal };

/** Commits the intent of one part; the next step carries it out. */
async function requestPart(context: ConversionContext, order: Order, parts: readonly Conversion[]): Promise<void> {
  if (parts.length >= MOST_PARTS) return;
  const plan = await planPart(context, order, parts);
  if (!plan) return;
  const part = parts.length + 1;
  await context.database.transaction(async (transaction) => {
    await lockOrder(transaction, order.id);
    const present = await conversionsOf(transaction, order.id);
    if (present.length !== parts.length) return;
    await insertConversion(transaction, {
      clientOrderId: clientOrderId(order, part),
      orderId: order.id,
      part,
      venue: context.venue.id,
      base: plan.base,
      quote: plan.quote,
      baseAmount: formatDecimal(plan.amount),
      limitPrice: formatDecimal(plan.limit),
    });
    if (part > 1) {
      await context.machine.jobs.send(transaction, {
        effect: 'sync_conversion',
        orderId: order.id,
        subject: '',
        cause: 'next part',
      });
      return;
    }
    await applyEvent(context.machine, transaction, order.id, {
      kind: 'conversion_started',
      key: `conversion:${part}:started`,
      data: {},
    });
  });
}

async function planPart(
  context: ConversionContext,
  order: Order,
  parts: readonly Conversion[],
): Promise<Plan | undefined> {
  const crypto = requireCrypto(context.catalog, order.receiveCurrency);
  const payAsset = requirePayCurrency(context.catalog, order.payCurrency).asset;
  const owed = toDecimal(amountOf(crypto.asset, order.receiveUnits));
  for (const market of venueMarkets(crypto, order.payCurrency)) {
    const rules = await context.venue.getMarketRules(market);
    const venuePerPay = fiatRate(context.prices(), order.payCurrency, market.quote, new Date());
    if (rules.kind !== 'ok' || !venuePerPay) continue;
    const left = remainingBase(owed, parts, rules.value.takerFee);
    return {
      ...market,
      amount: baseAmountToBuy(left, rules.value),
      limit: limitPrice(order, payAsset, crypto.asset, venuePerPay, context.rules, rules.value.priceDecimals),
    };
  }
  return undefined;
}

async function askOrExecute(context: ConversionContext, order: Order, conversion: Conversion): Promise<void> {
  const market = { base: conversion.base, quote: conversion.quote };
  const known = await context.venue.getExecution(conversion.clientOrderId, market);
  if (known.kind === 'ok') return recordFill(context, order, conversion, known.value);
  if (known.kind !== 'refused' || !(await claimConversion(context.database, conversion.clientOrderId))) return;
  const executed = await context.venue.execute({
    clientOrderId: conversion.clientOrderId,
    market,
    baseAmount: parseDecimal(conversion.baseAmount),
    limitPrice: parseDecimal(conversion.limitPrice),
  });
  if (executed.kind === 'ok') return recordFill(context, order, conversion, executed.value);
  // Nothing left this process: the next step may try at once. An unknown outcome keeps its claim.
  if (executed.kind === 'unavailable') return releaseConversion(context.database, conversion.clientOrderId);
  if (executed.kind === 'unknown')
    return tell(context, order, 'conversion_unknown', `${conversion.clientOrderId}:unknown`);
  if (executed.kind === 'refused') {
    // Our balance at the venue, or its rules: nobody's money is lost, and nothing was bought in this part.
    return tell(
      context,
      order,
      'conversion_failed',
      `${conversion.clientOrderId}:refused:${executed.reason}`,
      executed.reason,
    );
  }
}

/** Takes a final execution to the order: all bought, or a part of it. An open one is asked about again. */
async function recordFill(
  context: ConversionContext,
  order: Order,
  conversion: Conversion,
  execution: Execution,
): Promise<void> {
  if (execution.status === 'open') return;
  const crypto = requireCrypto(context.catalog, order.receiveCurrency);
  const parts = await conversionsOf(context.database, order.id);
  const owed = toDecimal(amountOf(crypto.asset, order.receiveUnits));
  const others = parts.filter((part) => part.clientOrderId !== conversion.clientOrderId);
  const rules = await context.venue.getMarketRules({ base: conversion.base, quote: conversion.quote });
  if (rules.kind !== 'ok') return;
  const filledBase = formatDecimal(execution.filledBase);
  const left = remainingBase(owed, [...others, { filledBase }], rules.value.takerFee);
  const fill = fillFacts(context, order, conversion, execution);
  await context.database.transaction(async (transaction) => {
    await recordExecution(transaction, conversion.clientOrderId, {
      status: execution.status,
      filledBase,
      cost: formatDecimal(execution.cost),
      fees: execution.fees,
    });
    await applyEvent(context.machine, transaction, order.id, {
      kind: isBought(left, rules.value) ? 'conversion_filled' : 'conversion_partial',
      key: `${conversion.clientOrderId}:${execution.status}`,
      data: execution.filledBase.coefficient === 0n ? {} : { fill },
    });
  });
}

/** Less than the venue's smallest step may be missing by rounding; the operator's inventory bears that. */
function isBought(left: Decimal, rules: MarketRules): boolean {
  return rescale(left, rules.amountDecimals, 'down').coefficient <= 0n;
}

function fillFacts(context: ConversionContext, order: Order, conversion: Conversion, execution: Execution): FillFacts {
  const payAsset = requirePayCurrency(context.catalog, order.payCurrency).asset;
  const rate =
    conversion.quote === order.payCurrency
      ? undefined
      : fiatRate(context.prices(), conversion.quote, order.payCurrency, new Date());
  return {
    clientOrderId: conversion.clientOrderId,
    base: conversion.base,
    quote: conversion.quote,
    filledBase: formatDecimal(execution.filledBase),
    cost: formatDecimal(execution.cost),
    fees: execution.fees.map(({ currency, amount }) => ({ currency, amount: formatDecimal(amount) })),
    costInPayCurrency: rate && formatDecimal(rescale(multiply(execution.cost, rate), payAsset.decimals, 'up')),
  };
}

async function tell(
  context: ConversionContext,
  order: Order,
  kind: EventKind,
  key: string,
  reason?: string,
): Promise<void> {
  await context.database.transaction((transaction) =>
    applyEvent(context.machine, transaction, order.id, { kind, key, data: { reason } }),
  );
}

/** Kraken takes client order ids of up to 18 characters or a UUID; the order's number and the part fit every venue. */
function clientOrderId(order: Order, part: number): string {
  return `${order.orderNo.slice(0, 15)}-${part}`;
}
