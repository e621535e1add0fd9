import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBooks } from '../world/books.ts';
import type { World } from '../world/standIn.ts';
import {
  type BankState,
  balancesOf,
  type DueFile,
  emptyBank,
  promiseStatement,
  type Refund,
  type Transfer,
} from './bankBooks.ts';
import { type BankFolderPaths, openBankFolders } from './bankFolders.ts';
import { bookDueReturns, bookOrder, bookTransfer } from './bankMoney.ts';
import { type Mistake, renderCamt } from './camtFiles.ts';
import { type OrderedTransfer, readPain } from './painFiles.ts';
import { renderReport } from './reportFiles.ts';
import type { TransferRequest } from './transferSchema.ts';

/** How often the bank looks for orders, for returns that are due and for files that it still owes. */
const LOOK_EVERY_MS = 200;

const MISTAKES: readonly Mistake[] = ['foreign_account', 'broken_balance'];

/** The operator's bank: it books, and speaks to its customer by files alone. */
export type BankStandIn = {
  readonly name: 'bank';
  /** Resolves when it is booked and its notification lies in the folder, unless a fault holds that back. */
  receive(transfer: TransferRequest): Promise<Transfer>;
  /** Newest first. */
  list(): readonly Transfer[];
  /** What left by the operator's order, newest first. */
  refunds(): readonly Refund[];
  /** Writes the statement of a day, as far as it goes and no other has told it; without one, of today. */
  writeStatement(day?: string): Promise<{ readonly name: string; readonly day: string; readonly bookings: number }>;
  books(): { readonly transfers: readonly Transfer[]; readonly refunds: readonly Refund[]; readonly balances: object };
  stop(): Promise<void>;
};

/** Starts the bank on `filesFolder`: it fills `statements/` and empties `orders/`. Whatever it owed it writes at once. */
export async function startBank(world: World, paths: BankFolderPaths): Promise<BankStandIn> {
  const { clock, faults } = world;
  const books = openBooks<BankState>(join(world.dataDir, 'bank.json'), emptyBank());
  await books.commit((state) => Object.assign(state, { ...emptyBank(), ...state }));
  const folders = await openBankFolders(paths);

  async function takeOrder(name: string): Promise<void> {
    let ordered: OrderedTransfer[];
    try {
      ordered = readPain(await folders.readOrder(name));
    } catch (error) {
      await folders.putAway(name, 'refused', error instanceof Error ? error.message : 'unreadable');
      return;
    }
    await books.commit((state) => bookOrder(state, ordered, faults, clock.now()));
    await folders.putAway(name, 'done');
  }

  async function deliver(file: DueFile): Promise<void> {
    if (file.kind === 'report') await folders.deliver(file.name, renderReport(file));
    else if (!(await deliverCamt(file))) return;
    await books.commit((state) => {
      state.dueFiles = state.dueFiles.filter(({ name }) => name !== file.name);
    });
  }

  /** False while it is held back. */
  async function deliverCamt(file: DueFile): Promise<boolean> {
    const said = new TextDecoder().decode(renderCamt(file, books.state.bookings));
    if (file.kind === 'notification' && faults.peek('bank', ['notification_late'], file.kind, said)) return false;
    const mistaken = faults.take('bank', MISTAKES, file.kind, said)?.effect as Mistake | undefined;
    const bytes = renderCamt(file, books.state.bookings, mistaken);
    if (file.kind === 'notification' && faults.take('bank', ['notification_twice'], file.kind, said)) {
      await folders.deliver(file.name.replace('.xml', '-again.xml'), bytes);
    }
    const isLost = file.kind === 'statement' && faults.take('bank', ['statement_missing'], file.kind, said);
    if (!isLost) await folders.deliver(file.name, bytes);
    return true;
  }

  async function look(): Promise<void> {
    for (const name of await folders.listOrders()) await takeOrder(name);
    const now = clock.now();
    if (books.state.dueReturns.some(({ dueAt }) => new Date(dueAt) <= now)) {
      await books.commit((state) => bookDueReturns(state, now));
    }
    for (const file of books.state.dueFiles) await deliver(file);
  }

  const looking = repeat(look);
  await looking.now();

  return {
    name: 'bank',
    async receive(request) {
      const transfer = await books.commit((state) => bookTransfer(state, request, faults, clock.now()));
      await looking.now();
      return transfer;
    },
    list: () => books.state.transfers.toReversed(),
    refunds: () => books.state.refunds.toReversed(),
    async writeStatement(wanted) {
      const createdAt = clock.now().toISOString();
      const day = wanted ?? createdAt.slice(0, 10);
      const { name, references } = await books.commit((state) => promiseStatement(state, { createdAt, day }));
      await looking.now();
      return { name, day, bookings: references.length };
    },
    books: () => ({
      transfers: books.state.transfers,
      refunds: books.state.refunds,
      balances: balancesOf(books.state.bookings),
    }),
    async stop() {
      await looking.stop();
      await books.settled();
    },
  };
}

/**
 * Does the work every now and then and when asked, never twice at a time. Work that fails, such as for a full disk, is
 * tried again the next time: what it is about is in the books.
 */
function repeat(work: () => Promise<void>): { now(): Promise<void>; stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const stopping = new AbortController();
  const now = () => {
    running = running.then(work).catch(() => undefined);
    return running;
  };
  async function untilStopped(): Promise<void> {
    for (;;) {
      await sleep(LOOK_EVERY_MS, undefined, { signal: stopping.signal });
      await now();
    }
  }
  const looping = untilStopped().catch(() => undefined);
  return {
    now,
    async stop() {
      stopping.abort();
      await looping;
      await running;
    },
  };
}
