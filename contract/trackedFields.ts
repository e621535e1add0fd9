/** Fields of a tracking point about the funnel, without personal data; browser and server drop all others. */
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

/** URL parameters that may be tracked with a page's path; addresses, tokens and the like are dropped. */
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
