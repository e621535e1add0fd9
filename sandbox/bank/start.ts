import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBooks } from '../world/books.ts';
import type { World } from '../world/standIn.ts';
import { type BankFolderPaths, openBankFolders } from './bankFolders.ts';
import {
  type BankState,
  computeBalances,
  createEmptyBankState,
  type IncomingTransfer,
  type OutgoingTransfer,
  type PendingFile,
  scheduleStatement,
} from './bankState.ts';
import { bookDueReturns, bookOrderedTransfers, bookTransfer } from './bookTransfers.ts';
import { type FileMistake, renderCamt } from './camtFiles.ts';
import { type OrderedTransfer, parsePainFile } from './painFiles.ts';
import { renderStatusReport } from './statusReportFile.ts';
import type { TransferRequest } from './transferSchema.ts';

/** Polling interval for orders, due returns and unwritten files. */
const POLL_INTERVAL_MS = 200;

/** Faults that put a mistake into a file. */
const FILE_MISTAKES: readonly FileMistake[] = ['foreign_account', 'broken_balance'];

/** The operator's bank, which communicates with its customer only by files. */
export type BankStandIn = {
  readonly name: 'bank';
  /** Books an incoming transfer. Resolves when its notification is in the folder, unless a fault delays the notification. */
  receive(transfer: TransferRequest): Promise<IncomingTransfer>;
  /** Returns the incoming transfers, newest first. */
  list(): readonly IncomingTransfer[];
  /** Transfers ordered by the operator, newest first. */
  refunds(): readonly OutgoingTransfer[];
  /** Writes the statement of a day, by default today, with all bookings that no earlier statement contains. */
  writeStatement(day?: string): Promise<{ readonly name: string; readonly day: string; readonly bookings: number }>;
  books(): {
    readonly transfers: readonly IncomingTransfer[];
    readonly refunds: readonly OutgoingTransfer[];
    readonly balances: object;
  };
  stop(): Promise<void>;
};

/** Starts the bank on `filesFolder`: it writes to `statements/` and reads from `orders/`. Writes overdue files immediately. */
export async function startBank(world: World, paths: BankFolderPaths): Promise<BankStandIn> {
  const { clock, faults } = world;
  const books = openBooks<BankState>(join(world.dataDir, 'bank.json'), createEmptyBankState());
  await books.commit((state) => Object.assign(state, { ...createEmptyBankState(), ...state }));
  const folders = await openBankFolders(paths);

  async function takeOrder(name: string): Promise<void> {
    let ordered: OrderedTransfer[];
    try {
      ordered = parsePainFile(await folders.readOrder(name));
    } catch (error) {
      await folders.archiveOrder(name, 'refused', error instanceof Error ? error.message : 'unreadable');
      return;
    }
    await books.commit((state) => bookOrderedTransfers(state, ordered, faults, clock.now()));
    await folders.archiveOrder(name, 'done');
  }

  async function deliver(file: PendingFile): Promise<void> {
    if (file.kind === 'report') await folders.deliver(file.name, renderStatusReport(file));
    else if (!(await deliverCamt(file))) return;
    await books.commit((state) => {
      state.dueFiles = state.dueFiles.filter(({ name }) => name !== file.name);
    });
  }

  /** Writes a notification or a statement, as faults modify it. Returns false while a fault delays it. */
  async function deliverCamt(file: PendingFile): Promise<boolean> {
    const fileText = new TextDecoder().decode(renderCamt(file, books.state.bookings));
    if (file.kind === 'notification' && faults.peek('bank', ['notification_late'], file.kind, fileText)) return false;
    const mistake = faults.take('bank', FILE_MISTAKES, file.kind, fileText)?.effect as FileMistake | undefined;
    const bytes = renderCamt(file, books.state.bookings, mistake);
    if (file.kind === 'notification' && faults.take('bank', ['notification_twice'], file.kind, fileText)) {
      await folders.deliver(file.name.replace('.xml', '-again.xml'), bytes);
    }
    const isLost = file.kind === 'statement' && faults.take('bank', ['statement_missing'], file.kind, fileText);
    if (!isLost) await folders.deliver(file.name, bytes);
    return true;
  }

  async function processPending(): Promise<void> {
    for (const name of await folders.listOrders()) await takeOrder(name);
    const now = clock.now();
    if (books.state.dueReturns.some(({ dueAt }) => new Date(dueAt) <= now)) {
      await books.commit((state) => bookDueReturns(state, now));
    }
    for (const file of books.state.dueFiles) await deliver(file);
  }

  const polling = runPeriodically(processPending);
  await polling.runNow();

  return {
    name: 'bank',
    async receive(request) {
      const transfer = await books.commit((state) => bookTransfer(state, request, faults, clock.now()));
      await polling.runNow();
      return transfer;
    },
    list: () => books.state.transfers.toReversed(),
    refunds: () => books.state.refunds.toReversed(),
    async writeStatement(wanted) {
      const createdAt = clock.now().toISOString();
      const day = wanted ?? createdAt.slice(0, 10);
      const { name, references } = await books.commit((state) => scheduleStatement(state, { createdAt, day }));
      await polling.runNow();
      return { name, day, bookings: references.length };
    },
    books: () => ({
      transfers: books.state.transfers,
      refunds: books.state.refunds,
      balances: computeBalances(books.state.bookings),
    }),
    async stop() {
      await polling.stop();
      await books.settled();
    },
  };
}

/**
 * Runs the work periodically and on request, never concurrently. Failed work, for example on a full disk, is retried the next
 * time, since its input is in the books.
 */
function runPeriodically(work: () => Promise<void>): { runNow(): Promise<void>; stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const stopping = new AbortController();
  const runNow = () => {
    running = running.then(work).catch(() => undefined);
    return running;
  };
  async function pollUntilStopped(): Promise<void> {
    for (;;) {
      await sleep(POLL_INTERVAL_MS, undefined, { signal: stopping.signal });
      await runNow();
    }
  }
  const looping = pollUntilStopped().catch(() => undefined);
  return {
    runNow,
    async stop() {
      stopping.abort();
      await looping;
      await running;
    },
  };
}
