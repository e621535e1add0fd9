import type { Outcome } from '../outcome.ts';

/** Reasons not to send a transfer to the bank. Entries of the database are not accepted as proof. */
export const TRANSFER_REFUSALS = [
  /** It is in no file that the product wrote, or its file contains something else. */
  'not_written',
  /** It was released before. */
  'already_released',
  /** The bank has not reported that the money came from the creditor's account, nor have two people signed it. */
  'account_unproved',
  /** It exceeds the remainder of the received money. */
  'not_owed',
  /** A payout was signed for the money that this would refund. */
  'coins_signed',
  /** A transmitted file or the bank has it, but the record, restored from an earlier state, does not. */
  'possibly_sent',
  /** A bank statement is missing that may contain a recall of the money. */
  'statement_missing',
  /** Its order is frozen. */
  'order_frozen',
] as const;

export type TransferRefusal = (typeof TRANSFER_REFUSALS)[number];

/** Reasons by transfer id. */
export type RefusedTransfers = ReadonlyMap<string, TransferRefusal>;

/**
 * A worker's access to the only process that sends transfers to the bank. That process does not trust the worker: it
 * verifies itself who paid, and how much of the received money remains.
 */
export interface TransferRelease {
  /** Returns those of the refunds that it would now refuse to send to the given account. `id` is the transfer id. */
  clear(refunds: readonly { readonly id: string; readonly account: string }[]): Promise<Outcome<RefusedTransfers>>;
  /**
   * Sends a file to the bank, completely or not at all. Returns the refused transfers, or an empty map if the file was
   * sent. Idempotent: a repeated call sends the same file.
   */
  release(batchId: string, file: Uint8Array): Promise<Outcome<RefusedTransfers>>;
}
