import type { Amount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import type { Outcome } from '../outcome.ts';

/** Why an address is rejected. The buyer is shown a different explanation for each reason. */
export type AddressFault =
  | 'malformed'
  | 'bad_checksum'
  | 'wrong_network'
  | 'zero_address'
  | 'burn_address'
  | 'token_contract'
  | 'system_contract'
  | 'treasury_address';

export type AddressVerdict =
  /** `normalized`: the form that is stored and paid: EIP-55 for EVM, lower case for bech32, unchanged for Base58. */
  | { readonly valid: true; readonly normalized: string }
  /** `looksLike`: only with `wrong_network`: the name of the network whose address format it has. */
  | { readonly valid: false; readonly fault: AddressFault; readonly looksLike?: string };

export type Json = string | number | boolean | null | readonly Json[] | { readonly [field: string]: Json };

/**
 * State of the paying address on the chain, read before the database transaction that reserves funds. Opaque except to
 * the chain adapter.
 */
export type TreasuryReading = { readonly kind: string };

/** Balances of the paying address as the chain reports them. */
export type Holdings = {
  /** In minor units, by asset id. */
  readonly units: ReadonlyMap<string, bigint>;
  /** Readings with the same value are of the same state: no transaction changed the balance between them. */
  readonly stateId: string;
};

/** Treasury funds that are available for further payouts, in minor units. */
export type FreeFunds = {
  /** Funds in the requested asset; for the native asset the same as `native`. */
  readonly asset: bigint;
  /** Funds in the coin that pays fees. */
  readonly native: bigint;
};

/** Current cost of having a transaction of the paying address mined soon. Opaque except to the chain adapter. */
export type FeeReading = { readonly kind: string };

/** Limits of a fee bump or a cancellation. */
export type FeeBumpLimits = {
  /** In native minor units: no form whose fee could be higher is made. */
  readonly mostFee: bigint;
  /** The node refused the current form for its fee: the fee is then raised even behind an earlier pending payout. */
  readonly refused: boolean;
  /** All payouts that the address has signed and that are not final, including this one. */
  readonly live: readonly LivePayout[];
};

export type BumpRefusal =
  /** The chain does not support it, or (on chains with outputs) the payout itself has no funds for a higher fee. */
  | 'cannot_bump'
  /** The minimum replacement fee of nodes exceeds the maximum fee. */
  | 'fee_ceiling'
  /** The paying address has no free funds for the minimum replacement fee. */
  | 'funds_short'
  /** An earlier payout of the address has to be mined first, so a higher fee would not help. */
  | 'earlier_payout_pending';

/**
 * Every field of a payout that signing needs, as plain JSON that can be stored in a database. Opaque except to the
 * chain adapter: amounts are decimal strings of minor units. The signed result is stored, since a key may sign the same
 * fields differently each time.
 */
export type UnsignedPayout = { readonly kind: string; readonly [field: string]: Json };

/** Resources of the paying address that one payout uses exclusively; the database enforces this. */
export type Claims = {
  /** The payout's number in the address's sequence (an EVM nonce). Never reused, even if the payout fails. */
  readonly nonce?: number;
  /**
   * Resources that exist once and are consumed, written `<id>:<index>`: an output of a transaction, a version of an
   * object. Free again once the payout that claims it can no longer reach the chain.
   */
  readonly held: readonly string[];
};

/** A payout that is signed and not final. The balance includes its amount until {@link ChainTraits.deductedWhen}. */
export type LivePayout = {
  /** Undefined on chains without nonces. */
  readonly nonce: number | undefined;
  /** CAIP-19 id of the paid asset. */
  readonly asset: string;
  readonly units: bigint;
  /** Highest fee that the chain can take for any of its signed forms, in native minor units. */
  readonly worstFee: bigint;
};

/** Claims of earlier payouts, as the database has them while no other process reserves from the address. */
export type ExistingClaims = {
  /** One above the highest nonce ever claimed, 0 if there is none. */
  readonly nextNonce: number;
  readonly held: ReadonlySet<string>;
  /** Number of signed transactions that were in no block when last checked. */
  readonly waiting: number;
  readonly live: readonly LivePayout[];
  /** Ids of transactions whose payout has a newer form, which may replace them: their outputs may never be in a block. */
  readonly superseded: ReadonlySet<string>;
};

/** Properties of a chain that delivery needs, the same for all adapters. */
export type ChainTraits = {
  /** A payout that waits this long for a block is stuck; its fee is bumped if the chain supports that. */
  readonly stuckAfterMs: number;
  /** Lowest tip for which validators include a transaction, in native minor units per unit of gas, if there is one. */
  readonly minimumTip?: bigint;
  /**
   * When the coins of a payout, and its fee, are deducted in {@link Chain.readHoldings}: while it is pending, or once
   * it is in a block.
   */
  readonly deductedWhen: 'pending' | 'included';
  /** How many transactions of the paying address may be pending at once, on chains with nonces. */
  readonly mostWaiting?: number;
  /** Most payees of one transaction; 1 if it can pay only one. */
  readonly mostPayees: number;
  /** Condition of delivery: `final` is finality as the network reports it, `confirmed` a number of blocks. */
  readonly deliveredWhen: 'final' | 'confirmed';
  /**
   * Returns one text for all spellings of an address: two addresses are the same account exactly if their texts are
   * equal.
   */
  toComparableAddress(address: string): string;
};

/** The URI format of wallets for paying an address on a network. */
export type PaymentUris = {
  /** The part before the colon, in lower case. */
  readonly scheme: string;
  /** Reads the part after the colon; undefined for a URI that requests more than a payment to an address. */
  read(rest: string): { readonly address: string; readonly network?: string } | undefined;
};

export type SignedPayout = { readonly transactionId: string; readonly bytes: string };

export type PayoutView = {
  readonly status: /** Neither in a block nor in the mempool of the node. */
    | 'missing'
    | 'pending'
    | 'included'
    /** In a block, and failed there (EVM). */
    | 'reverted'
    /** It can no longer be mined: another transaction spent its claims, or its bytes have expired. */
    | 'replaced';
  readonly confirmations: number;
  /**
   * Deep enough that no reorganization is expected (`final at` of docs/money.md, Payouts). `replaced` is final only once
   * the other transaction that spent the claims is found at that depth. Not finding the payout is no proof, since a node
   * that has lost its index does not find it either. For signed bytes that expire, their expiry is the proof.
   */
  readonly final: boolean;
  /** Id of the other transaction that spent the payout's claims, if it was found. */
  readonly replacedBy?: string;
  /**
   * On EVM networks: the payout's nonce if an authorization used it that was signed with the paying key outside Slipway
   * (EIP-7702). `replacedBy` contains that authorization.
   */
  readonly authorizedNonce?: number;
  /** The fee that was charged, in the native asset; set once the payout is in a block. */
  readonly networkFee?: Amount;
};

/** Position of the chain, as opaque values. While `newest` is the same, the chain includes no new transaction. */
export type ChainTip = {
  readonly newest: string;
  /** While it is the same, no further transaction has become final. */
  readonly final: string;
};

/**
 * Amount that a transaction brought to the paying address, from any sender, including change of the address's payouts.
 */
export type IncomingAmount = {
  /** In the asset's minor units; 0 if it brings none or has failed, and on EVM networks until it is in a block. */
  readonly units: bigint;
  /** Deep enough that no reorganization is expected. */
  readonly final: boolean;
};

/** A transaction that the paying address sent, as the chain has it. */
export type SentTransaction = { readonly signed: SignedPayout; readonly unsigned: UnsignedPayout };

/** An authorization that used a nonce of the paying address, with the transaction that contains it. */
export type NonceAuthorization = { readonly nonce: number; readonly transactionId: string };

/** Which transactions of the paying address the caller has already recorded: only later ones are searched. */
export type KnownTransactions = {
  /** The nonce after the highest recorded one; undefined if none is recorded, and on chains without nonces. */
  readonly nextNonce: number | undefined;
  /** All transactions before this time are recorded. Allows for differences between clocks. */
  readonly since: Date;
};

/** Transactions of the paying address that the chain has, including pending ones. */
export type SentReading = {
  /** The first unused nonce; undefined on chains without nonces. */
  readonly nextNonce: number | undefined;
  /** Transactions beyond the known ones; may include known ones. By nonce, on chains with nonces. */
  readonly transactions: readonly SentTransaction[];
  /**
   * On chains with outputs: ids of transactions that paid the address an output that is unspent, and that spend none of
   * the address's outputs. Transactions that spend its outputs are in `transactions`, however old.
   */
  readonly received: readonly string[];
  /** On EVM networks: authorizations signed with the paying key outside Slipway, by the nonces that they used (EIP-7702). */
  readonly authorizations?: readonly NonceAuthorization[];
};

export type ComposeRefusal = 'funds_short' | 'dust' | 'fee_ceiling';

export type PayoutRequest = { readonly asset: Asset; readonly to: string; readonly units: bigint };

/**
 * Payments of one transaction: at least one, all of one asset, at most {@link ChainTraits.mostPayees}. Two equal
 * requests are two payments.
 */
export type PayoutRequests = readonly [PayoutRequest, ...PayoutRequest[]];

/** The operator's configuration of a network, except its node and its key. */
export type NetworkTerms = {
  /** Id in the API, `ethereum`. */
  readonly id: string;
  /** CAIP-2 id. */
  readonly chain: string;
  /** Name shown to buyers. */
  readonly name: string;
  readonly nativeAsset: Asset;
  // The fields below apply only to some kinds of networks.
  readonly confirmations?: number | undefined;
  readonly deliveredWhenFinal?: boolean | undefined;
  readonly l1FeeOracle?: string | undefined;
  readonly minimumTip?: string | undefined;
};

/** Reads addresses of a network without a node. */
export interface AddressReader {
  /** CAIP-2 id, e.g. `eip155:1`, `bip122:000000000019d6689c085ae165831e93`. */
  readonly network: string;
  /** Name shown to buyers. */
  readonly name: string;
  readonly paymentUris: PaymentUris;
  /**
   * Pure: checks format, checksum and network, and rejects burn addresses, known contracts and the paying address.
   */
  validateAddress(address: string, asset: Asset): AddressVerdict;
  /**
   * Returns true if a contract controls what is sent to a valid address. Answers within seconds, since an order waits
   * for it. Absent if the network has no contracts or no node is configured.
   */
  readonly hasContract?: (address: string) => Promise<Outcome<boolean>>;
}

/** One network on which the operator pays out. */
export interface Chain extends AddressReader {
  readonly nativeAsset: Asset;
  readonly treasuryAddress: string;
  readonly traits: ChainTraits;
  /**
   * Returns the confirmations after which a payout of this value (in EUR cents) counts as delivered. With
   * `deliveredWhen: 'final'`, the usual number until finality.
   */
  requiredConfirmations(euroCents: bigint): number;
  /** Returns the current cost of one payout of the asset, in the native asset. */
  estimateNetworkFee(asset: Asset): Promise<Outcome<Amount>>;
  /** Reads the balances of the paying address without a specific payout. */
  readBalances(asset: Asset): Promise<Outcome<TreasuryReading>>;
  /** Reads the balance of each asset. Claimed funds are included until {@link ChainTraits.deductedWhen}. */
  readHoldings(assets: readonly Asset[]): Promise<Outcome<Holdings>>;
  /**
   * Pure: returns the `balances` of {@link readBalances} less the amounts and fees of signed payouts that are not mined;
   * on chains with outputs, less every claimed output.
   */
  computeFreeFunds(asset: Asset, balances: TreasuryReading, claimed: ExistingClaims): FreeFunds;
  /**
   * Reads what {@link composePayout} needs. With several payees per transaction, the reading of one request is valid for
   * all. `would_revert`: the receiver rejects the payment; only on chains with one payee per transaction.
   */
  readTreasury(request: PayoutRequest): Promise<Outcome<TreasuryReading, 'would_revert'>>;
  /**
   * Pure: composes one transaction that pays all requests or none. Chooses resources that no other payout has claimed.
   * Deducts what other payouts commit and the reading still includes, whether the node knows those payouts or not.
   * `unavailable` on chains with nonces while too many transactions are pending. Throws a `RangeError` for more payees
   * than {@link ChainTraits.mostPayees}.
   */
  composePayout(
    requests: PayoutRequests,
    reading: TreasuryReading,
    claimed: ExistingClaims,
    /** In native minor units: no transaction whose likely fee is higher is made. */
    mostFee: bigint,
    /**
     * Ids of the transactions that canceled earlier payments of these requests. Their available outputs must be spent, so
     * that a canceled payment can never be mined in addition to this one. Ignored on chains that claim no outputs.
     */
    spends?: ReadonlySet<string>,
  ): Outcome<UnsignedPayout, ComposeRefusal>;
  /**
   * Pure: returns the payout's claims. A form with a higher fee has the same claims, so that only one of the two can be
   * mined.
   */
  getClaims(unsigned: UnsignedPayout): Claims;
  /** Pure: returns true if the form is a cancellation: it uses its claims and keeps all funds at the paying address. */
  isCancellation(unsigned: UnsignedPayout): boolean;
  /** Pure: returns the highest fee that the chain can take for this form, in native minor units. */
  worstFee(unsigned: UnsignedPayout): bigint;
  /**
   * Idempotent: sends the same bytes. `refused` only if the node reports that they can never be mined, or that their fee is
   * too low.
   */
  broadcastPayout(signed: SignedPayout): Promise<Outcome<void, 'spent_elsewhere' | 'invalid' | 'fee_too_low'>>;
  getPayout(signed: SignedPayout, unsigned: UnsignedPayout): Promise<Outcome<PayoutView>>;
  readTip(): Promise<Outcome<ChainTip>>;
  /**
   * Reads transactions that the paying address sent and that the signer's record or the database may lack, because one of
   * them was restored from a backup. Also `unavailable` if the node reports that the address sent a transaction which it
   * does not return.
   */
  readSent(known: KnownTransactions): Promise<Outcome<SentReading>>;
  /**
   * Returns what a transaction brings to the paying address, by its id. Does not see coins that a contract transfers
   * without a log. `not_found`: the node does not know the transaction.
   */
  getIncoming(transactionId: string, asset: Asset): Promise<Outcome<IncomingAmount, 'not_found'>>;
  /** Reads the current fees and the state on which a fee bump of the signed form depends. */
  readFees(signed: SignedPayout): Promise<Outcome<FeeReading>>;
  /**
   * Pure: returns the same payout with a higher fee: the replacement fee that nodes require, or the network's current
   * fee if higher, and never above the limit.
   */
  bumpPayout(unsigned: UnsignedPayout, fees: FeeReading, limits: FeeBumpLimits): Outcome<UnsignedPayout, BumpRefusal>;
  /**
   * Pure: returns a cancellation that claims the same and keeps all funds at the paying address, with a fee for which
   * nodes replace the form.
   */
  cancelPayout(unsigned: UnsignedPayout, fees: FeeReading, limits: FeeBumpLimits): Outcome<UnsignedPayout, BumpRefusal>;
}
