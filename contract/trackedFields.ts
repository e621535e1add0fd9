/** Fields of a point that say something about the funnel and nothing about a person; all others are left out, on both sides. */
export const trackedFacts: ReadonlySet<string> = new Set([
  'amount',
  'country',
  'getCurrency',
  'getCurrencyAmount',
  'offerType',
  'partnerId',
  'payMethod',
  'sendCurrency',
  'sendCurrencyAmount',
  'side',
]);

/** Parameters of a page that may be told with its path; addresses, tokens and the like stay out. */
export const trackedParameters: ReadonlySet<string> = new Set([
  'defaultGetCurrency',
  'defaultSendCurrency',
  'getCurrency',
  'offerType',
  'partnerId',
  'payMethod',
  'sendCurrency',
  'side',
]);
