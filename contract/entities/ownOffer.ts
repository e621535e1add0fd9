/** The operator's own provider on the wire; every other offerType is another provider. */
export const OWN_OFFER_TYPE = 'slipway';
