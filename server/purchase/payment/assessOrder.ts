import { multiply, parseDecimal } from '@slipway/money/decimal.ts';
import { findBuyer } from '../../account/buyerStore.ts';
import type { Rules } from '../../platform/config/rules.ts';
import type { Database } from '../../platform/database/database.ts';
import type { TradingVenue } from '../../providers/venue/venuePort.ts';
import { judgeRisk } from '../../risk/riskRules.ts';
import { cardsTried, paidEuroCents, recordDecision } from '../../risk/riskStore.ts';
import type { AddressScreening } from '../address/screening.ts';
import { type Catalog, type Crypto, requireCrypto, requirePayCurrency } from '../catalog/catalog.ts';
import type { Assessment } from '../order/events.ts';
import { isBankTransfer, type Order } from '../order/order.ts';
import { fiatRate, type PriceBook } from '../quote/priceBook.ts';
import { venueMarkets } from '../quote/venueMarkets.ts';
import { executablePrice, judgeDrift, receiveDecimal } from './drift.ts';

/** Risk and identity are judged from the database alone. */
export type GuardContext = {
  readonly database: Database;
  readonly screening: AddressScreening;
  readonly rules: Rules;
};

/** Drift also needs the venue's book, which only the worker talks to. */
export type AssessmentContext = GuardContext & {
  readonly catalog: Catalog;
  readonly prices: () => PriceBook;
  readonly venue: TradingVenue;
};

const IDENTITY_DAYS = 30;
const RISK_DAYS = 1;

/**
 * Judges the three guards of an order just before the event that they decide. Undefined when the executable price
 * cannot be found out right now: the caller tries again, the money stays held meanwhile.
 */
export async function assessOrder(context: AssessmentContext, order: Order): Promise<Assessment | undefined> {
  const guards = await assessGuards(context, order);
  // Bank transfers are priced when the money comes: nothing was promised that the market could move away from.
  if (isBankTransfer(order) || guards.risk === 'hold' || guards.identity === 'needed') return guards;
  const drift = await assessDrift(context, order);
  if (drift === 'unknown') return undefined;
  return drift === undefined ? guards : { ...guards, driftedUnits: drift };
}

/** Risk and identity without the price: for a wait in which the price has been agreed. */
export async function assessGuards(context: GuardContext, order: Order): Promise<Assessment> {
  const [risk, identity] = await Promise.all([assessRisk(context, order), assessIdentity(context, order)]);
  return { ...risk, identity };
}

async function assessRisk(
  { database, screening, rules }: GuardContext,
  order: Order,
): Promise<Pick<Assessment, 'risk' | 'riskRule'>> {
  const { buyerId } = order;
  const facts = {
    addressDenied: screening.isDenied(order.address),
    dayEuroCents: order.euroCents + (buyerId ? await paidEuroCents(database, buyerId, order.id, RISK_DAYS) : 0n),
    cardsTriedInDay: buyerId ? await cardsTried(database, buyerId, RISK_DAYS) : 0,
  };
  const decision = judgeRisk(facts, rules);
  const rule = decision.outcome === 'hold' ? decision.rule : '';
  await recordDecision(database, order.id, { outcome: decision.outcome, rule, facts });
  return decision.outcome === 'hold' ? { risk: 'hold', riskRule: decision.rule } : { risk: 'clear' };
}

async function assessIdentity({ database, rules }: GuardContext, order: Order): Promise<Assessment['identity']> {
  if (!order.buyerId) return 'needed';
  const buyer = await findBuyer(database, order.buyerId);
  if (buyer && buyer.kycLevel >= 2) return 'accepted';
  const total = order.euroCents + (await paidEuroCents(database, order.buyerId, order.id, IDENTITY_DAYS));
  return total > rules.identityAboveEuroCents ? 'needed' : 'accepted';
}

async function assessDrift(context: AssessmentContext, order: Order): Promise<bigint | undefined | 'unknown'> {
  const crypto = requireCrypto(context.catalog, order.receiveCurrency);
  const payAsset = requirePayCurrency(context.catalog, order.payCurrency).asset;
  const executable = await executableInPayCurrency(context, order, crypto);
  if (!executable) return 'unknown';
  return judgeDrift({
    payAsset,
    payUnits: order.payUnits,
    receiveAsset: crypto.asset,
    receiveUnits: order.receiveUnits,
    processingFeeUnits: order.processingFeeUnits,
    networkFeeUnits: order.networkFeeUnits,
    quotedMid: parseDecimal(order.referencePrice),
    executable,
    spread: crypto.spread,
    limit: context.rules.driftLimit,
  });
}

async function executableInPayCurrency({ venue, prices }: AssessmentContext, order: Order, crypto: Crypto) {
  const amount = receiveDecimal(crypto.asset, order.receiveUnits);
  for (const market of venueMarkets(crypto, order.payCurrency)) {
    const [rules, asks] = await Promise.all([venue.getMarketRules(market), venue.getAsks(market)]);
    if (rules.kind !== 'ok' || asks.kind !== 'ok') continue;
    const price = executablePrice(asks.value, amount, rules.value.takerFee);
    const rate = fiatRate(prices(), market.quote, order.payCurrency, new Date());
    if (price && rate) return multiply(price, rate);
  }
  return undefined;
}
