import { toDecimal } from '@slipway/money/amount.ts';
import { multiply, parseDecimal } from '@slipway/money/decimal.ts';
import { addSpread } from '@slipway/money/pricing.ts';
import { isBlocked } from '../../../account/blockStore.ts';
import { type Buyer, findBuyer } from '../../../account/buyerStore.ts';
import { findProfile, isRenamedSince, type Profile } from '../../../account/details/profileStore.ts';
import { isIdentityOutdated, resetIdentity } from '../../../account/identityLevels/identityLevelStore.ts';
import type { PersonFacts } from '../../../account/personMarks.ts';
import { addPersonMarks } from '../../../account/personStore.ts';
import type { Rules } from '../../../platform/config/rules.ts';
import type { Database } from '../../../platform/database/database.ts';
import { randomToken } from '../../../platform/secrets.ts';
import type { CardDetails } from '../../../providers/card/cardPort.ts';
import type { TradingVenue } from '../../../providers/venue/venuePort.ts';
import { reserveWithoutDocument } from '../../../risk/identityLimit.ts';
import { judgeOrder, type OrderRiskFacts, type RiskContext } from '../../../risk/judgeOrder.ts';
import { reserveLimits } from '../../../risk/reserveLimits.ts';
import { reservePayment } from '../../../risk/riskStore.ts';
import { type Catalog, type Crypto, requireCrypto } from '../../catalog/catalog.ts';
import { getMethodTraits, isPaidByBankTransfer, type Order } from '../../order/order.ts';
import type { Assessment } from '../../order/orderEventKinds.ts';
import { listVenueMarkets } from '../../quote/listVenueMarkets.ts';
import { formatPrice } from '../../quote/makeQuote.ts';
import { findFiatRate, findReferencePrice, type PriceBook } from '../../quote/priceBook.ts';
import { findNewestAttempt } from '../attemptStore.ts';
import { computeDriftedUnits, computeExecutablePrice, computeReceivedUnits, isDrifted } from './drift.ts';
import { isOtherPayer } from './payerName.ts';

/** Risk and identity need only the database. */
export type GuardContext = RiskContext & {
  readonly database: Database;
  readonly rules: Rules;
};

/** Drift also needs the exchange's order book, which only a worker requests. */
export type AssessmentContext = GuardContext & {
  readonly catalog: Catalog;
  readonly prices: () => PriceBook;
  readonly venue: TradingVenue;
};

/** The payer's card or account, as the acquirer or the bank reports it. Without a card, that of the newest attempt is used. */
export type PayerDetails = {
  readonly card?: CardDetails | undefined;
  readonly bankAccount?: NonNullable<PersonFacts['bankAccount']>;
};

/**
 * Evaluates the guards risk, identity and drift just before the event whose transition they decide, with the effects of
 * {@link assessGuards}. Returns undefined if the executable price is currently unavailable: the caller retries.
 */
export async function assessOrder(
  context: AssessmentContext,
  order: Order,
  paidBy: PayerDetails = {},
): Promise<Assessment | undefined> {
  const guards = await assessGuards(context, order, paidBy);
  // The order has no price yet, so it cannot drift: it is priced now.
  if (getMethodTraits(order).priced === 'at_receipt' && order.status === 'awaiting_payment')
    return addPricing(context, order, guards);
  if (guards.risk === 'hold' || guards.identity === 'needed') return guards;
  const drift = await assessDrift(context, order);
  if (drift === 'unknown') return undefined;
  return drift === undefined ? guards : { ...guards, driftedUnits: drift };
}

/**
 * Evaluates only risk and identity, for an order whose price the buyer has agreed to. Stores the card's fingerprint for the
 * buyer, reserves the payment against the limits if risk is clear, reserves the amount that needs no document, and resets an
 * identity check that is outdated.
 */
export async function assessGuards(
  context: GuardContext,
  order: Order,
  paidBy: PayerDetails = {},
): Promise<Assessment> {
  const { database, rules } = context;
  const { id, buyerId, euroCents, address, clientAddress } = order;
  const riskFacts = await buildRiskFacts(context, order, paidBy);
  const { cardFingerprint } = riskFacts;
  if (buyerId !== null) await addPersonMarks(database, buyerId, { cardFingerprint });
  const { risk, isWithoutDocument } = await database.transaction(async (transaction) => {
    const subjects = { buyerId, cardFingerprint, address, clientAddress };
    const reserved = await reserveLimits(transaction, 'payment', subjects);
    const decision = await judgeOrder({ ...context, database: transaction }, riskFacts, 'payment');
    if (decision.outcome === 'clear') await reservePayment(reserved, id, cardFingerprint);
    const isReserved = buyerId !== null && (await reserveWithoutDocument(reserved, rules, { id, buyerId, euroCents }));
    return { risk: decision, isWithoutDocument: isReserved };
  });
  const identity = isWithoutDocument ? 'accepted' : await assessDocument(context, order);
  return risk.outcome === 'clear' ? { risk: 'clear', identity } : { risk: 'hold', riskRule: risk.rule, identity };
}

