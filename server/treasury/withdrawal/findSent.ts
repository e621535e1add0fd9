import { toDecimal } from '@slipway/money/amount.ts';
import { add, compare } from '@slipway/money/decimal.ts';
import type { VenueWithdrawal } from '../../providers/venue/venueAccount.ts';
import type { Withdrawal } from './withdrawalStore.ts';

/** How far the venue's clock and ours may be apart. */
export const CLOCK_APART_MS = 120_000;

/**
 * Which of the venue's withdrawals a lost answer may have been about: to the address, of the amount with or without the fee,
 * not asked for before ours, and none that is known to be another one. Pure.
 */
export function findSent(
  { address, amount, sendingAt }: Pick<Withdrawal, 'address' | 'amount' | 'sendingAt'>,
  told: readonly VenueWithdrawal[],
  known: ReadonlySet<string>,
): readonly VenueWithdrawal[] {
  const asked = toDecimal(amount);
  return told.filter(
    (one) =>
      !known.has(one.withdrawalId) &&
      isSameAddress(one.address, address) &&
      (compare(one.amount, asked) === 0 || compare(add(one.amount, one.fee), asked) === 0) &&
      sendingAt !== null &&
      one.at.getTime() >= sendingAt.getTime() - CLOCK_APART_MS,
  );
}

/** Capitals of an EVM address are its checksum; other addresses mean what they say. */
function isSameAddress(one: string, other: string): boolean {
  return /^0x/i.test(one) ? one.toLowerCase() === other.toLowerCase() : one === other;
}
