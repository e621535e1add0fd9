import type { ProviderState } from './offerPort.ts';

/** States of a purchase by progress. An unknown status (undefined) ranks high, since money may have moved. */
const PROGRESS: readonly (ProviderState | undefined)[] = [
  'failed',
  'expired',
  'awaiting_payment',
  'refunded',
  'on_hold',
  undefined,
  'paid',
  'delivering',
  'delivered',
];

/** Returns a number that is higher for a state further along. */
export function rankProgress(state: ProviderState | undefined): number {
  return PROGRESS.indexOf(state);
}

/** Returns the furthest of several purchases that a provider reports for one order; of equal ones the newest. */
export function findFurthestPurchase<Purchase extends { readonly createdAt: string }>(
  purchases: readonly Purchase[],
  toState: (purchase: Purchase) => ProviderState | undefined,
): Purchase | undefined {
  return purchases.toSorted(
    (one, other) =>
      rankProgress(toState(other)) - rankProgress(toState(one)) || other.createdAt.localeCompare(one.createdAt),
  )[0];
}
