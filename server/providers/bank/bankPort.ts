import type { Amount } from '@slipway/money/amount.ts';
import type { TransferReport } from './transferReports.ts';

export type BankParty = {
  /** '' when the bank does not tell it. */
  readonly name: string;
  /** IBAN or another id, without spaces; '' when the bank does not tell it. */
  readonly account: string;
};

/** One booked line of the operator's account. */
export type BankEntry = {
  /**
   * Made of the bank's own reference, else of a hash of what the entry says: a bank that tells a booking by a
   * notification and later by a statement in the same words gives it the same id. One that does not is understood by
   * comparing the two.
   */
  readonly entryId: string;
  /** The bank's own reference of this booking alone; '' when it gives none. */
  readonly reference: string;
  /** The reference of the bank that sent the transfer; '' when it is not told. */
  readonly transactionId: string;
  /** The operator's account, IBAN or another id, without spaces. */
  readonly account: string;
  /** How it was booked: a credit that was taken back is a debit with `reversal`. */
  readonly direction: 'credit' | 'debit';
  /** The bank's own word that this takes an earlier booking back, or returns a transfer. No payer can say so. */
  readonly reversal: boolean;
  /** Why it came back, as the bank says it: a code of ISO 20022's external return reasons; '' when it does not say. */
  readonly returnReason: string;
  /** Above zero, in minor units of the account's currency. */
  readonly amount: Amount;
  /** ISO date, as the bank counts days. */
  readonly bookedOn: string;
  /** The id that the orderer of the transfer gave it; '' when there is none. */
  readonly endToEndId: string;
  /** The structured creditor's reference and the unstructured lines, joined by one space. */
  readonly remittance: string;
  /**
   * What the banks add of their own, joined by one space: often the payer's text again, or the text of a form. Nothing of a
   * batch, since it would be said of each of its parts.
   */
  readonly furtherText: string;
  /** The booking that this is a part of, by the bank's reference of the whole ('' when it gives none) and its minor units. */
  readonly batch: { readonly reference: string; readonly units: bigint } | null;
  /** How many transactions this stands for that are not told; 0 for a booking by itself or a part. */
  readonly unitemised: number;
  /** Whose account is on the other side. */
  readonly counterparty: BankParty;
};

/** Minor units of an account on an ISO date; in debit below zero. */
export type DatedUnits = { readonly on: string; readonly units: bigint };

/**
 * What a statement says was on the account before and after its bookings; in debit below zero. Whether the two agree with
 * the bookings is for whoever knows the statement before: some banks count a booking from its value day on.
 */
export type StatementBalances = {
  /** Null where the bank does not tell it. */
  readonly opening: Amount | null;
  readonly closing: Amount | null;
  /** ISO date. */
  readonly closedOn: string;
  /** Credits less debits of the bookings whose value day comes after `closedOn`, by that day; never zero. */
  readonly later: readonly DatedUnits[];
  /** What the bank foretells for days after `closedOn`. */
  readonly foretold: readonly DatedUnits[];
};

export type BankStatement = {
  readonly statementId: string;
  /** `statement`: everything of a period, at its end; `notification`: what was booked just now. */
  readonly kind: 'statement' | 'notification';
  readonly account: string;
  /** ISO 4217; undefined for a notification without bookings that does not say it. */
  readonly currency: string | undefined;
  /** How the bank counts its statements of this account; null when it does not. */
  readonly sequenceNumber: number | null;
  /** Null for a statement of one page. */
  readonly pageNumber: number | null;
  /** Of a statement alone: a notification has none. */
  readonly balances: StatementBalances | null;
  /** As the bank wrote it: an ISO date and time, perhaps without an offset. */
  readonly createdAt: string;
  /** Booked entries only: what is pending or announced may never be booked. */
  readonly entries: readonly BankEntry[];
};

/**
 * `not_a_statement`: another kind of file, or broken; `document_type`: it declares entities, or could; `intraday_report`: it
 * tells of a day that is not over, which no order is paid by; `too_costly`: to read it takes too long, or too much memory;
 * `unsupported_version`: a statement in a version that is not
 * read; `inconsistent`: it contradicts itself or says amounts that cannot be. A refused file counts for nothing at all.
 */
