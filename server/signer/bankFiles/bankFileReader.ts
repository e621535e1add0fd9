import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../platform/log/log.ts';
import type { BankFiles, BankStatement } from '../../providers/bank/bankPort.ts';
import type { TransferReport } from '../../providers/bank/transferReports.ts';
import { computeStatementSums } from '../../purchase/payment/bankStatements/statementSums.ts';
import { normalizeAccountNumber } from '../../purchase/payment/normalizeAccountNumber.ts';
import { createBankBookings, getSignedUnits } from './bankBookings.ts';
import { createStatementSequences } from './statementSequences.ts';

/** Bookings on the operator's accounts, read from the bank's own files. */
export type BankFileReader = {
  /**
   * Returns the minor units of a currency that were credited with an order's reference and not recalled. Doubtful credits do
   * not count ({@link BookedCredit.isDoubtful}).
   */
  sumReceived(reference: string, currency: string): Promise<bigint>;
  /**
   * Returns a credit by the id that a file gives it, with or without its booking day. Undefined if no file contains it, or if
   * it is a returned outgoing transfer.
   */
  findCredit(entryId: string): Promise<BookedCredit | undefined>;
  /** Returns how much of an outgoing transfer came back to the account, in minor units. `transferId` is its end-to-end id. */
  sumReturned(transferId: string, currency: string): Promise<bigint>;
  /** Returns true if the bank booked the outgoing transfer. */
  isHandedToBank(transferId: string): Promise<boolean>;
  /** Returns the booked transfers to an account that have an end-to-end id. */
  listTransfersTo(account: string): Promise<readonly BookedTransfer[]>;
  /** Returns true if a credit with an order's reference is doubtful ({@link BookedCredit.isDoubtful}) and does not count. */
  isDoubtful(reference: string): Promise<boolean>;
  /** Returns true if a statement of any account with bookings of that ISO date, or of a later one, is missing or contradicted. */
  isDoubtfulSince(day: string): Promise<boolean>;
  /** Returns the bank's reports on a file of outgoing transfers. */
  listReports(batchId: string): Promise<readonly TransferReport[]>;
};

/** A credit on one of the operator's accounts. */
export type BookedCredit = {
  /**
   * Every id that the files give this booking, each with the booking day: a notification and a statement may use different
   * ids. Payments and refunds of the booking are counted under all of them.
   */
  readonly ids: readonly string[];
  readonly currency: string;
  /** Minor units that were not recalled. */
  readonly units: bigint;
  /** The payer's account, IBAN or another id, without spaces; '' if the bank does not report it. */
  readonly account: string;
  /** The order reference that the payer named; '' for none. */
  readonly reference: string;
  /** A missing or contradicted statement may contain its recall, so it proves nothing until that statement is read. */
  readonly isDoubtful?: true;
};

/** An outgoing transfer that the bank has booked. */
export type BookedTransfer = {
  /** Its end-to-end id. */
  readonly id: string;
  readonly account: string;
  readonly currency: string;
  readonly units: bigint;
};

export type BankFileReaderOptions = {
  /** The folder in which the bank's client stores the files that it received. No other process may write there. */
  readonly folder: string;
  /** The operator's accounts, as {@link normalizeAccountNumber} writes them. Files about other accounts are ignored. */
  readonly ownAccounts: () => ReadonlySet<string>;
  /** `ignored`: the bank skips statement numbers, so a gap does not mean a missing statement. */
  readonly statementNumbers: 'counted' | 'ignored';
  readonly files: Pick<BankFiles, 'read'>;
  readonly log: Log;
};

/** Older files are not read: no order waits for its payout longer than this. */
const READ_DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * Reads each file once. A statement counts only if its bookings add up to its balances. A credit does not count while a gap
 * in the statement numbers may hide its recall. {@link createBankBookings} merges notifications and statements.
 */
export function createBankFileReader({
  folder,
  ownAccounts,
  statementNumbers,
  files,
  log,
}: BankFileReaderOptions): BankFileReader {
  const readMarks = new Map<string, string>();
  const read = new Set<string>();
  const sequences = createStatementSequences();
  const bookings = createBankBookings(sequences);
  const reports = new Map<string, TransferReport[]>();

  function addStatement(statement: BankStatement): void {
    const { statementId, account, kind, entries } = statement;
    const own = ownAccounts();
    if (![account, ...entries.map((entry) => entry.account)].every((each) => own.has(normalizeAccountNumber(each))))
      return log.warn({ statement: statementId }, 'a bank file about an account that is not configured was ignored');
    if (!isBalanced(statement))
      return log.warn(
        { statement: statementId },
        'a statement whose bookings do not add up to its balances was ignored',
      );
    if (statementNumbers === 'counted' && sequences.add(statement))
      log.warn(
        { statement: statementId, number: statement.sequenceNumber },
        'a bank statement is missing, or two have the same number: payouts and refunds that depend on it wait',
      );
    for (const entry of entries) bookings.add(kind, entry);
  }

  async function readFileOnce(path: string): Promise<void> {
    const { mtimeMs, size } = await stat(path);
    const mark = `${mtimeMs} ${size}`;
    if (readMarks.get(path) === mark || Date.now() - mtimeMs > READ_DAYS * DAY_MS) return;
    const bytes = await readFile(path);
    const hash = createHash('sha256').update(bytes).digest('hex');
    readMarks.set(path, mark);
    if (read.has(hash)) return;
    read.add(hash);
    const reading = await files.read(bytes);
    if (reading.kind === 'report')
      reports.set(reading.value.batchId, [...(reports.get(reading.value.batchId) ?? []), reading.value]);
    if (reading.kind === 'statements') for (const statement of reading.value) addStatement(statement);
  }

  async function readNewFiles(): Promise<void> {
    for (const name of await listNames(folder)) {
      // The bank's client may have removed the file meanwhile.
      await readFileOnce(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
    }
  }

  return {
    async sumReceived(reference, currency) {
      await readNewFiles();
      return bookings.sumReceived(reference, currency);
    },
    async findCredit(entryId) {
      await readNewFiles();
      return bookings.findCredit(entryId);
    },
    async sumReturned(transferId, currency) {
      await readNewFiles();
      return bookings.sumReturned(transferId, currency);
    },
    async isHandedToBank(transferId) {
      await readNewFiles();
      return bookings.isHandedToBank(transferId);
    },
    async listTransfersTo(account) {
      await readNewFiles();
      return bookings.listTransfersTo(account);
    },
    async isDoubtful(reference) {
      await readNewFiles();
      return bookings.isDoubtful(reference);
    },
    async isDoubtfulSince(day) {
      await readNewFiles();
      return sequences.isDoubtfulSince(day);
    },
    async listReports(batchId) {
      await readNewFiles();
      return reports.get(batchId) ?? [];
    },
  };
}

async function listNames(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name);
}

/**
 * Also returns true if a balance is missing, as in a notification, and for one page of a statement, whose sums are
 * incomplete.
 */
function isBalanced({ balances, pageNumber, entries }: BankStatement): boolean {
  const { opening, closing } = balances ?? {};
  if (!balances || !opening || !closing || pageNumber !== null) return true;
  const net = entries.reduce((sum, entry) => sum + getSignedUnits(entry), 0n);
  const { closedOn, later, forecasts } = balances;
  const statementFields = {
    statementId: '',
    sequenceNumber: null,
    pageNumber,
    closedOn,
    opening: opening.units,
    closing: closing.units,
  };
  return computeStatementSums({ ...statementFields, net, later, forecasts }, opening.units, []) !== undefined;
}
