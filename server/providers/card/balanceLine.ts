import type { Amount } from '@slipway/money/amount.ts';

/**
 * Kind of a change of the operator's account at the acquirer. `other`: a type that the adapter does not know and does
 * not guess.
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

/** One line of the operator's account at the acquirer. Amounts are in the account's settlement currency. */
export type BalanceLine = {
  /** The acquirer's id. */
  readonly lineId: string;
  readonly kind: BalanceLineKind;
  /** The acquirer's name for the kind. */
  readonly vendorType: string;
  /** Amount before the fee, signed: positive if the operator's balance grew. */
  readonly amount: Amount;
  /** The acquirer's fee; negative where it returns a fee. */
  readonly fee: Amount;
  /**
   * Id of the payment of a charge, or of the refund, dispute or payout, as in the port's other methods; empty if the
   * acquirer names none.
   */
  readonly subjectId: string;
  readonly bookedAt: Date;
  /** Only for a payout, if the acquirer reports it. */
  readonly payout?: AcquirerPayout;
};

/** Money that the acquirer sends to the operator's bank. */
export type AcquirerPayout = {
  readonly payoutId: string;
  /** Day on which the bank is expected to credit the payout, `2026-11-21`. */
  readonly arrivesOn: string;
  /** Text that the bank statement will show, as far as the acquirer knows it; else empty. */
  readonly descriptor: string;
};

/** Status as the acquirer reports it. A `paid` payout may still become `failed`. */
export type PayoutStatus = 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';

export type PayoutState = AcquirerPayout & {
  readonly status: PayoutStatus;
  /** Amount that the bank is credited; negative if the acquirer debits the bank account. */
  readonly amount: Amount;
  /** `complete` if the acquirer can list the lines of the payout; `never` for a payout that was requested by amount. */
  readonly itemization: 'complete' | 'pending' | 'never';
};

/** Lines booked within a period; `page` continues from a previous answer. */
export type BalanceRequest = {
  readonly since: Date;
  /** Exclusive; if absent, until now. */
  readonly before?: Date | undefined;
  readonly page?: string | undefined;
};

export type BalancePage = {
  /** Newest first. */
  readonly lines: readonly BalanceLine[];
  /** Present if the period has older lines. */
  readonly nextPage?: string;
};
