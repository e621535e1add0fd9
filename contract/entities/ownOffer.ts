/** The operator's own provider on the wire; every other offerType is another provider. */
export const OWN_OFFER_TYPE = 'slipway';

/** Whether an inquiry or a submission means the own provider, by name or by naming none. */
export function isOwnOffer(offerType: string): boolean {
  return offerType === '' || offerType === OWN_OFFER_TYPE;
}
