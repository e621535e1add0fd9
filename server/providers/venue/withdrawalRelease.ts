import type { Outcome } from '../outcome.ts';
import type { WithdrawRefusal } from './venueAccount.ts';

/** Why the venue is not asked to send coins, whatever the tables say. */
export const WITHDRAWAL_REFUSALS = [
  /** No person who may has signed it just so, or a second one is missing. */
  'not_signed',
  /** Its address is none of ours, and two persons have not signed that coins may go there, or no longer may. */
  'address_not_allowed',
  'address_denied',
  /** It was let go before. */
  'released_already',
] as const;

export type WithdrawalRefusal = (typeof WITHDRAWAL_REFUSALS)[number];

/** The process that alone has coins withdrawn from the venue, as a worker sees it. */
export interface WithdrawalRelease {
  /**
   * Has the venue send what persons have asked for under this id, once. `unavailable` or `refused`: it was not sent. An unknown
   * outcome is settled by asking the venue.
   */
  withdraw(withdrawalId: number): Promise<Outcome<{ readonly venueId: string }, WithdrawalRefusal | WithdrawRefusal>>;
}
