import type { Offer } from '@slipway/contract/entities/quote.ts';
import { type Amount, createZeroAmount, formatAmount } from '@slipway/money/amount.ts';
import { computeSpreadCost, type PricedPurchase } from '@slipway/money/pricing.ts';
import { formatPrice, presentPurchase } from '../quote/makeQuote.ts';
import type { QuoteTerms } from '../quote/pricedQuote.ts';
import { computePurchasePrice } from './computePurchasePrice.ts';
import type { ProviderOfferAnswer } from './providerGroup.ts';
import type { ProviderRecord } from './providerRecordStore.ts';
import { findMedianMinutes } from './providerRecords.ts';

/** A record of fewer orders is not shown. */
const MIN_ORDERS_FOR_RECORD = 10;
/** A provider is marked if more than one in ten of its last orders was worse at its checkout. */
const WORSE_ORDERS_DIVISOR = 10;

/** An offer of the operator or of another provider, before the comparison. */
export type ComparedOffer = {
  readonly purchase: PricedPurchase;
  readonly wire: Omit<Offer, 'bestRate'>;
};

/**
 * Sorts offers by the cost of one coin including fees, regardless of the provider, then by speed. The first one is
 * marked as the best rate.
 */
export function sortOffers(offers: readonly ComparedOffer[]): Offer[] {
  return offers
    .toSorted(
      (one, other) =>
        compareCosts(one.purchase, other.purchase) || one.wire.expectedMinutes - other.wire.expectedMinutes,
    )
    .map(({ wire }, index) => ({ ...wire, bestRate: index === 0 }));
}

type PurchaseAmounts = Pick<PricedPurchase, 'pay' | 'receive'>;

/** Compares the cost of one coin, including fees: cheaper first. */
export function compareCosts(one: PurchaseAmounts, other: PurchaseAmounts): number {
  const costs = one.pay.units * other.receive.units;
  const others = other.pay.units * one.receive.units;
  return costs < others ? -1 : costs > others ? 1 : 0;
}

/**
 * Returns another provider's offer for the comparison with the operator's own: with the same reference price, the
 * provider's fees, and the record of its last orders.
 */
export function buildProviderOffer(
  { provider, offer }: Omit<ProviderOfferAnswer, 'ageMs'>,
  terms: QuoteTerms,
  record: ProviderRecord | undefined,
): ComparedOffer {
  const { pay, receive, processingFee, networkFee } = offer;
  const purchase = { pay, receive, processingFee, networkFee };
  const { sendCurrencyAmount, getCurrencyAmount, transNetworkFee, feeCurrency } = presentPurchase(
    purchase,
    terms.conditions,
  );
  return {
    purchase,
    wire: {
      offerType: provider.id,
      offerName: provider.name,
      offerImg: '',
      offerSendAmount: sendCurrencyAmount,
      offerGetAmount: getCurrencyAmount,
      processingFee: formatAmount(processingFee),
      transNetworkFee,
      feeCurrency,
      expectedMinutes: findMedianMinutes(record) ?? offer.publishedMinutes,
      identity: offer.identity,
      needsAccount: offer.needsAccount,
      record: presentRecord(record),
      worseAtCheckout: record !== undefined && record.worseAtCheckout * WORSE_ORDERS_DIVISOR > record.orders,
      referencePrice: formatPrice(terms.conditions.mid),
      price: formatPrice(computePurchasePrice(purchase)),
      spreadAmount: formatAmount(clampToZero(computeSpreadCost(purchase, terms.conditions.mid))),
    },
  };
}

function presentRecord(record: ProviderRecord | undefined): Offer['record'] {
  if (!record || record.orders < MIN_ORDERS_FOR_RECORD) return null;
  return {
    orders: record.orders,
    medianPercent: formatBasisPoints(record.medianBasisPoints),
    worstPercent: formatBasisPoints(record.worstBasisPoints),
  };
}

/** Formats hundredths of a percent: -50 as `-0.50`. */
export function formatBasisPoints(basisPoints: number): string {
  const digits = String(Math.abs(basisPoints)).padStart(3, '0');
  return `${basisPoints < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A price below the mid price has no spread cost. */
function clampToZero(amount: Amount): Amount {
  return amount.units < 0n ? createZeroAmount(amount.asset) : amount;
}
