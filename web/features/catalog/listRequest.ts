const INTERCEPT = 2;

/** What both lists of currencies are asked with, by whoever asks first. */
export function listRequest(offerType: string) {
  return { intercept: INTERCEPT, offerType };
}
