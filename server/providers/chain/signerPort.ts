import type { Outcome } from '../outcome.ts';
import type {
  Claims,
  KnownSent,
  PayoutRequest,
  PayoutRequests,
  SentReading,
  SentTransaction,
  SignedPayout,
  UnsignedPayout,
} from './chainPort.ts';

/**
 * The key of a paying address, for the process that has it, or may use it. What goes in is plain JSON and requests, what comes
 * out are bytes. It reads back what it signed, and throws when that is not what was asked for. A key on a token signs the same
 * fields to other bytes each time: who asks keeps what came.
 */
export interface TreasuryKey {
  /** The address that pays. */
  readonly address: string;
  /** Each request is paid exactly once, and nothing beside them but to ourselves. */
  pay(payout: UnsignedPayout, requests: PayoutRequests): Promise<SignedPayout>;
  /** Everything that it uses up stays with us, less the fee. */
  cancel(cancellation: UnsignedPayout): Promise<SignedPayout>;
  /** Pure: what it uses up; two that use up the same cannot both be mined. */
  claimsOf(unsigned: UnsignedPayout): Claims;
  /**
   * Pure: the outputs that it spends, as {@link claimsOf} names them, with the minor units that the caller says they have. None
   * on a chain that checks amounts by itself.
   */
  inputsOf(unsigned: UnsignedPayout): readonly { readonly claim: string; readonly units: bigint }[];
  /** Pure: the most that the chain can take for it, in native minor units. */
  worstFee(unsigned: UnsignedPayout): bigint;
  /**
   * What a transaction pays to others. Undefined unless this key has signed exactly this: the bytes have this id, are of these
   * fields and have its signature.
   */
  readOwn(sent: SentTransaction): Promise<readonly OwnPayment[] | undefined>;
}

/** What a transaction of ours pays to one receiver. */
export type OwnPayment = {
  readonly units: bigint;
  readonly to: string;
  /** Whether it pays these units of this asset to the receiver of a request, however its address is spelt. */
  pays(request: PayoutRequest): boolean;
};

/** A network on which nothing is signed until the record was compared with the chain. */
export type Uncompared = KnownSent & {
  readonly network: string;
  /** Names the start of the signer: a reading that began before another start proves nothing. */
  readonly start: number;
};

/** A transaction that a chain has, and what it is by the signer's record. */
export type FoundTransaction = SentTransaction & {
  /** The orders that it pays. None: no order in the database is paid by it. */
  readonly orderNos: readonly string[];
};

/** What is to be paid for which order. */
export type OrderPayment = { readonly orderNo: string; readonly request: PayoutRequest };

export type OrderPayments = readonly [OrderPayment, ...OrderPayment[]];

/** Why the signer signs nothing for an order, whatever it is told. */
export const SIGNING_REFUSALS = [
  /** It is not as it was promised to the buyer, or not known. */
  'order_changed',
  'address_denied',
  'list_stale',
  /** Whoever holds the buyer's money does not say that it is here. */
  'not_paid',
  /** It would send more than was paid for, by the signer's own prices. */
  'overvalued',
  /** More than may leave at once, within an hour or within a day. */
  'over_limit',
  /** Something else has been signed for it that may still be mined, or has been. */
  'paid_already',
  /** A person has stopped the signer, or it has found its own books broken. */
  'signer_stopped',
] as const;

export type SigningRefusal = (typeof SIGNING_REFUSALS)[number];

/** What was signed, for which orders: another form than was asked for where one of them, or what it uses up, was signed before. */
export type SignedForm = SignedPayout & { readonly unsigned: UnsignedPayout; readonly orderNos: readonly string[] };

/**
 * The process that alone can sign payouts, as a worker sees it. It is told what to pay and for which orders, and finds out by
 * itself whether they may be paid: it takes nobody's word for it.
 */
export interface PayoutSigner {
  /**
   * Looks who may be paid: asks those who hold the money, and what the coins are worth. What it finds holds for half a minute,
   * for {@link pay}. Orders that it refuses are in the answer, with the reason.
   */
  clear(orderNos: readonly string[]): Promise<Outcome<ReadonlyMap<string, SigningRefusal>>>;
  /**
   * On a network by its CAIP-2 id. Asks nobody outside, so that it can be asked within a transaction. The same again gives the
   * same bytes, and what claims the same for the same orders is another form of their payout; `unavailable` for an order that
   * is not cleared.
   */
  pay(network: string, unsigned: UnsignedPayout, payments: OrderPayments): Promise<Outcome<SignedForm, SigningRefusal>>;
  /** Leaves what was claimed for these orders with us, in the place of what was signed for them. */
  cancel(
    network: string,
    cancellation: UnsignedPayout,
    orderNos: readonly string[],
  ): Promise<Outcome<SignedForm, SigningRefusal>>;
  /**
   * The networks on which nothing is signed before {@link compare}: all after each start, since the record may be restored from
   * an earlier moment, and one of which a transaction was asked for that follows others that the record does not have.
   */
  uncompared(): Promise<Outcome<readonly Uncompared[]>>;
  /**
   * Adds to the record what the chain has and it lacks, and says of each what it pays. Believes transactions only by the signature
   * of its own key, so that whoever asks can hide some, and invent none. With the `start` of {@link uncompared} the network is
   * compared then; without it the transactions are only looked up.
   */
  compare(
    network: string,
    reading: SentReading,
    start: number | undefined,
  ): Promise<Outcome<readonly FoundTransaction[]>>;
}
