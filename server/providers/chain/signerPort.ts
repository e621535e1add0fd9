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
  /** Pays each request exactly once; all other outputs go to the paying address. */
  pay(payout: UnsignedPayout, requests: PayoutRequests): Promise<SignedPayout>;
  /** Signs a cancellation: all claimed funds stay at the paying address, less the fee. */
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
   * Reads the effect of a transaction. Returns undefined unless this key signed exactly this: the bytes have this id,
   * contain these fields and carry its signature.
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
  /** Identifies the signer's start: a reading that began before another start is not valid. */
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

/** Why the signer refuses to sign for an order, regardless of the request. */
export const SIGNING_REFUSALS = [
  /** It is unknown, or differs from what the buyer was promised. */
  'order_changed',
  /** A sanctions list contains the address, or the order is frozen. */
  'address_denied',
  /** The sanctions lists are too old. */
  'list_stale',
  /** The holder of the buyer's money does not confirm the payment. */
  'not_paid',
  /** The payout is worth more than was paid, by the signer's own prices. */
  'overvalued',
  /** It exceeds the limit for one transaction, an hour or a day. */
  'over_limit',
  /** Another payout was signed for it that may still be mined, or was mined. */
  'already_paid',
  /** A person stopped the signer, or the signer found its own records inconsistent. */
  'signer_stopped',
] as const;

export type SigningRefusal = (typeof SIGNING_REFUSALS)[number];

/** The signed form and its orders. It differs from the request if one of the orders, or a claim, was signed before. */
export type SignedForm = SignedPayout & { readonly unsigned: UnsignedPayout; readonly orderNos: readonly string[] };

/**
 * The only process that can sign payouts, as a worker sees it. It receives payments and their orders, and verifies by
 * itself that they may be paid; it does not trust the caller.
 */
export interface PayoutSigner {
  /**
   * Checks which orders may be paid: queries the holders of the money and the prices of the coins. The result is valid
   * for half a minute, for {@link pay}. The answer contains the refused orders with their reasons.
   */
  clear(orderNos: readonly string[]): Promise<Outcome<ReadonlyMap<string, SigningRefusal>>>;
  /**
   * Signs on a network, by its CAIP-2 id. Makes no external calls, so it can be called within a transaction. Repeated
   * requests return the same bytes; a request with the same claims for the same orders is another form of their payout.
   * `unavailable` for an order that is not cleared.
   */
  pay(network: string, unsigned: UnsignedPayout, payments: OrderPayments): Promise<Outcome<SignedForm, SigningRefusal>>;
  /**
   * Signs a cancellation that keeps the claims of these orders at the paying address and replaces what was signed for
   * them.
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
