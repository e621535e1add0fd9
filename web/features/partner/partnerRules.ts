import type { CallData } from '@slipway/contract/calls.ts';
import { isOwnOffer, OWN_OFFER_TYPE } from '@slipway/contract/entities/ownOffer.ts';
import { isPayMethod, type PayMethod } from '@slipway/contract/entities/payMethods.ts';
import type { Partner } from './partnerQuery.ts';

type MethodPrice = CallData<'priceList'>['priceList'][number];
type Offer = CallData<'offerList'>['offerList'][number];

const PARTNER_SITE_METHOD: PayMethod = 'credit_debit_card';

export type OrderDecision =
  | { readonly kind: 'wait' }
  /** The buyer chooses among the methods. */
  | { readonly kind: 'stay' }
  | { readonly kind: 'go'; readonly payMethod: PayMethod };

type OrderFacts = {
  readonly partner: Partner | undefined;
  /** The query's payMethod, '' without one. */
  readonly asked: string;
  /** Undefined while they are on their way. */
  readonly methods: readonly Pick<MethodPrice, 'payMethod' | 'available'>[] | undefined;
  /** Whether a method can be paid with in this browser: one that cannot is never gone on with. */
  readonly payable: (payMethod: string) => boolean;
};

/** The method that was chosen before the buyer came: by a partner site for its own buyers, else by the query; '' for none. */
export function askedMethod(partner: Partner | undefined, asked: string): PayMethod | '' {
  if (partner?.kind === 'partner_site') return partner.payMethod || PARTNER_SITE_METHOD;
  return isPayMethod(asked) ? asked : '';
}

/** Whether the Order screen has anything to ask, or leads on to Select Offer by itself. */
export function orderDecision({ partner, asked, methods, payable }: OrderFacts): OrderDecision {
  if (!partner) return { kind: 'wait' };
  if (partner.kind === 'payment_partner') return { kind: 'stay' };
  const wanted = askedMethod(partner, asked);
  if (wanted !== '') return payable(wanted) ? { kind: 'go', payMethod: wanted } : { kind: 'stay' };
  if (!methods) return { kind: 'wait' };
  const [only, second] = methods;
  return only?.available && !second ? { kind: 'go', payMethod: only.payMethod } : { kind: 'stay' };
}

export type OfferDecision =
  | { readonly kind: 'wait' }
  | { readonly kind: 'stay' }
  | { readonly kind: 'go'; readonly offer: Offer }
  /** A partner site's provider, which no list has to name first. */
  | { readonly kind: 'force'; readonly offerType: string };

type OfferFacts = {
  readonly partner: Partner | undefined;
  /** Undefined while they are on their way. */
  readonly offers: CallData<'offerList'> | undefined;
};

/** Whether Select Offer has anything to ask, or leads on to Submit Address by itself. */
export function offerDecision({ partner, offers }: OfferFacts): OfferDecision {
  if (!partner) return { kind: 'wait' };
  if (partner.kind === 'partner_site') {
    const offerType = partner.offerType || OWN_OFFER_TYPE;
    const offer = offers?.offerList.find((candidate) => candidate.offerType === offerType);
    return offer ? { kind: 'go', offer } : { kind: 'force', offerType };
  }
  if (!offers) return { kind: 'wait' };
  const [only, second] = offers.offerList;
  // A provider that did not answer in time may still be asked again: then it is not the only one.
  return only && !second && offers.missing.length === 0 ? { kind: 'go', offer: only } : { kind: 'stay' };
}

/** Whether another company fulfils the order. Without a choice the operator does. */
export function isOtherProvider(offerType: string): boolean {
  return !isOwnOffer(offerType);
}