async function buildRiskFacts(
  { database }: GuardContext,
  order: Order,
  { card, bankAccount }: PayerDetails,
): Promise<OrderRiskFacts> {
  const { buyerId } = order;
  const [attempt, buyer, profile, blocked] = await Promise.all([
    card || isPaidByBankTransfer(order) ? undefined : findNewestAttempt(database, order.id),
    buyerId ? findBuyer(database, buyerId) : undefined,
    buyerId ? findProfile(database, buyerId) : undefined,
    buyerId ? isBlocked(database, buyerId) : false,
  ]);
  return {
    orderId: order.id,
    buyerId,
    euroCents: order.euroCents,
    address: order.address,
    clientAddress: order.clientAddress,
    cardFingerprint: card?.fingerprint ?? attempt?.fingerprint ?? '',
    cardCountry: card?.country ?? attempt?.cardCountry ?? '',
    // The buyer's location and the country of a verified document. A billing address proves nothing.
    homeCountries: [order.country, buyer && buyer.kycLevel >= 2 ? (profile?.citizenship ?? '') : ''],
    payerNameDiffers:
      bankAccount?.holder && buyer && profile
        ? await isPaidByOther(database, order, bankAccount.holder, buyer, profile)
        : undefined,
    // The account may have been blocked after the order was created, or a guest's order assigned to a blocked account.
    holdRequested: order.holdRequested || order.frozen || blocked,
  };
}

/**
 * Returns whether someone other than the buyer may have paid: the payer's name differs from the buyer's, or the buyer's name
 * is unverified and was changed after the order was created. Otherwise a buyer could change the name to match the payer.
 */
async function isPaidByOther(
  database: Database,
  { createdAt }: Order,
  payerName: string,
  { id, kycLevel }: Buyer,
  profile: Profile,
): Promise<boolean> {
  if (isOtherPayer(payerName, profile)) return true;
  return kycLevel < 2 && (await isRenamedSince(database, id, createdAt));
}

/**
 * Returns `accepted` if the buyer's document is verified and still valid, otherwise `needed`. Resets the identity check if the
 * document is outdated.
 */
async function assessDocument({ database, rules }: GuardContext, { buyerId }: Order): Promise<Assessment['identity']> {
  const buyer = buyerId ? await findBuyer(database, buyerId) : undefined;
  if (!buyer || buyer.kycLevel < 2) return 'needed';
  if (!(await isIdentityOutdated(database, buyer.id, rules.identityValidDays))) return 'accepted';
  await database.transaction((transaction) => resetIdentity(transaction, buyer.id, `applicant_${randomToken()}`));
  return 'needed';
}

/**
 * Prices an order that is priced only on receipt. If the executable price exceeds the mid price by more than the drift limit,
 * it is used instead, as for a quote that has drifted. Returns undefined if either price is unavailable.
 */
async function addPricing(
  context: AssessmentContext,
  order: Order,
  guards: Assessment,
): Promise<Assessment | undefined> {
  const { catalog, prices, rules } = context;
  const crypto = requireCrypto(catalog, order.receiveCurrency);
  const reference = findReferencePrice(prices(), crypto.marketBase, order.payCurrency, new Date());
  const executable = await findExecutablePrice(context, order, crypto);
  if (!reference || !executable) return undefined;
  const hasDrifted = isDrifted({ quotedMid: reference.mid, executable, limit: rules.driftLimit });
  const price = addSpread(hasDrifted ? executable : reference.mid, crypto.spread);
  const units = computeReceivedUnits(order, price);
  return { ...guards, pricing: { units, price: formatPrice(price), referencePrice: formatPrice(reference.mid) } };
}

/** Returns the smaller amount that a drifted order would receive, undefined without drift, `unknown` without a price. */
async function assessDrift(context: AssessmentContext, order: Order): Promise<bigint | undefined | 'unknown'> {
  const crypto = requireCrypto(context.catalog, order.receiveCurrency);
  const executable = await findExecutablePrice(context, order, crypto);
  if (!executable) return 'unknown';
  return computeDriftedUnits({
    ...order,
    quotedMid: parseDecimal(order.referencePrice),
    executable,
    spread: crypto.spread,
    limit: context.rules.driftLimit,
  });
}

async function findExecutablePrice({ venue, prices }: AssessmentContext, order: Order, crypto: Crypto) {
  const amount = toDecimal(order.receive);
  for (const market of listVenueMarkets(crypto, order.payCurrency)) {
    const [rules, asks] = await Promise.all([venue.getMarketRules(market), venue.getAsks(market)]);
    if (rules.kind !== 'ok' || asks.kind !== 'ok') continue;
    const price = computeExecutablePrice(asks.value, amount, rules.value.takerFee);
    const rate = findFiatRate(prices(), market.quote, order.payCurrency, new Date());
    if (price && rate) return multiply(price, rate);
  }
  return undefined;
}
