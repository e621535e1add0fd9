import type { Decimal } from '@slipway/money/decimal.ts';
import type { Outcome } from '../outcome.ts';

/** A balance that can neither be traded nor withdrawn has another name than the coin. */
export type VenueBalance = { readonly currency: string; readonly amount: Decimal };

/** What moved the account at the venue and is no trade: those are told by their orders. */
export type VenueMovement = {
  /** The venue's own id of the movement. */
  readonly movementId: string;
  /** `other`: a word of the venue that is in no table, which is never guessed at. */
  readonly kind: 'deposit' | 'withdrawal' | 'other';
  /** The venue's own word for the kind. */
  readonly word: string;
  readonly currency: string;
  /** Signed, before the fee: what came is positive. A withdrawal that failed comes back. */
  readonly amount: Decimal;
  /** What the venue took with it, out of the account as well. */
  readonly fee: Decimal;
  /** What it belongs to at the venue: of a withdrawal its id. */
  readonly reference: string;
  readonly at: Date;
};

/** Movements within a time; `page` goes on where a former answer ended. */
export type MovementRequest = {
  readonly since: Date;
  readonly page?: string | undefined;
};

export type MovementPage = {
  readonly movements: readonly VenueMovement[];
  /** Present where there may be more within the time. */
  readonly nextPage?: string;
};

export type VenueWithdrawal = {
  readonly withdrawalId: string;
  /** `sent`: the venue calls it done. `pending` may still be sent, or not. */
  readonly status: 'pending' | 'sent' | 'failed';
  readonly currency: string;
  readonly address: string;
  /** As the venue tells it; what it was asked for is this, or this and the fee. */
  readonly amount: Decimal;
  readonly fee: Decimal;
  /** On the chain, once there is one. */
  readonly transactionId?: string;
  readonly at: Date;
};

export const WITHDRAW_REFUSALS = [
  'insufficient_funds',
  'below_minimum',
  /** The venue has no address of that kind in its own list, or has not confirmed it. */
  'address_not_known',
  'not_permitted',
  'invalid_request',
] as const;

export type WithdrawRefusal = (typeof WITHDRAW_REFUSALS)[number];

export type WithdrawRequest = {
  readonly currency: string;
  /** Wire id of the network, `ethereum`. */
  readonly network: string;
  readonly address: string;
  /** What leaves the account, the venue's fee included where the venue takes it out of the amount. */
  readonly amount: Decimal;
  /** Asked once all waiting is over and the request is about to leave: false when it must not any more. */
  readonly mayStillSend: () => Promise<boolean>;
};

/** The operator's account at the venue. */
export interface VenueAccount {
  getBalances(): Promise<Outcome<readonly VenueBalance[]>>;
  /** A page is read whole or not at all; reading the same time again tells the same movements by the same ids. */
  listMovements(request: MovementRequest): Promise<Outcome<MovementPage>>;
  /**
   * Sends coins to an address that the venue knows as ours. Not idempotent where the venue takes no id of ours: a caller
   * asks once, and settles an unknown outcome with {@link listWithdrawals}. `superseded`: it was not sent.
   */
  withdraw(
    request: WithdrawRequest,
  ): Promise<Outcome<{ readonly withdrawalId: string }, WithdrawRefusal | 'superseded'>>;
  /** Withdrawals of a currency asked for since then, by us or by hand. */
  listWithdrawals(request: {
    readonly currency: string;
    readonly since: Date;
  }): Promise<Outcome<readonly VenueWithdrawal[]>>;
}
