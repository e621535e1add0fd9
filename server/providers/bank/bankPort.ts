import type { Amount } from '@slipway/money/amount.ts';
import type { TransferReport } from './transferReports.ts';

export type BankParty = {
  /** '' if the bank does not state it. */
  readonly name: string;
  /** IBAN or another id, without spaces; '' if the bank does not state it. */
  readonly account: string;
};

/** One booked line of the operator's account. */
export type BankEntry = {
  /**
   * Derived from the bank's reference, else a hash of the entry's fields: a booking that a notification and later a
   * statement describe identically has the same id. If they describe it differently, the two are matched by comparison.
   */
  readonly entryId: string;
  /** The bank's reference of this single booking; '' if there is none. */
  readonly reference: string;
  /** The reference of the bank that sent the transfer; '' if it is not stated. */
  readonly transactionId: string;
  /** The operator's account, an IBAN or another id, without spaces. */
  readonly account: string;
  /** Direction of the booking: a credit that was taken back is a debit with `reversal`. */
  readonly direction: 'credit' | 'debit';
  /** True if the bank marks this as the reversal of a booking or the return of a transfer. A payer cannot set it. */
  readonly reversal: boolean;
  /** Reason of the return: a code of ISO 20022's external return reasons or the bank's own; '' if it states none. */
  readonly returnReason: string;
  /** Above zero, in minor units of the account's currency. */
  readonly amount: Amount;
  /** ISO date of the booking at the bank. */
  readonly bookedOn: string;
  /** The end-to-end id that the originator set; '' if there is none. */
  readonly endToEndId: string;
  /**
   * The structured creditor references, then all other lines, joined by one space; the bank's text for a booking without
   * details.
   */
  readonly remittance: string;
  /**
   * Further text of the banks, joined by one space: often the payer's text again, or a standard text. Excludes text of
   * a batch, since it would apply to each part.
   */
  readonly furtherText: string;
  /**
   * The collective booking that contains this part: its reference at the bank ('' if there is none) and its minor
   * units. Null for a booking that is not a part.
   */
  readonly batch: { readonly reference: string; readonly units: bigint } | null;
  /**
   * Number of transactions in this booking that the file does not itemize: 2 if it may have several and the number is
   * not stated; 0 for a single booking or a part.
   */
  readonly unitemized: number;
  /** The other party and its account. */
  readonly counterparty: BankParty;
};

/** Balance in minor units of an account on an ISO date; negative if overdrawn. */
export type DatedBalance = { readonly on: string; readonly units: bigint };

/**
 * Balances that a statement reports before and after its bookings; negative if overdrawn, null if the bank does not
 * state it. They can be checked against the bookings only together with the previous statement: some banks count a
 * booking from its value date.
 */
export type StatementBalances = {
  readonly opening: Amount | null;
  readonly closing: Amount | null;
  /** ISO date of the closing balance; without one, of the statement's creation. */
  readonly closedOn: string;
  /** Credits less debits of the bookings with a value date after `closedOn`, for each value date; never zero. */
  readonly later: readonly DatedBalance[];
  /** Balances that the bank forecasts for days after `closedOn`. */
  readonly forecasts: readonly DatedBalance[];
};

export type BankStatement = {
  readonly statementId: string;
  /** `statement`: all bookings of a period, at its end; `notification`: single bookings as they are made. */
  readonly kind: 'statement' | 'notification';
  readonly account: string;
  /** ISO 4217; undefined if the account, its closing balance and the bookings do not state it. */
  readonly currency: string | undefined;
  /** The bank's sequence number of statements of this account; null if it does not number them. */
  readonly sequenceNumber: number | null;
  /** Null for a statement with one page. */
  readonly pageNumber: number | null;
  /** Only for a statement; null for a notification. */
  readonly balances: StatementBalances | null;
  /** As written by the bank: an ISO date and time, possibly without an offset. */
  readonly createdAt: string;
  /** Booked entries only: pending or announced ones may never be booked. */
  readonly entries: readonly BankEntry[];
};

