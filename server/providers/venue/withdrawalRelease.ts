import type { Outcome } from '../outcome.ts';
import type { WithdrawRefusal } from './venueAccount.ts';

/** Reasons not to request a withdrawal from the venue. Entries of the database are not accepted as proof. */
export const WITHDRAWAL_REFUSALS = [
  /** No authorized person signed exactly this withdrawal, or a second approval is missing. */
  'not_signed',
  /** Its address does not belong to the operator, and is not (or no longer) allowed by two signatures. */
  'address_not_allowed',
  /** Its address is on a deny list. */
  'address_denied',
  /** It was released before. */
  'already_released',
] as const;

export type WithdrawalRefusal = (typeof WITHDRAWAL_REFUSALS)[number];

/** A worker's access to the only process that requests withdrawals from the venue. */
export interface WithdrawalRelease {
  /**
   * Requests, once, the withdrawal that was signed under this id. `unavailable` or `refused`: it was not sent. An
   * unknown outcome is resolved by a query.
   */
  withdraw(withdrawalId: number): Promise<Outcome<{ readonly venueId: string }, WithdrawalRefusal | WithdrawRefusal>>;
}
