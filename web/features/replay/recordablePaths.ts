/**
 * Screens that may be recorded, by the first path segment: the purchase before and after the payment. All other paths
 * end a recording: login, cards, identity, account, and every new screen until it is listed.
 */
export const recordablePaths: ReadonlySet<string> = new Set([
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

/** Returns the first path segment, `/buy` for `/buy/BTC`; the rest may be buyer input. */
export function getFirstSegment(pathname: string): string {
  return /^\/[^/]*/.exec(pathname)?.[0] ?? '/';
}

export function isRecordablePath(pathname: string): boolean {
  return recordablePaths.has(getFirstSegment(pathname));
}
