import type { Outcome } from '../outcome.ts';

/** Why a transfer is not handed to the bank, whatever the tables say. */
export const TRANSFER_REFUSALS = [
  /** No file of ours asks for it, or the file asks for something else as well. */
  'not_written',
  /** It was let go before. */
  'released_already',
  /** Neither the bank says that the money came from that account, nor have two persons signed that it goes there. */
  'account_unproved',
  /** More than is left of the money that came. */
  'not_owed',
  /** Coins were signed for what this would give back. */
  'coins_signed',
  /** A statement of the bank is missing that may have taken the money back. */
  'statement_missing',
] as const;

export type TransferRefusal = (typeof TRANSFER_REFUSALS)[number];

/** By the transfers' ids. */
export type RefusedTransfers = ReadonlyMap<string, TransferRefusal>;

/**
 * The process that alone hands transfers to the bank, as a worker sees it: it finds out by itself whose money came and what is
 * left of it, and takes nobody's word for it.
 */
export interface TransferRelease {
  /** Those refunds that it would not let go to these accounts now. */
  clear(refunds: readonly { readonly id: string; readonly account: string }[]): Promise<Outcome<RefusedTransfers>>;
  /**
   * Hands a file to the bank, whole, or nothing of it: then with those that it refuses. The same again hands the same file over
   * again, which changes nothing.
   */
  release(batchId: string, file: Uint8Array): Promise<Outcome<RefusedTransfers>>;
}
