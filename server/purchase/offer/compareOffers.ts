import type { Offer } from '@slipway/contract/entities/quote.ts';
import { type Amount, formatAmount, zeroOf } from '@slipway/money/amount.ts';
import { type PricedPurchase, spreadCost } from '@slipway/money/pricing.ts';
import { presentPurchase, shownPrice } from '../quote/makeQuote.ts';
import type { QuoteTerms } from '../quote/pricedQuote.ts';
import type { Answered } from './providerPanel.ts';
import type { ProviderRecord } from './providerRecordStore.ts';
import { medianOf } from './providerRecords.ts';
import { purchasePrice } from './purchasePrice.ts';

/** Fewer orders say nothing yet. */
const RECORD_FROM_ORDERS = 10;
/** A provider is marked when so large a part of its last orders was worse at its checkout: one in ten. */
const WORSE_SHARE = 10;

/** An offer of the operator's own, or of another provider, before it is compared. */
export type ComparedOffer = {
  readonly purchase: PricedPurchase;
  readonly wire: Omit<Offer, 'bestRate'>;
};

/**
 * The cheapest coin first, fees and all; whose offer it is counts for nothing. Of equal ones the faster comes first. The first
 * one bears the mark.
 */
export function sortOffers(offers: readonly ComparedOffer[]): Offer[] {
  return offers
    .toSorted(
      (one, other) =>
        compareCosts(one.purchase, other.purchase) || one.wire.expectedMinutes - other.wire.expectedMinutes,
    )
    .map(({ wire }, index) => ({ ...wire, bestRate: index === 0 }));
}

type Trade = Pick<PricedPurchase, 'pay' | 'receive'>;

/** Of one coin, fees and all: the cheaper one first. */
export function compareCosts(one: Trade, other: Trade): number {
  const costs = one.pay.units * other.receive.units;
  const others = other.pay.units * one.receive.units;
  return costs < others ? -1 : costs > others ? 1 : 0;
}

/** Another provider's offer beside our own ones: the same reference price, its fees, and what became of its last orders here. */
export function compareProvider(
  { provider, offer }: Omit<Answered, 'ageMs'>,
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
      expectedMinutes: medianOf(record) ?? offer.publishedMinutes,
      identity: offer.identity,
      needsAccount: offer.needsAccount,
      record: shownRecord(record),
      worseAtCheckout: record !== undefined && record.worseAtCheckout * WORSE_SHARE > record.orders,
      referencePrice: shownPrice(terms.conditions.mid),
      price: shownPrice(purchasePrice(purchase)),
      spreadAmount: formatAmount(notBelowZero(spreadCost(purchase, terms.conditions.mid))),
    },
  };
}

function shownRecord(record: ProviderRecord | undefined): Offer['record'] {
  if (!record || record.orders < RECORD_FROM_ORDERS) return null;
  return {
    orders: record.orders,
    medianPercent: percent(record.medianBasisPoints),
    worstPercent: percent(record.worstBasisPoints),
  };
}

/** `-0.50` of -50 hundredths of a percent. */
export function percent(basisPoints: number): string {
  const digits = String(Math.abs(basisPoints)).padStart(3, '0');
  return `${basisPoints < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A provider that sells below the market's middle costs nothing by its price. */
function notBelowZero(amount: Amount): Amount {
  return amount.units < 0n ? zeroOf(amount.asset) : amount;
}
