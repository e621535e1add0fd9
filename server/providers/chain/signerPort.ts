import type { Outcome } from '../outcome.ts';
import type {
  Claims,
  KnownTransactions,
  PayoutRequest,
  PayoutRequests,
  SentReading,
  SentTransaction,
  SignedPayout,
  UnsignedPayout,
} from './chainPort.ts';

/**
 * The key of a paying address, for the process that holds or may use it. Takes plain JSON and requests and returns
 * bytes. It reads back what it signed and throws if that differs from the request. A key on a token signs the same
 * fields to other bytes each time, so the caller stores the result.
 */
export interface TreasuryKey {
  /** The paying address. */
  readonly address: string;
  /** Signs a payout. Throws unless it pays each request exactly once and returns all other outputs to the paying address. */
  pay(payout: UnsignedPayout, requests: PayoutRequests): Promise<SignedPayout>;
  /** Signs a cancellation. Throws unless all claimed funds, less the fee, stay at the paying address. */
  cancel(cancellation: UnsignedPayout): Promise<SignedPayout>;
  /** Pure: returns the claims of a transaction. Of two transactions with the same claims only one can be mined. */
  getClaims(unsigned: UnsignedPayout): Claims;
  /**
   * Pure: returns the outputs that the transaction spends, named as in {@link getClaims}, with the amounts that `unsigned`
   * states. Empty on chains that claim no outputs.
   */
  listInputs(unsigned: UnsignedPayout): readonly { readonly claim: string; readonly units: bigint }[];
  /** Pure: returns the highest fee that the chain can take for the transaction, in native minor units. */
  worstFee(unsigned: UnsignedPayout): bigint;
  /**
   * Returns the effect of a transaction; undefined unless the bytes have this id, match the claims and amounts of
   * `unsigned`, and carry this key's signature.
   */
  verifyOwnTransaction(sent: SentTransaction): Promise<VerifiedTransaction | undefined>;
}

/** A transaction that a key has signed. */
export type VerifiedTransaction = {
  /**
   * `cancellation`: keeps all funds at the paying address. `other`: neither that nor a payment, such as a contract
   * call.
   */
  readonly purpose: 'payment' | 'cancellation' | 'other';
  /** Payments to others; empty unless it is a payment. */
  readonly payments: readonly OwnPayment[];
};

/** A payment to one receiver by the paying address. */
export type OwnPayment = {
  readonly units: bigint;
  readonly to: string;
  /** Returns true if it pays these units of this asset to the request's receiver, however the address is spelled. */
  pays(request: PayoutRequest): boolean;
};

/** A network on which nothing is signed until the record has been compared with the chain. */
export type UncomparedNetwork = KnownTransactions & {
  readonly network: string;
  /** Identifies the signer's current start: a reading that began before this start is rejected. */
  readonly start: number;
};

/** A transaction of the chain with the orders that the signer's record has for it. */
export type FoundTransaction = SentTransaction & {
  /** The orders that it pays; empty if it pays no order of the database. */
  readonly orderNos: readonly string[];
};

/** A payment request for an order. */
export type OrderPayment = { readonly orderNo: string; readonly request: PayoutRequest };

export type OrderPayments = readonly [OrderPayment, ...OrderPayment[]];

/** Why the signer refuses to sign for an order. */
export const SIGNING_REFUSALS = [
  /**
   * The order is unknown or was altered, the request differs from what the buyer was promised, or an earlier form states
   * another amount for an output that this one spends.
   */
  'order_changed',
  /** A sanctions list contains the address, or the order is frozen. */
  'address_denied',
  /** The sanctions lists are too old. */
  'list_stale',
  /** The holder of the buyer's money does not confirm the payment, or the proof of payment was used for another order. */
  'not_paid',
  /** The payout is worth more than was paid, by the signer's own prices. */
  'overvalued',
  /** It exceeds the limit for one transaction, an hour or a day. */
  'over_limit',
  /** The request contains the order twice. (For an order with a signed payout, the signer returns that form instead.) */
  'already_paid',
  /** A stop file or a signed stop of a person halts the signer. */
  'signer_stopped',
] as const;

export type SigningRefusal = (typeof SIGNING_REFUSALS)[number];

/**
 * A signed form and its orders: the requested one, or an earlier one if one of the orders or claims was signed before.
 */
export type SignedForm = SignedPayout & { readonly unsigned: UnsignedPayout; readonly orderNos: readonly string[] };

/**
 * The only process that can sign payouts, as a worker sees it. It receives payments and their orders, and verifies by
 * itself that they may be paid; it does not trust the caller.
 */
export interface PayoutSigner {
  /**
   * Checks which orders may be paid: queries the holders of the money and the prices of the coins. The result is valid
   * for half a minute, for {@link pay}. The answer contains only the refused orders, with their reasons. It is
   * `unavailable` if the first order cannot be checked now; another such order is neither refused nor cleared.
   */
  clear(orderNos: readonly string[]): Promise<Outcome<ReadonlyMap<string, SigningRefusal>>>;
  /**
   * Signs on a network, by its CAIP-2 id. Makes no external calls, so it can be called within a database transaction.
   * Repeated requests return the same bytes; a request with the same claims for the same orders is another form of their
   * payout. `unavailable` for an order that is not cleared, and on a network that has to be compared first.
   */
  pay(network: string, unsigned: UnsignedPayout, payments: OrderPayments): Promise<Outcome<SignedForm, SigningRefusal>>;
  /**
   * Signs a cancellation of the payout of these orders: the claimed funds stay at the paying address. `order_changed` if
   * nothing was signed with these claims.
   */
  cancel(
    network: string,
    cancellation: UnsignedPayout,
    orderNos: readonly string[],
  ): Promise<Outcome<SignedForm, SigningRefusal>>;
  /**
   * Returns the networks on which nothing is signed before {@link compare}: all of them after each start, since the
   * record may be a restored older one, and a network for which a request follows transactions that the record lacks.
   */
  uncompared(): Promise<Outcome<readonly UncomparedNetwork[]>>;
  /**
   * Adds the chain's transactions that the record lacks, and returns what each pays. Accepts transactions only if they
   * have the signature of the signer's key, so a caller can hide transactions but not invent any. With the `start` of
   * {@link uncompared} the network then counts as compared. Without it the network's state stays the same.
   */
  compare(
    network: string,
    reading: SentReading,
    start: number | undefined,
  ): Promise<Outcome<readonly FoundTransaction[]>>;
}
