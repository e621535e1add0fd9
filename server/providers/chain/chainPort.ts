import type { Amount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import type { Outcome } from '../outcome.ts';

/** Why an address is not taken; each has a text that names the cause. */
export type AddressFault =
  | 'malformed'
  | 'bad_checksum'
  | 'wrong_network'
  | 'zero_address'
  | 'token_contract'
  | 'treasury_address';

export type AddressVerdict =
  /** `normalized` is what is kept and paid: EIP-55 for EVM, lower case for bech32. */
  | { readonly valid: true; readonly normalized: string }
  | { readonly valid: false; readonly fault: AddressFault; readonly looksLike?: string };

export type SpendableOutput = {
  readonly txid: string;
  readonly index: number;
  readonly units: bigint;
  readonly confirmations: number;
};

/** What the chain says of our paying address right now. Read before the transaction that reserves. */
export type TreasuryReading =
  | {
      readonly kind: 'account';
      /** Transactions of this address in a block: the first nonce that may still be free. */
      readonly confirmedNonce: number;
      readonly maxFeePerGas: bigint;
      readonly maxPriorityFeePerGas: bigint;
      readonly gasLimit: bigint;
      readonly nativeBalance: bigint;
      readonly assetBalance: bigint;
    }
  | {
      readonly kind: 'outputs';
      /** Confirmed outputs and our own unconfirmed change. */
      readonly outputs: readonly SpendableOutput[];
      /** Satoshi per 1,000 virtual bytes. */
      readonly feeRate: bigint;
    };

/** What the caller has reserved for one payout inside its database transaction. */
export type Reservation =
  | { readonly kind: 'account'; readonly nonce: number }
  | { readonly kind: 'outputs'; readonly available: readonly SpendableOutput[] };

/**
 * Every field of a payout that signing needs, as plain JSON that survives a database: amounts are decimal strings of
 * minor units. The same fields always give the same bytes.
 */
export type UnsignedPayout =
  | {
      readonly kind: 'account';
      readonly chainId: number;
      readonly nonce: number;
      readonly to: string;
      readonly value: string;
      readonly data: string;
      readonly gasLimit: string;
      readonly maxFeePerGas: string;
      readonly maxPriorityFeePerGas: string;
    }
  | {
      readonly kind: 'outputs';
      readonly inputs: readonly { readonly txid: string; readonly index: number; readonly units: string }[];
      readonly outputs: readonly { readonly address: string; readonly units: string }[];
      readonly feeUnits: string;
    };

export type SignedPayout = { readonly transactionId: string; readonly bytes: string };

export type PayoutView = {
  readonly status: /** Neither in a block nor waiting for one at our node. */
    | 'missing'
    | 'pending'
    | 'included'
    /** In a block, and failed there (EVM). */
    | 'reverted'
    /** Its nonce or an input was spent by another transaction. */
    | 'replaced';
  readonly confirmations: number;
  /** Deep enough that no re-organization is expected any more (`final at` of money.md, section 4). */
  readonly final: boolean;
  /** In the native asset, once included. */
  readonly networkFee?: Amount;
};

export type ComposeRefusal = 'funds_short' | 'dust';

export type PayoutRequest = { readonly asset: Asset; readonly to: string; readonly units: bigint };

/** One network on which we pay out. */
export interface Chain {
  /** CAIP-2, e.g. `eip155:1`, `bip122:000000000019d6689c085ae165831e93`. */
  readonly network: string;
  readonly nativeAsset: Asset;
  readonly treasuryAddress: string;
  /** Confirmations after which a payout of this worth (in EUR cents) counts as delivered. */
  requiredConfirmations(euroCents: bigint): number;
  /** Delivered is what the network itself calls final; the count above is then only what that usually takes. */
  readonly deliveredWhenFinal: boolean;
  /** Format, checksum, network and known contracts; pure. */
  validateAddress(address: string, asset: Asset): AddressVerdict;
  /** The present cost of one payout of the asset, in the native asset. */
  estimateNetworkFee(asset: Asset): Promise<Outcome<Amount>>;
  readTreasury(request: PayoutRequest): Promise<Outcome<TreasuryReading, 'would_revert'>>;
  /** Pure: chooses inputs or fills in the nonce. */
  composePayout(
    request: PayoutRequest,
    reading: TreasuryReading,
    reservation: Reservation,
  ): Outcome<UnsignedPayout, ComposeRefusal>;
  /** Pure and deterministic (RFC 6979). Decodes what it signed and throws when that is not the request. */
  signPayout(unsigned: UnsignedPayout, request: PayoutRequest): SignedPayout | Promise<SignedPayout>;
  /** Same bytes as often as wanted. `refused` only when the node says that they can never be mined. */
  broadcastPayout(signed: SignedPayout): Promise<Outcome<void, 'spent_elsewhere' | 'invalid' | 'fee_too_low'>>;
  getPayout(signed: SignedPayout, unsigned: UnsignedPayout): Promise<Outcome<PayoutView>>;
  /** The same payout with a higher fee (EVM +12.5 %, Bitcoin BIP 125), or null where the chain cannot. */
  bumpPayout(unsigned: UnsignedPayout): UnsignedPayout | null;
}
