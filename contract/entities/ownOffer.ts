/** offerType of the operator's own provider; every other offerType is another provider. */
export const OWN_OFFER_TYPE = 'slipway';

/** Returns true if the offerType of an inquiry or a submission is the operator's own provider or empty. */
export function isOwnOffer(offerType: string): boolean {
  return offerType === '' || offerType === OWN_OFFER_TYPE;
}
