import { toDecimal } from '@slipway/money/amount.ts';
import { add, compare } from '@slipway/money/decimal.ts';
import { isSameAddress } from '../../providers/chain/isSameAddress.ts';
import type { VenueWithdrawal } from '../../providers/venue/venueAccount.ts';
import type { Withdrawal } from './withdrawalStore.ts';

/** The most by which the clocks of the venue and of the database may differ. */
export const MAX_CLOCK_SKEW_MS = 120_000;

/**
 * Returns the venue's withdrawals that may be this one: to the address, of the amount with or without the fee, and requested no
 * earlier than `since`, less the clock skew. `known`: the ids of withdrawals that are known to be others. Pure.
 */
export function findVenueCandidates(
  { address, amount }: Pick<Withdrawal, 'address' | 'amount'>,
  since: Date,
  reported: readonly VenueWithdrawal[],
  known: ReadonlySet<string>,
): readonly VenueWithdrawal[] {
  const requestedAmount = toDecimal(amount);
  return reported.filter(
    (one) =>
      !known.has(one.withdrawalId) &&
      isSameAddress(one.address, address) &&
      (compare(one.amount, requestedAmount) === 0 || compare(add(one.amount, one.fee), requestedAmount) === 0) &&
      one.at.getTime() >= since.getTime() - MAX_CLOCK_SKEW_MS,
  );
}
