import { OWN_OFFER_TYPE } from '@slipway/contract/entities/ownOffer.ts';
import { findPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';
import type { Offer } from './computeOfferLoss.ts';

/**
 * Returns true if only some of the offered amounts are binding, so that each offer must show whether its own is. The
 * operator's amount is binding; other providers price again. No amount is binding if the price is set when the transfer
 * arrives.
 */
export function mustShowBinding(offers: readonly Pick<Offer, 'offerType'>[], payMethod: string): boolean {
  const isPricedNow = findPayMethodTraits(payMethod)?.priced !== 'at_receipt';
  return isPricedNow && offers.length > 1 && offers.some(({ offerType }) => offerType === OWN_OFFER_TYPE);
}