export type StatementRefusal =
  | 'not_a_statement'
  | 'document_type'
  | 'intraday_report'
  | 'too_costly'
  | 'unsupported_version'
  | 'inconsistent';

export type RefusedFile = {
  readonly kind: 'refused';
  readonly reason: StatementRefusal;
  readonly detail: string;
};

export type StatementReading = { readonly kind: 'ok'; readonly value: readonly BankStatement[] } | RefusedFile;

export type ReportReading = { readonly kind: 'ok'; readonly value: TransferReport } | RefusedFile;

/** A transfer of a file of ours, and the block of the file in which it stands. */
export type ListedTransfer = { readonly blockId: string; readonly transferId: string };

export type BankTransfer = {
  /** The end-to-end id, which the bank tells again when it books: at most 35 characters, never given twice. */
  readonly transferId: string;
  /** Above zero, in a fiat currency. */
  readonly amount: Amount;
  readonly creditor: BankParty;
  /** What the creditor reads; cut at the length that the format carries. */
  readonly remittance: string;
};

/** The operator's account that transfers leave from. */
export type DebtorAccount = BankParty & {
  /** A BIC (ISO 9362), or the code that the bank has in its country. */
  readonly bankCode: string;
};

export type TransferBatch = {
  /** Never given twice; at most 30 characters. */
  readonly batchId: string;
  readonly createdAt: Date;
  readonly debtor: DebtorAccount;
  readonly transfers: readonly BankTransfer[];
};

/** Thrown for a transfer that no bank could carry out, so that the others can be sent without it. */
export class UnwritableTransferError extends Error {
  override name = 'UnwritableTransferError';
  readonly transferId: string;

  constructor(transferId: string, why: string) {
    super(`transfer ${transferId} ${why}`);
    this.transferId = transferId;
  }
}

export type FileReading =
  | { readonly kind: 'statements'; readonly value: readonly BankStatement[] }
  | { readonly kind: 'report'; readonly value: TransferReport }
  | RefusedFile;

/** The bank's file formats. */
export interface BankFiles {
  readonly id: string;
  /** Whatever a file of the bank is. The process goes on meanwhile, however large it is. Never rejects for its content. */
  read(bytes: Uint8Array): Promise<FileReading>;
  /** At once, for small files and where nothing else waits. Never throws, whatever the bytes. */
  readStatements(bytes: Uint8Array): StatementReading;
  /** Undefined for a file that is no report on transfers. Never throws, whatever the bytes. */
  readReport(bytes: Uint8Array): ReportReading | undefined;
  /** The transfers of a file that {@link writeTransfers} wrote, each in its block. Throws for any other. */
  listTransfers(bytes: Uint8Array): readonly ListedTransfer[];
  /** All that a file asks a bank for. Throws for one that is not, byte for byte, as {@link writeTransfers} writes it. */
  readTransfers(bytes: Uint8Array): TransferBatch;
  /** The same batch gives the same bytes. Throws an {@link UnwritableTransferError}, or a RangeError about the batch. */
  writeTransfers(batch: TransferBatch): Uint8Array;
}

/** `bytes`: null for a file that is too large to be read. */
export type StatementFile = { readonly name: string; readonly bytes: Uint8Array | null };

/** Where the files lie. */
export interface BankExchange {
  readonly id: string;
  /**
   * What the bank has left, statements and reports alike, oldest first; a file that is still being written is left for
   * later. When a lot is waiting these are the oldest only: settle them and ask again until nothing comes.
   */
  listStatements(): Promise<readonly StatementFile[]>;
  /** Puts a handled file away, a refused one with a text beside it that says why. Safe to repeat. */
  settleStatement(name: string, verdict: 'done' | 'refused', reason?: string): Promise<void>;
  /**
   * Hands a file to the bank, whole or not at all. The same name again changes nothing, even when the bank has taken the
   * file away since. Throws a RangeError for a name that is no plain file name.
   */
  sendTransfers(name: string, bytes: Uint8Array): Promise<void>;
}
