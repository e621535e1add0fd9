import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../platform/log/log.ts';
import type { BankEntry, BankFiles, BankStatement } from '../providers/bank/bankPort.ts';
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
  /** Of bookings without a reference: what is left of each. */
  const unnamed = new Map<string, Map<string, Booking>>();

  function take({ kind, entries }: BankStatement): void {
    for (const entry of entries) {
      const reference = referenceOf(entry);
      if (reference === undefined) {
        const ofEntry = unnamed.get(entry.entryId) ?? new Map<string, Booking>();
        unnamed.set(entry.entryId, ofEntry.set(entry.direction, signed(entry)));
        continue;
      }
      const ofKind = bookings.get(keyOf(kind, reference)) ?? new Map<string, Booking>();
      ofKind.set(`${entry.entryId} ${entry.direction}`, signed(entry));
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
      // Where a bank gives an id again, the tables put the day behind it.
      const told = unnamed.get(entryId) ?? unnamed.get(entryId.replace(/@\d{4}-\d{2}-\d{2}(?::\d+)?$/, ''));
      return [...(told?.values() ?? [])]
        .filter((booking) => booking.currency === currency)
        .reduce((sum, { units }) => sum + units, 0n);
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

function keyOf(kind: Kind, reference: string): string {
  return `${kind} ${reference}`;
}

/** A booking pays one order: the one that its payer has named first. */
function referenceOf({ remittance, endToEndId, furtherText }: BankEntry): string | undefined {
  return [remittance, endToEndId, furtherText].flatMap(referencesIn)[0];
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
