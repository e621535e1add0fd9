import type { Amount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import type { Outcome } from '../outcome.ts';

/** Why an address is not taken; each has a text that names the cause. */
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
  /** `normalized` is what is kept and paid: EIP-55 for EVM, lower case for bech32. */
  | { readonly valid: true; readonly normalized: string }
  | { readonly valid: false; readonly fault: AddressFault; readonly looksLike?: string };

export type Json = string | number | boolean | null | readonly Json[] | { readonly [field: string]: Json };

/** What the chain said of our paying address, read before the transaction that reserves. For the chain alone to read. */
export type TreasuryReading = { readonly kind: string };

/** What the chain says lies at the paying address. */
export type Holdings = {
  /** In minor units, by the asset's id. */
  readonly units: ReadonlyMap<string, bigint>;
  /** Two readings with the same word are of the same moment: nothing came or left between them. */
  readonly moment: string;
};

/** What is left of the treasury for payouts to come. */
export type FreeFunds = {
  /** Of the asset that was asked about; of the native one the same as `native`. */
  readonly asset: bigint;
  /** Of the coin in which fees are paid. */
  readonly native: bigint;
};

/** What having a transaction of ours mined soon costs now. For the chain alone to read. */
export type FeeReading = { readonly kind: string };

/** Within what a dearer form of a payout is made. */
export type Raising = {
  /** In native minor units: nothing that could take more is made. */
  readonly mostFee: bigint;
  /** The node refused the form before it for its fee: then it does not matter who else waits. */
  readonly refused: boolean;
  /** All that the address has signed and is not final, the payout itself included. */
  readonly live: readonly LivePayout[];
};

export type BumpRefusal =
  /** The chain, or this payout, has nothing to pay more with. */
  | 'cannot_bump'
  /** The least that nodes take in its place is above the most that may be paid. */
  | 'fee_ceiling'
  | 'funds_short'
  /** An earlier payout of the address has to be mined before: paying more would not help. */
  | 'not_first';

/**
 * Every field of a payout that signing needs, as plain JSON that survives a database, for the chain alone to read: amounts
 * are decimal strings of minor units. What was signed of them is kept: a key may sign the same fields otherwise each time.
 */
export type UnsignedPayout = { readonly kind: string; readonly [field: string]: Json };

/** What one payout uses up of the paying address, and no other payout may: the database enforces it. */
export type Claims = {
  /** Its number in the address's own sequence (an EVM nonce). Never given twice, whatever became of its payout. */
  readonly nonce?: number;
  /**
   * What exists once and is used up, written `<id>:<index>`: an output of a transaction, a version of an object. Free
   * again when its payout can no longer reach the chain.
   */
  readonly held: readonly string[];
};

/** A payout that is signed and not final: as long as it is not mined, what it takes is still part of the balance. */
export type LivePayout = {
  /** Undefined where the chain counts none. */
  readonly nonce: number | undefined;
  /** CAIP-19 id of what it pays. */
  readonly asset: string;
  readonly units: bigint;
  /** The most that the chain can take for any of its signed forms, in native minor units. */
  readonly worstFee: bigint;
};

/** What earlier payouts have claimed, as the database has it while nobody else reserves from the address. */
export type ClaimedSoFar = {
  /** One above the highest nonce that was ever claimed, 0 when there is none. */
  readonly nextNonce: number;
  readonly held: ReadonlySet<string>;
  /** Transactions that are signed, and that no block had when each was last looked at. */
  readonly waiting: number;
  readonly live: readonly LivePayout[];
  /** Transactions of payouts that have a newer form: what they leave waiting may never be in a block. */
  readonly superseded: ReadonlySet<string>;
};

/** What delivering needs to know of a chain, whichever it is. */
export type ChainTraits = {
  /** A payout that waits this long for a block is stuck: its fee is raised where the chain can do that. */
  readonly stuckAfterMs: number;
  /** The least tip with which validators take a transaction in, in native minor units per unit of gas, where there is one. */
  readonly minimumTip?: bigint;
  /** When the coins of a payout, and its fee, are gone from what {@link Chain.readHoldings} tells: once it waits, or in a block. */
  readonly leavesWhen: 'pending' | 'included';
  /** How many transactions of the paying address may wait for a block at once, where the chain counts them. */
  readonly mostWaiting?: number;
  /** To how many one transaction can pay; 1 where it pays one. */
  readonly mostPayees: number;
  /** What makes a payout delivered: `final` is the network's own word, `confirmed` a count of blocks. */
  readonly deliveredWhen: 'final' | 'confirmed';
  /** One text for every spelling of an address: two spellings name the same account exactly when this is equal. */
  foldAddress(address: string): string;
};

/** How wallets write "pay this address" for a network. */
export type PaymentUris = {
  /** What stands before the colon, in lower case. */
  readonly scheme: string;
  /** Reads what stands after the colon; undefined for what asks for more than paying an address. */
  read(rest: string): { readonly address: string; readonly network?: string } | undefined;
};

export type SignedPayout = { readonly transactionId: string; readonly bytes: string };

export type PayoutView = {
  readonly status: /** Neither in a block nor waiting for one at our node. */
    | 'missing'
    | 'pending'
    | 'included'
    /** In a block, and failed there (EVM). */
    | 'reverted'
    /** It can no longer be mined: what it claims was spent by another transaction, or its bytes have expired. */
    | 'replaced';
  readonly confirmations: number;
  /**
   * Deep enough that no re-organization is expected any more (`final at` of docs/money.md, Payouts). What was replaced
   * is so for good only when the transaction that took its claims was found that deep, and is another one: a node that has
   * lost its index does not find ours either. Bytes that expire need no such transaction.
   */
  readonly final: boolean;
  /** The transaction that took its claims, once replaced and where it was found. */
  readonly replacedBy?: string;
  /** In the native asset, once included. */
  readonly networkFee?: Amount;
};

/** Where the chain is, each in a word of its own. While `newest` is the same, no transaction has moved in the chain. */
export type ChainTip = {
  readonly newest: string;
  /** While it is the same, no further transaction has become final. */
  readonly final: string;
};

/** What a transaction has brought to the paying address, by any sender: change of our own payouts included. */
export type Incoming = {
  /** In the asset's minor units; 0 where it brings none of it, or has failed. */
  readonly units: bigint;
  /** Deep enough that no re-organization is expected any more. */
  readonly final: boolean;
};

/** A transaction of the paying address, as a chain has it. */
export type SentTransaction = { readonly signed: SignedPayout; readonly unsigned: UnsignedPayout };

/** What a record knows of the paying address: transactions beyond that are looked for. */
export type KnownSent = {
  /** The first nonce above all that are recorded; undefined where none is, and on chains without nonces. */
  readonly nextNonce: number | undefined;
  /** Transactions that are older are recorded. Of the machine's clock, with a margin. */
  readonly since: Date;
};

/** What a chain knows of the paying address, those that wait for a block included. */
export type SentReading = {
  /** The first nonce that no transaction uses; undefined on chains without nonces. */
  readonly nextNonce: number | undefined;
  /** Transactions beyond those that are known, the oldest first. It may have known ones among them. */
  readonly transactions: readonly SentTransaction[];
  /**
   * On chains with outputs: the transactions that have left unspent outputs with the address, and that spend none of its own.
   * Those that do are among `transactions`, however old.
   */
  readonly received: readonly string[];
};

export type ComposeRefusal = 'funds_short' | 'dust' | 'fee_ceiling';

export type PayoutRequest = { readonly asset: Asset; readonly to: string; readonly units: bigint };

/**
 * What one transaction is to pay: one at least, all of one asset, {@link ChainTraits.mostPayees} at most. Two that are alike
 * are two payments.
 */
export type PayoutRequests = readonly [PayoutRequest, ...PayoutRequest[]];

/** What the operator's configuration says of a network, beside its node and its key. */
export type NetworkTerms = {
  /** Wire id, `ethereum`. */
  readonly id: string;
  /** CAIP-2. */
  readonly chain: string;
  /** As buyers know it. */
  readonly name: string;
  readonly nativeAsset: Asset;
  /** The rest is for the kinds of networks that know such a thing. */
  readonly confirmations?: number | undefined;
  readonly deliveredWhenFinal?: boolean | undefined;
  readonly l1FeeOracle?: string | undefined;
  readonly minimumTip?: string | undefined;
};

/** What is known of a network's addresses without a node. */
export interface AddressReader {
  /** CAIP-2, e.g. `eip155:1`, `bip122:000000000019d6689c085ae165831e93`. */
  readonly network: string;
  /** As buyers know it. */
  readonly name: string;
  readonly paymentUris: PaymentUris;
  /** Format, checksum, network and known contracts; pure. */
  validateAddress(address: string, asset: Asset): AddressVerdict;
  /**
   * Whether a contract decides over what is sent to a valid address. Answers within seconds, since an order waits for it.
   * Absent where the network has no contracts, and where no node is configured.
   */
  readonly hasContract?: (address: string) => Promise<Outcome<boolean>>;
}

/** One network on which we pay out. */
export interface Chain extends AddressReader {
  readonly nativeAsset: Asset;
  readonly treasuryAddress: string;
  readonly traits: ChainTraits;
  /**
   * Confirmations after which a payout of this worth (in EUR cents) counts as delivered; where delivered is final, what
   * that usually takes.
   */
  requiredConfirmations(euroCents: bigint): number;
  /** The present cost of one payout of the asset, in the native asset. */
  estimateNetworkFee(asset: Asset): Promise<Outcome<Amount>>;
  /** What lies at the paying address, without a payout in mind. */
  readBalances(asset: Asset): Promise<Outcome<TreasuryReading>>;
  /** What lies there of each asset, claimed or not. */
  readHoldings(assets: readonly Asset[]): Promise<Outcome<Holdings>>;
  /** Pure: the balances less all that is signed and not mined yet. */
  freeFunds(asset: Asset, balances: TreasuryReading, claimed: ClaimedSoFar): FreeFunds;
  /** `would_revert` is of chains that pay one at a time: where several are paid, the reading holds for all. */
  readTreasury(request: PayoutRequest): Promise<Outcome<TreasuryReading, 'would_revert'>>;
  /**
   * Pure: pays all of them in one transaction, or none. Chooses what the payout uses up, beside what others have claimed. What they commit and the reading still
   * counts as ours is not there for this one, whether the node has seen them or not. `unavailable` while too many wait.
   */
  composePayout(
    requests: PayoutRequests,
    reading: TreasuryReading,
    claimed: ClaimedSoFar,
    /** In native minor units: nothing that is likely to take more is made. */
    mostFee: bigint,
    /**
     * Transactions that took back what paid any of them before: the outputs of theirs that are there are spent, so that what was
     * taken back can never be mined beside this one. Nothing to chains that claim no outputs.
     */
    spends?: ReadonlySet<string>,
  ): Outcome<UnsignedPayout, ComposeRefusal>;
  /** Pure: what the payout uses up. A bumped payout claims the same, so that only one of the two can be mined. */
  claimsOf(unsigned: UnsignedPayout): Claims;
  /** Pure: the most that the chain can take for this form, in native minor units. */
  worstFee(unsigned: UnsignedPayout): bigint;
  /** Same bytes as often as wanted. `refused` only when the node says that they can never be mined. */
  broadcastPayout(signed: SignedPayout): Promise<Outcome<void, 'spent_elsewhere' | 'invalid' | 'fee_too_low'>>;
  getPayout(signed: SignedPayout, unsigned: UnsignedPayout): Promise<Outcome<PayoutView>>;
  readTip(): Promise<Outcome<ChainTip>>;
  /**
   * Reads what the paying address has sent and the signer's record may lack, after one of them was restored. `unavailable` too
   * where the node shows that there are such transactions, and not what they are.
   */
  readSent(known: KnownSent): Promise<Outcome<SentReading>>;
  /**
   * What a transaction brings to the paying address, by its id. Coins that a contract passes on without a record of its own
   * are not seen. `not_found`: the node knows of none.
   */
  getIncoming(transactionId: string, asset: Asset): Promise<Outcome<Incoming, 'not_found'>>;
  /** What is asked now, and what raising the fee of a signed form depends on. */
  readFees(signed: SignedPayout): Promise<Outcome<FeeReading>>;
  /**
   * Pure: the same payout with a higher fee. It pays what nodes ask for taking the place of the former form, or what the
   * network asks now where that is more, and never more than allowed.
   */
  bumpPayout(unsigned: UnsignedPayout, fees: FeeReading, raising: Raising): Outcome<UnsignedPayout, BumpRefusal>;
  /** Pure: claims the same and leaves everything with us, for a fee with which nodes take it in the place of the form. */
  cancelPayout(unsigned: UnsignedPayout, fees: FeeReading, raising: Raising): Outcome<UnsignedPayout, BumpRefusal>;
}