/**
 * Why a file is refused. `not_a_statement`: another kind of file, malformed or too large; `document_type`: it declares a document
 * type, so it could declare entities; `intraday_report`: it covers a day that is not over and does not prove payments;
 * `too_costly`: reading it exceeds the time or memory limit; `unsupported_version`: a statement in an unsupported
 * version; `inconsistent`: it contradicts itself or contains impossible amounts. Nothing of a refused file is used.
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

export type StatementResult = { readonly kind: 'ok'; readonly value: readonly BankStatement[] } | RefusedFile;

export type ReportResult = { readonly kind: 'ok'; readonly value: TransferReport } | RefusedFile;

/** A transfer of a file that the product wrote, with its payment block. */
export type ListedTransfer = { readonly blockId: string; readonly transferId: string };

export type BankTransfer = {
  /** The end-to-end id, which the bank repeats when it books: at most 35 characters, never reused. */
  readonly transferId: string;
  /** Above zero, in a fiat currency. */
  readonly amount: Amount;
  readonly creditor: BankParty;
  /** Text for the creditor: the file contains it in basic Latin characters, cut at the length of the format. */
  readonly remittance: string;
};

/** The operator's account that sends the transfers. */
export type DebtorAccount = BankParty & {
  /** A BIC (ISO 9362), or the bank's national code. */
  readonly bankCode: string;
};

export type TransferBatch = {
  /** Never reused; at most 30 characters. */
  readonly batchId: string;
  readonly createdAt: Date;
  readonly debtor: DebtorAccount;
  readonly transfers: readonly BankTransfer[];
};

/** Thrown for a transfer that no bank can execute. The other transfers can then be sent without it. */
export class UnwritableTransferError extends Error {
  override name = 'UnwritableTransferError';
  readonly transferId: string;

  constructor(transferId: string, why: string) {
    super(`transfer ${transferId} ${why}`);
    this.transferId = transferId;
  }
}

export type BankFileResult =
  | { readonly kind: 'statements'; readonly value: readonly BankStatement[] }
  | { readonly kind: 'report'; readonly value: TransferReport }
  | RefusedFile;

/** Reader and writer of the bank's file formats. */
export interface BankFiles {
  readonly id: string;
  /** Reads any file of the bank without blocking the process, however large it is. Never rejects for its content. */
  read(bytes: Uint8Array): Promise<BankFileResult>;
  /** Reads synchronously, for small files and where nothing else waits. Never throws, even for malformed bytes. */
  readStatements(bytes: Uint8Array): StatementResult;
  /** Returns undefined for a file that is not a status report of transfers. Never throws, even for malformed bytes. */
  readReport(bytes: Uint8Array): ReportResult | undefined;
  /**
   * Returns the transfers of a file of {@link writeTransfers}, each with its payment block. Throws for another kind of
   * file, and does not verify that the product wrote the file.
   */
  listTransfers(bytes: Uint8Array): readonly ListedTransfer[];
  /**
   * Returns the batch that a file of transfers contains. Throws unless the file is, byte for byte, as
   * {@link writeTransfers} writes this batch.
   */
  readTransfers(bytes: Uint8Array): TransferBatch;
  /**
   * Writes a batch; the same batch gives the same bytes. Throws an {@link UnwritableTransferError}, or a RangeError
   * about the batch.
   */
  writeTransfers(batch: TransferBatch): Uint8Array;
}

/** `bytes`: null for a file that is too large to read. */
export type StatementFile = { readonly name: string; readonly bytes: Uint8Array | null };

/** Exchanges files with the bank. */
export interface BankExchange {
  readonly id: string;
  /**
   * Returns waiting statements and reports from the bank, oldest first; skips a file that is still being written. If
   * many are waiting, returns only the oldest: settle them and call again until none is returned.
   */
  listStatements(): Promise<readonly StatementFile[]>;
  /**
   * Archives a handled file, a refused one together with a text that gives the reason. Idempotent. Does nothing for a
   * name that is not a plain file name.
   */
  settleStatement(name: string, verdict: 'done' | 'refused', reason?: string): Promise<void>;
  /**
   * Sends a file to the bank, completely or not at all. Idempotent by name, even after the bank has taken the file.
   * Throws a RangeError for a name that is not a plain file name.
   */
  sendTransfers(name: string, bytes: Uint8Array): Promise<void>;
  /** Returns the files of {@link sendTransfers} whose names `isWanted` accepts, whether the bank has taken them or not. */
  readSent(
    isWanted: (name: string) => boolean,
  ): Promise<readonly { readonly name: string; readonly bytes: Uint8Array }[]>;
}
