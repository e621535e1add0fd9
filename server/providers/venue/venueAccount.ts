import type { Decimal } from '@slipway/money/decimal.ts';
import type { Outcome } from '../outcome.ts';

/** A balance of one currency. Funds that can be neither traded nor withdrawn have another `currency` than the coin. */
export type VenueBalance = { readonly currency: string; readonly amount: Decimal };

/** A movement of the account at the venue that is not a trade; trades are reported by their orders. */
export type VenueMovement = {
  /** The venue's id of the movement. */
  readonly movementId: string;
  /** `other`: a type of the venue that no table lists; it is never guessed. */
  readonly kind: 'deposit' | 'withdrawal' | 'other';
  /** The venue's name for the kind. */
  readonly vendorType: string;
  readonly currency: string;
  /** Signed, before the fee: deposits are positive. A failed withdrawal is credited back. */
  readonly amount: Decimal;
  /** The venue's fee, also taken from the account. */
  readonly fee: Decimal;
  /** Related object at the venue: for a withdrawal its id. */
  readonly reference: string;
  readonly at: Date;
};

/** Movements within a period; `page` continues from a previous answer. */
export type MovementRequest = {
  readonly since: Date;
  readonly page?: string | undefined;
};

export type MovementPage = {
  readonly movements: readonly VenueMovement[];
  /** Present if the period may have more. */
  readonly nextPage?: string;
};

export type VenueWithdrawal = {
  readonly withdrawalId: string;
  /** `sent`: the venue reports it as done. `pending` may still be sent or fail. */
  readonly status: 'pending' | 'sent' | 'failed';
  readonly currency: string;
  readonly address: string;
  /** As the venue reports it; the requested amount is this, or this plus the fee. */
  readonly amount: Decimal;
  readonly fee: Decimal;
  /** Id on the chain, once there is one. */
  readonly transactionId?: string;
  readonly at: Date;
};

export const WITHDRAW_REFUSALS = [
  'insufficient_funds',
  'below_minimum',
  /** The venue's list has no such address on the network, or it is not confirmed. */
  'address_not_known',
  'not_permitted',
  'invalid_request',
] as const;

export type WithdrawRefusal = (typeof WITHDRAW_REFUSALS)[number];

export type WithdrawRequest = {
  readonly currency: string;
  /** Id of the network in the API, `ethereum`. */
  readonly network: string;
  readonly address: string;
  /** Amount that leaves the account, including the venue's fee if it is deducted from the amount. */
  readonly amount: Decimal;
  /** Called after all waiting, right before the request is sent: returns false if it must no longer be sent. */
  readonly mayStillSend: () => Promise<boolean>;
};

/** The operator's account at the venue. */
export interface VenueAccount {
  getBalances(): Promise<Outcome<readonly VenueBalance[]>>;
  /**
   * Lists movements, one page at a time. A page is read completely or not at all; reading the same period again returns
   * the same movements with the same ids.
   */
  listMovements(request: MovementRequest): Promise<Outcome<MovementPage>>;
  /**
   * Sends coins to an address that the venue has for the operator. Not idempotent if the venue accepts no id of the
   * caller: call it once, and resolve an unknown outcome with {@link listWithdrawals}. `superseded`: it was not sent,
   * since `mayStillSend` returned false.
   */
  withdraw(
    request: WithdrawRequest,
  ): Promise<Outcome<{ readonly withdrawalId: string }, WithdrawRefusal | 'superseded'>>;
  /** Lists withdrawals of a currency that were requested since a time, by the product or by hand. */
  listWithdrawals(request: {
    readonly currency: string;
    readonly since: Date;
  }): Promise<Outcome<readonly VenueWithdrawal[]>>;
}
