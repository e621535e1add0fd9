import type { Amount } from '@slipway/money/amount.ts';

/**
 * What moved the account that the acquirer keeps for us. `other`: a word of the acquirer that is in no table, which is
 * never guessed at.
 */
export type BalanceLineKind =
  | 'charge'
  | 'refund'
  | 'refund_failed'
  | 'dispute'
  | 'dispute_reversed'
  | 'fee'
  | 'payout'
  | 'payout_failed'
  | 'other';

/** One line of the acquirer's account with us. Amounts are in the currency that the account settles in. */
export type BalanceLine = {
  /** The acquirer's. */
  readonly lineId: string;
  readonly kind: BalanceLineKind;
  /** The acquirer's own word for the kind. */
  readonly word: string;
  /** What moved before the fee, signed: what we gained is positive. */
  readonly amount: Amount;
  /** What the acquirer keeps with it; negative where it gives a fee back. */
  readonly fee: Amount;
  /** Of a charge the payment, of a refund, a dispute or a payout that one, by the id of the port's other verbs; else empty. */
  readonly subjectId: string;
  readonly bookedAt: Date;
  /** Of a payout, where the acquirer tells it. */
  readonly payout?: AcquirerPayout;
};

/** Money that the acquirer sends to the operator's bank. */
export type AcquirerPayout = {
  readonly payoutId: string;
  /** The day on which the bank is expected to credit it, `2026-11-21`. */
  readonly arrivesOn: string;
  /** What the bank's statement will say of it, as far as the acquirer knows; empty where it does not say. */
  readonly descriptor: string;
};

/** Lines booked within a time; `page` goes on where a former answer ended. */
export type BalanceRequest = {
  readonly since: Date;
  /** Exclusive; absent: until now. */
  readonly before?: Date | undefined;
  readonly page?: string | undefined;
};

export type BalancePage = {
  /** Newest first. */
  readonly lines: readonly BalanceLine[];
  /** Present where there are older ones within the time. */
  readonly nextPage?: string;
};
