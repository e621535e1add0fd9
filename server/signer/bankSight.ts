import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../platform/log/log.ts';
import type { BankEntry, BankFiles, BankStatement } from '../providers/bank/bankPort.ts';
import type { TransferReport } from '../providers/bank/transferReports.ts';
import { referencesIn } from '../purchase/order/transferReference.ts';
import { addUp } from '../purchase/payment/statementSums.ts';

/** What the bank has booked on the operator's accounts, read from the bank's own files. */
export type BankSight = {
  /** Minor units of a currency that have come with a reference and were not taken back. */
  receivedWith(reference: string, currency: string): Promise<bigint>;
  /**
   * Minor units of a credit that bears no order's reference, by the id that a file gives it, perhaps with the day behind it.
   * 0 for one that no file tells, that was taken back, or that names an order.
   */
  receivedAs(entryId: string, currency: string): Promise<bigint>;
  /** A credit by its id, as above; undefined for one that no file tells. */
  creditOf(entryId: string): Promise<SeenCredit | undefined>;
  /** Minor units of a transfer of ours, by its end-to-end id, that are back on the account. */
  broughtBack(transferId: string, currency: string): Promise<bigint>;
  /** Whether a transfer of ours was booked. */
  hasLeft(transferId: string): Promise<boolean>;
  /** What the bank has said of a file of ours. */
  reportsOn(batchId: string): Promise<readonly TransferReport[]>;
};

/** Money that came. */
export type SeenCredit = {
  readonly currency: string;
  /** Minor units that were not taken back. */
  readonly units: bigint;
  /** Whose account it came from, IBAN or another id, without spaces; '' when the bank does not tell it. */
  readonly account: string;
  /** Of the order that its payer has named; '' for none. */
  readonly reference: string;
};

export type BankSightOptions = {
  /** Where the bank's client leaves its files, and where they are put away. Only the client and the worker's user write there. */
  readonly folders: readonly string[];
  readonly files: Pick<BankFiles, 'read'>;
  readonly log: Log;
};

type Kind = BankStatement['kind'];
type Booking = { readonly currency: string; readonly units: bigint };

/** Files that are older pay no order that still waits for its payout. */
const READ_DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * Reads each file once. A booking is told by notifications, by statements or by both, so what has come is what either of the two
 * kinds tells, whichever tells more; within a kind, a booking counts once by its id. A statement counts only where its
 * bookings make its balances.
 */
export function createBankSight({ folders, files, log }: BankSightOptions): BankSight {
  const known = new Map<string, string>();
  const read = new Set<string>();
  const bookings = new Map<string, Map<string, Booking>>();
  const entriesById = new Map<string, Map<BankEntry['direction'], BankEntry>>();
  /** Debits by which banks took a credit back under another id, by the payer's bank's id of the transfer. */
  const recalls = new Map<string, Map<string, Booking>>();
  /** Bookings of our own transfers, by their end-to-end ids. */
  const own = new Map<string, Map<string, BankEntry>>();
  const reports = new Map<string, TransferReport[]>();

  function take({ kind, entries }: BankStatement): void {
    for (const entry of entries) {
      const { entryId, direction, reversal, transactionId, endToEndId } = entry;
      entriesById.set(entryId, (entriesById.get(entryId) ?? new Map()).set(direction, entry));
      if (endToEndId !== '')
        own.set(endToEndId, (own.get(endToEndId) ?? new Map()).set(`${entryId} ${direction}`, entry));
      if (direction === 'debit' && reversal && transactionId !== '')
        recalls.set(transactionId, (recalls.get(transactionId) ?? new Map()).set(entryId, signed(entry)));
      const reference = referenceOf(entry);
      if (reference === '') continue;
      const ofKind = bookings.get(keyOf(kind, reference)) ?? new Map<string, Booking>();
      ofKind.set(`${entryId} ${direction}`, signed(entry));
      bookings.set(keyOf(kind, reference), ofKind);
    }
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
    if (reading.kind !== 'statements') return;
    for (const statement of reading.value) {
      if (isMade(statement)) take(statement);
      else log.warn({ statement: statement.statementId }, 'a statement whose bookings do not make its balances');
    }
  }

  async function look(): Promise<void> {
    for (const folder of folders) {
      for (const name of await namesIn(folder)) {
        // Put away, or taken away, meanwhile: it is found where it is next time.
        await readFileOnce(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error;
        });
      }
    }
  }

  return {
    async receivedWith(reference, currency) {
      await look();
      const sums = (['statement', 'notification'] as const).map((kind) =>
        [...(bookings.get(keyOf(kind, reference))?.values() ?? [])]
          .filter((booking) => booking.currency === currency)
          .reduce((sum, { units }) => sum + units, 0n),
      );
      return sums.reduce((most, sum) => (sum > most ? sum : most), 0n);
    },
    async receivedAs(entryId, currency) {
      await look();
      const credit = creditOf(entryId);
      return credit?.reference === '' && credit.currency === currency ? credit.units : 0n;
    },
    async creditOf(entryId) {
      await look();
      return creditOf(entryId);
    },
    async broughtBack(transferId, currency) {
      await look();
      return [...(own.get(transferId)?.values() ?? [])]
        .filter((entry) => entry.direction === 'credit' && entry.reversal && entry.amount.asset.code === currency)
        .reduce((sum, { amount }) => sum + amount.units, 0n);
    },
    async hasLeft(transferId) {
      await look();
      return [...(own.get(transferId)?.values() ?? [])].some(({ direction }) => direction === 'debit');
    },
    async reportsOn(batchId) {
      await look();
      return reports.get(batchId) ?? [];
    },
  };

  function creditOf(entryId: string): SeenCredit | undefined {
    // Where a bank gives an id again, the tables put the day behind it.
    const told = entriesById.get(entryId) ?? entriesById.get(entryId.replace(/@\d{4}-\d{2}-\d{2}(?::\d+)?$/, ''));
    const credit = told?.get('credit');
    if (!credit || credit.reversal) return undefined;
    const { amount, counterparty, transactionId } = credit;
    const currency = amount.asset.code;
    const takenBack = [...(recalls.get(transactionId) ?? [])].flatMap(([id, booking]) =>
      id === credit.entryId ? [] : booking,
    );
    const debit = told?.get('debit');
    const units = [signed(credit), ...(debit ? [signed(debit)] : []), ...takenBack]
      .filter((booking) => booking.currency === currency)
      .reduce((sum, booking) => sum + booking.units, 0n);
    return { currency, units, account: counterparty.account, reference: referenceOf(credit) };
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name);
}

function keyOf(kind: Kind, reference: string): string {
  return `${kind} ${reference}`;
}

/** A booking pays one order: the one that its payer has named first. */
function referenceOf({ remittance, endToEndId, furtherText }: BankEntry): string {
  return [remittance, endToEndId, furtherText].flatMap(referencesIn)[0] ?? '';
}

function signed({ direction, amount }: BankEntry): Booking {
  return { currency: amount.asset.code, units: direction === 'credit' ? amount.units : -amount.units };
}

/** A notification has no balances; a page of a statement cannot be added up alone. */
function isMade({ balances, pageNumber, entries }: BankStatement): boolean {
  const { opening, closing } = balances ?? {};
  if (!balances || !opening || !closing || pageNumber !== null) return true;
  const net = entries.reduce((sum, entry) => sum + signed(entry).units, 0n);
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
