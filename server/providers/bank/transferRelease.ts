import type { Outcome } from '../outcome.ts';

/** Why a transfer is not handed to the bank, regardless of the database's content. */
export const TRANSFER_REFUSALS = [
  /** It is in no file that the product wrote, or its file contains something else. */
  'not_written',
  /** It was released before. */
  'already_released',
  /** Neither did the bank report that the money came from that account, nor did two people sign it as destination. */
  'account_unproved',
  /** It exceeds the remainder of the received money. */
  'not_owed',
  /** A payout was signed for the money that this would refund. */
  'coins_signed',
  /** A transmitted file or the bank has it, but the record, restored from an earlier state, does not. */
  'possibly_sent',
  /** A bank statement is missing that may contain a recall of the money. */
  'statement_missing',
] as const;

export type TransferRefusal = (typeof TRANSFER_REFUSALS)[number];

/** By transfer id. */
export type RefusedTransfers = ReadonlyMap<string, TransferRefusal>;

/**
 * The only process that hands transfers to the bank, as a worker sees it. It verifies by itself whose money came and
 * what is left of it, and does not trust the caller.
 */
export interface TransferRelease {
  /** Returns the refunds that it would refuse to these accounts now. */
  clear(refunds: readonly { readonly id: string; readonly account: string }[]): Promise<Outcome<RefusedTransfers>>;
  /**
   * Hands a file to the bank, completely or not at all; in the latter case returns the refused transfers. Idempotent: a
   * repeated call hands over the same file.
   */
  release(batchId: string, file: Uint8Array): Promise<Outcome<RefusedTransfers>>;
}
