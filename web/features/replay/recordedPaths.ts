/**
 * The screens that may be recorded, by the first part of their path: those of the purchase before and after the money.
 * A path that is not named here ends a recording: logging in, cards, identity, the account, and every screen that is new.
 */
export const recordedPaths: ReadonlySet<string> = new Set([
  '/edit',
  '/quote',
  '/buy',
  '/buy-v1',
  '/order',
  '/select-offer',
  '/submit-address',
  '/confirm-address',
  '/wait-payment',
  '/redirect',
  '/payment-status',
  '/order-status',
  '/access-denied',
  '/session-refused',
  '/server-timeout',
  '/no-respond',
  '/transaction-restricted',
]);

/** `/buy/BTC` is `/buy`: what follows may have been typed by the buyer. */
export function firstPart(pathname: string): string {
  return /^\/[^/]*/.exec(pathname)?.[0] ?? '/';
}

export function isRecorded(pathname: string): boolean {
  return recordedPaths.has(firstPart(pathname));
}
