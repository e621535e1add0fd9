import { toDecimal } from '@slipway/money/amount.ts';
import { multiply, parseDecimal } from '@slipway/money/decimal.ts';
import { priceWithSpread } from '@slipway/money/pricing.ts';
import { isBlocked } from '../../account/blockStore.ts';
import { type Buyer, findBuyer } from '../../account/buyerStore.ts';
import { forgetIdentity, isIdentityOutdated } from '../../account/identityLevelStore.ts';
import type { PersonFacts } from '../../account/person.ts';
import { addPersonMarks } from '../../account/personStore.ts';
import { findProfile, isRenamedSince, type Profile } from '../../account/profileStore.ts';
import type { Rules } from '../../platform/config/rules.ts';
import type { Database } from '../../platform/database/database.ts';
import { randomToken } from '../../platform/secrets.ts';
import type { CardDetails } from '../../providers/card/cardPort.ts';
import type { TradingVenue } from '../../providers/venue/venuePort.ts';
import { goesWithoutDocument } from '../../risk/identityLimit.ts';
import { judgeOrder, type RiskContext, type RiskQuestion } from '../../risk/judgeOrder.ts';
import { lockSubjects } from '../../risk/reserveLimits.ts';
import { reservePayment } from '../../risk/riskStore.ts';
import { type Catalog, type Crypto, requireCrypto } from '../catalog/catalog.ts';
import type { Assessment } from '../order/events.ts';
import { isReceived, methodOf, type Order } from '../order/order.ts';
import { shownPrice } from '../quote/makeQuote.ts';
import { fiatRate, type PriceBook, referencePrice } from '../quote/priceBook.ts';
import { venueMarkets } from '../quote/venueMarkets.ts';
import { newestAttempt } from './attemptStore.ts';
import { executablePrice, isDrifted, judgeDrift, receiveAtPrice } from './drift.ts';
import { isOtherPayer } from './payerName.ts';

/** Risk and identity are judged from the database alone. */
export type GuardContext = RiskContext & {
  readonly database: Database;
  readonly rules: Rules;
};

/** Drift also needs the venue's book, which only the worker talks to. */
export type AssessmentContext = GuardContext & {
  readonly catalog: Catalog;
  readonly prices: () => PriceBook;
  readonly venue: TradingVenue;
};

/** Who paid, as the acquirer or the bank says; absent where the order's newest attempt says it. */
export type PaidBy = {
  readonly card?: CardDetails | undefined;
  readonly bankAccount?: NonNullable<PersonFacts['bankAccount']>;
};

/**
 * Judges the three guards of an order just before the event that they decide. Undefined when the executable price
 * cannot be found out right now: the caller tries again, the money stays held meanwhile.
 */
export async function assessOrder(
  context: AssessmentContext,
  order: Order,
  paidBy: PaidBy = {},
): Promise<Assessment | undefined> {
  const guards = await assessGuards(context, order, paidBy);
  // Nothing was promised yet that the market could move away from: it is priced now.
  if (methodOf(order).priced === 'at_receipt' && order.status === 'awaiting_payment')
    return withPricing(context, order, guards);
  if (guards.risk === 'hold' || guards.identity === 'needed') return guards;
  const drift = await assessDrift(context, order);
  if (drift === 'unknown') return undefined;
  return drift === undefined ? guards : { ...guards, driftedUnits: drift };
}

