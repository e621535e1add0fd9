import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../platform/log/log.ts';
import type { BankFiles, BankStatement } from '../providers/bank/bankPort.ts';
import type { TransferReport } from '../providers/bank/transferReports.ts';
import { plainAccount } from '../purchase/payment/plainAccount.ts';
import { addUp } from '../purchase/payment/statementSums.ts';
import { createBankBookings, signedUnits } from './bankBookings.ts';
import { createStatementRuns } from './statementRuns.ts';

/** What the bank has booked on the operator's accounts, read from the bank's own files. */
export type BankSight = {
  /** Minor units of a currency that were credited with an order's reference and not taken back. */
  receivedWith(reference: string, currency: string): Promise<bigint>;
  /**
   * Returns a credit by the id that a file gives it, with or without its booking day. Undefined for one that no file contains,
   * and for one that the bank itself brought back.
   */
  findCredit(entryId: string): Promise<SeenCredit | undefined>;
  /** Minor units of a transfer of ours, by its end-to-end id, that are back on the account. */
  broughtBack(transferId: string, currency: string): Promise<bigint>;
  /** Whether a transfer of ours was booked. */
  hasLeft(transferId: string): Promise<boolean>;
  /** Whether a credit with an order's reference does not count as a statement is missing that may take it back. */
  isDoubtful(reference: string): Promise<boolean>;
  /** Whether a statement with bookings of that ISO date, or of a later one, is missing. */
  isDoubtfulSince(day: string): Promise<boolean>;
  /** The bank's reports on a file of ours. */
  reportsOn(batchId: string): Promise<readonly TransferReport[]>;
};

/** A credit on one of the operator's accounts. */
export type SeenCredit = {
  /**
   * Every id under which the files describe this one booking, each with its day: a notification and a statement may give it two.
   * Whatever is counted or used up by booking is counted under all of them.
   */
  readonly ids: readonly string[];
  readonly currency: string;
  /** Minor units that were not taken back. */
  readonly units: bigint;
  /** The account that it came from, IBAN or another id, without spaces; '' if the bank does not report it. */
  readonly account: string;
  /** Of the order that its payer named; '' for none. */
  readonly reference: string;
  /** A statement is missing, or contradicted, that may take it back: it proves nothing for now. */
  readonly isDoubtful?: true;
};

export type BankSightOptions = {
  /** Where the bank's client stores what it received. Nobody else may write there. */
  readonly folder: string;
  /** The operator's accounts, as {@link plainAccount} writes them. A file about another account counts for nothing. */
  readonly ownAccounts: () => ReadonlySet<string>;
  /** `ignored`: the bank leaves numbers out, so that a gap says nothing. */
  readonly statementNumbers: 'counted' | 'ignored';
  readonly files: Pick<BankFiles, 'read'>;
  readonly log: Log;
};

/** Files that are older pay no order that still waits for its payout. */
const READ_DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * Reads each file once. A statement counts only if its bookings add up to its balances, and a credit only if no statement is
 * missing by its number that may take it back; see {@link createBankBookings} for how
 * notifications and statements are put together.
 */
export function createBankSight({ folder, ownAccounts, statementNumbers, files, log }: BankSightOptions): BankSight {
  const known = new Map<string, string>();
  const read = new Set<string>();
  const runs = createStatementRuns();
  const bookings = createBankBookings(runs);
  const reports = new Map<string, TransferReport[]>();

  function take(statement: BankStatement): void {
    const { statementId, account, kind, entries } = statement;
    const own = ownAccounts();
    if (![account, ...entries.map((entry) => entry.account)].every((each) => own.has(plainAccount(each))))
      return log.warn({ statement: statementId }, 'a bank file about an account that is not configured was ignored');
    if (!isBalanced(statement))
      return log.warn(
        { statement: statementId },
        'a statement whose bookings do not add up to its balances was ignored',
      );
    if (statementNumbers === 'counted' && runs.add(statement))
      log.warn(
        { statement: statementId, number: statement.sequenceNumber },
        'a statement before this one is missing, or another one has its number: what depends on it waits',
      );
    for (const entry of entries) bookings.add(kind, entry);
  }

  async function readFileOnce(path: string): Promise<void> {
    const { mtimeMs, size } = await stat(path);
    const mark = `${mtimeMs} ${size}`;
    if (known.get(path) === mark || Date.now() - mtimeMs > READ_DAYS * DAY_MS) return;
    const bytes = await readFile(path);
    const hash = createHash('sha256').update(bytes).digest('hex');
    known.set(path, mark);
    if (read.has(hash)) return;
    read.add(hash);
    const reading = await files.read(bytes);
    if (reading.kind === 'report')
      reports.set(reading.value.batchId, [...(reports.get(reading.value.batchId) ?? []), reading.value]);
    if (reading.kind === 'statements') for (const statement of reading.value) take(statement);
  }

  async function look(): Promise<void> {
    for (const name of await namesIn(folder)) {
      // The client may have removed it meanwhile.
      await readFileOnce(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
    }
  }

  return {
    async receivedWith(reference, currency) {
      await look();
      return bookings.receivedWith(reference, currency);
    },
    async findCredit(entryId) {
      await look();
      return bookings.findCredit(entryId);
    },
    async broughtBack(transferId, currency) {
      await look();
      return bookings.broughtBack(transferId, currency);
    },
    async hasLeft(transferId) {
      await look();
      return bookings.hasLeft(transferId);
    },
    async isDoubtful(reference) {
      await look();
      return bookings.isDoubtful(reference);
    },
    async isDoubtfulSince(day) {
      await look();
      return runs.isDoubtfulSince(day);
    },
    async reportsOn(batchId) {
      await look();
      return reports.get(batchId) ?? [];
    },
  };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name);
}

/** A notification has no balances; one page of a statement cannot be added up. */
function isBalanced({ balances, pageNumber, entries }: BankStatement): boolean {
  const { opening, closing } = balances ?? {};
  if (!balances || !opening || !closing || pageNumber !== null) return true;
  const net = entries.reduce((sum, entry) => sum + signedUnits(entry), 0n);
  const { closedOn, later, foretold } = balances;
  const told = {
    statementId: '',
    sequenceNumber: null,
    pageNumber,
    closedOn,
    opening: opening.units,
    closing: closing.units,
  };
  return addUp({ ...told, net, later, foretold }, opening.units, []) !== undefined;
}
