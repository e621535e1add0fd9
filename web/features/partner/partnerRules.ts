import type { CallData } from '@slipway/contract/calls.ts';
import { isOwnOffer, OWN_OFFER_TYPE } from '@slipway/contract/entities/ownOffer.ts';
import { isPayMethod, type PayMethod } from '@slipway/contract/entities/payMethods.ts';
import type { Partner } from './partnerQuery.ts';

type MethodPrice = CallData<'priceList'>['priceList'][number];
type Offer = CallData<'offerList'>['offerList'][number];

const PARTNER_SITE_METHOD: PayMethod = 'credit_debit_card';

export type OrderDecision =
  | { readonly kind: 'wait' }
  /** The buyer chooses a payment method. */
  | { readonly kind: 'stay' }
  | { readonly kind: 'go'; readonly payMethod: PayMethod };

type OrderFacts = {
  readonly partner: Partner | undefined;
  /** The query's payMethod; '' without one. */
  readonly requestedMethod: string;
  /** Undefined while loading. */
  readonly methods: readonly Pick<MethodPrice, 'payMethod' | 'available'>[] | undefined;
  /** Returns whether a method works in this browser; others are never continued with. */
  readonly payable: (payMethod: string) => boolean;
};

/** Returns the payment method chosen in advance: by a partner site for its buyers, else by the query; '' for none. */
export function findPresetMethod(partner: Partner | undefined, requestedMethod: string): PayMethod | '' {
  if (partner?.kind === 'partner_site') return partner.payMethod || PARTNER_SITE_METHOD;
  return isPayMethod(requestedMethod) ? requestedMethod : '';
}

/** Decides whether the Order screen is skipped: it asks the buyer (`stay`) or continues directly to Select Offer (`go`). */
export function decideOrderScreenSkip({ partner, requestedMethod, methods, payable }: OrderFacts): OrderDecision {
  if (!partner) return { kind: 'wait' };
  if (partner.kind === 'payment_partner') return { kind: 'stay' };
  const preset = findPresetMethod(partner, requestedMethod);
  if (preset !== '') return payable(preset) ? { kind: 'go', payMethod: preset } : { kind: 'stay' };
  if (!methods) return { kind: 'wait' };
  const [only, second] = methods;
  return only?.available && !second ? { kind: 'go', payMethod: only.payMethod } : { kind: 'stay' };
}

export type OfferDecision =
  | { readonly kind: 'wait' }
  | { readonly kind: 'stay' }
  | { readonly kind: 'go'; readonly offer: Offer }
  /** A partner site's provider, accepted without being in the offer list. */
  | { readonly kind: 'force'; readonly offerType: string };

type OfferFacts = {
  readonly partner: Partner | undefined;
  /** Undefined while loading. */
  readonly offers: CallData<'offerList'> | undefined;
};

/** Decides whether Select Offer is skipped: it asks the buyer (`stay`) or continues directly to Submit Address (`go`, `force`). */
export function decideOfferScreenSkip({ partner, offers }: OfferFacts): OfferDecision {
  if (!partner) return { kind: 'wait' };
  if (partner.kind === 'partner_site') {
    const offerType = partner.offerType || OWN_OFFER_TYPE;
    const offer = offers?.offerList.find((candidate) => candidate.offerType === offerType);
    return offer ? { kind: 'go', offer } : { kind: 'force', offerType };
  }
  if (!offers) return { kind: 'wait' };
  const [only, second] = offers.offerList;
  // A provider that did not answer in time may still be retried, so the remaining offer is not the only one.
  return only && !second && offers.missing.length === 0 ? { kind: 'go', offer: only } : { kind: 'stay' };
}

/** Returns true if another company fulfils the order; by default the operator does. */
export function isOtherProvider(offerType: string): boolean {
  return !isOwnOffer(offerType);
}