/** Risk and identity without the price: for a wait in which the price has been agreed. */
export async function assessGuards(context: GuardContext, order: Order, paidBy: PaidBy = {}): Promise<Assessment> {
  const { database, rules } = context;
  const { id, buyerId, euroCents, address, clientAddress } = order;
  const question = await askRisk(context, order, paidBy);
  const { cardFingerprint } = question;
  if (buyerId !== null) await addPersonMarks(database, buyerId, { cardFingerprint });
  const { risk, isWithoutDocument } = await database.transaction(async (transaction) => {
    const subjects = { buyerId, cardFingerprint, address, clientAddress };
    const reserved = await lockSubjects(transaction, 'payment', subjects);
    const decision = await judgeOrder({ ...context, database: transaction }, question, 'payment');
    if (decision.outcome === 'clear') await reservePayment(reserved, id, cardFingerprint);
    const goes = buyerId !== null && (await goesWithoutDocument(reserved, rules, { id, buyerId, euroCents }));
    return { risk: decision, isWithoutDocument: goes };
  });
  const identity = isWithoutDocument ? 'accepted' : await assessDocument(context, order);
  return risk.outcome === 'clear' ? { risk: 'clear', identity } : { risk: 'hold', riskRule: risk.rule, identity };
}

async function askRisk({ database }: GuardContext, order: Order, { card, bankAccount }: PaidBy): Promise<RiskQuestion> {
  const { buyerId } = order;
  const [attempt, buyer, profile, blocked] = await Promise.all([
    card || isReceived(order) ? undefined : newestAttempt(database, order.id),
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
    // A block may be newer than the order, or the order was a guest's until now.
    holdRequested: order.holdRequested || order.frozen || blocked,
  };
}

/**
 * Whether somebody else than the buyer may have paid. A verified name counts whenever it was typed, as nobody can change it;
 * another one counts unless it was replaced after the order, so that no order matches several payers.
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

/** For an order that needs a document: whether one was shown that still counts. */
async function assessDocument({ database, rules }: GuardContext, { buyerId }: Order): Promise<Assessment['identity']> {
  const buyer = buyerId ? await findBuyer(database, buyerId) : undefined;
  if (!buyer || buyer.kycLevel < 2) return 'needed';
  if (!(await isIdentityOutdated(database, buyer.id, rules.identityValidDays))) return 'accepted';
  await database.transaction((transaction) => forgetIdentity(transaction, buyer.id, `applicant_${randomToken()}`));
  return 'needed';
}

/**
 * Prices an order that was promised no price. If the coins cost more at the venue than the mid price and the limit of drift, they
 * are priced by the venue's book, as a quote that has drifted is.
 */
async function withPricing(
  context: AssessmentContext,
  order: Order,
  guards: Assessment,
): Promise<Assessment | undefined> {
  const { catalog, prices, rules } = context;
  const crypto = requireCrypto(catalog, order.receiveCurrency);
  const reference = referencePrice(prices(), crypto.marketBase, order.payCurrency, new Date());
  const executable = await executableInPayCurrency(context, order, crypto);
  if (!reference || !executable) return undefined;
  const hasDrifted = isDrifted({ quotedMid: reference.mid, executable, limit: rules.driftLimit });
  const price = priceWithSpread(hasDrifted ? executable : reference.mid, crypto.spread);
  const units = receiveAtPrice(order, price);
  return { ...guards, pricing: { units, price: shownPrice(price), referencePrice: shownPrice(reference.mid) } };
}

async function assessDrift(context: AssessmentContext, order: Order): Promise<bigint | undefined | 'unknown'> {
  const crypto = requireCrypto(context.catalog, order.receiveCurrency);
  const executable = await executableInPayCurrency(context, order, crypto);
  if (!executable) return 'unknown';
  return judgeDrift({
    ...order,
    quotedMid: parseDecimal(order.referencePrice),
    executable,
    spread: crypto.spread,
    limit: context.rules.driftLimit,
  });
}

async function executableInPayCurrency({ venue, prices }: AssessmentContext, order: Order, crypto: Crypto) {
  const amount = toDecimal(order.receive);
  for (const market of venueMarkets(crypto, order.payCurrency)) {
    const [rules, asks] = await Promise.all([venue.getMarketRules(market), venue.getAsks(market)]);
    if (rules.kind !== 'ok' || asks.kind !== 'ok') continue;
    const price = executablePrice(asks.value, amount, rules.value.takerFee);
    const rate = fiatRate(prices(), market.quote, order.payCurrency, new Date());
    if (price && rate) return multiply(price, rate);
  }
  return undefined;
}
