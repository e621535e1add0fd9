import { type BudgetClock, BudgetSpentError, type CallPriority, machineBudgetClock } from '../../callBudget.ts';
import {
  closedPageSchema,
  type KrakenLedgerLine,
  type KrakenOrder,
  ledgerPageSchema,
  openSchema,
  tradesSchema,
} from './krakenAnswers.ts';
import type { Ask } from './krakenCalls.ts';
import { createNewestFirst, type NewestFirst, type ReadPage } from './newestFirst.ts';
import { createSharedReading, type JoinedReading } from './sharedReading.ts';

/** How far back the first reading of ended orders goes: a restart under load costs a few pages. */
const FIRST_COVERED_SECONDS = 10 * 60;
/** How long ended orders are remembered: an order that was made earlier is asked about by its id. */
const CLOSED_KEPT_SECONDS = 24 * 60 * 60;
/** This machine's clock may differ by a minute from Kraken's, or no order would be taken (`deadline`). */
const CLOCK_MARGIN_SECONDS = 120;

/** A line has the time of its trade, between the opening and the closing of its order; both bounds are rounded. */
const BEFORE_OPENING_SECONDS = 1;
const AFTER_CLOSING_SECONDS = 10;
/** Lines of orders of the last minutes are read together; of an earlier one those of its own time. */
const RECENT_SECONDS = 15 * 60;

/** How long one reading may take that no order waits for. */
const LONGEST_READ_MS = 120_000;

/** A list could not be read whole: nothing may be concluded from what it lacks. */
export class ListNotWholeError extends Error {
  override name = 'ListNotWholeError';
}

export type KrakenListsConfig = {
  readonly machineNow?: (() => Date) | undefined;
  readonly budgetClock?: BudgetClock | undefined;
};

/**
 * The lists of the account: open and ended orders, trades, and lines of the ledger. Orders share their readings, so that fifty
 * of them cost what one does; what has been read before is not read again.
 */
export function createKrakenLists(
  ask: Ask,
  { machineNow = () => new Date(), budgetClock = machineBudgetClock }: KrakenListsConfig,
) {
  const closed = createNewestFirst<KrakenOrder>(({ closetm }) => closetm, CLOSED_KEPT_SECONDS);
  const lines = createNewestFirst(timeOfLine);
  let covered: { readonly from: number; readonly atMs: number } | undefined;

  function coverage() {
    const nowMs = budgetClock.nowMs();
    covered ??= { from: machineNow().getTime() / 1000 - FIRST_COVERED_SECONDS, atMs: nowMs };
    const seconds = (nowMs - covered.atMs) / 1000 + FIRST_COVERED_SECONDS;
    const tooMany = Math.max(0, seconds - CLOSED_KEPT_SECONDS);
    return { start: Math.floor(covered.from + tooMany), seconds: seconds - tooMany };
  }

  const closedPage =
    ({ priority, since, begin }: JoinedReading): ReadPage<KrakenOrder> =>
    async (offset) => {
      const answer = await ask('ClosedOrders', priority, () => {
        begin();
        return { start: String(since()), closetime: 'close', trades: 'true', ofs: String(offset) };
      });
      const { closed: orders, count } = closedPageSchema.parse(answer).result;
      return { items: Object.entries(orders), count };
    };

  const ledgerPage =
    ({ priority, since, begin }: JoinedReading, end?: number): ReadPage<KrakenLedgerLine> =>
    async (offset) => {
      const answer = await ask('Ledgers', priority, () => {
        begin();
        return { start: String(since()), ofs: String(offset), ...(end !== undefined && { end: String(end) }) };
      });
      const { ledger, count } = ledgerPageSchema.parse(answer).result;
      return { items: Object.entries(ledger), count };
    };

  const tradesPage =
    ({ priority, since }: JoinedReading): ReadPage<{ readonly ordertxid: string }> =>
    async (offset) => {
      const answer = await ask('TradesHistory', priority, () => ({ start: String(since()), ofs: String(offset) }));
      const { trades, count } = tradesSchema.parse(answer).result;
      return { items: Object.entries(trades), count };
    };

  const sharedOpen = createSharedReading(async ({ priority, begin }) => {
    const answer = await ask('OpenOrders', priority, () => {
      begin();
      return { trades: 'true' };
    });
    return openSchema.parse(answer).result.open;
  });
  const sharedClosed = createSharedReading((joined) => {
    const { start } = coverage();
    return whole(closed, { ...joined, since: () => start }, closedPage);
  });
  const sharedLines = createSharedReading((joined) => whole(lines, joined, ledgerPage));

  async function linesOfOrder(
    { opentm, closetm }: Pick<KrakenOrder, 'opentm' | 'closetm'>,
    priority: CallPriority,
  ): Promise<ReadonlyMap<string, KrakenLedgerLine>> {
    const since = Math.floor(opentm) - BEFORE_OPENING_SECONDS;
    if (since > machineNow().getTime() / 1000 - RECENT_SECONDS) return sharedLines({ priority, since });
    const end = closetm === 0 ? undefined : Math.ceil(closetm) + AFTER_CLOSING_SECONDS;
    return whole(createNewestFirst(timeOfLine), unshared(since, priority), (joined) => ledgerPage(joined, end));
  }

  /** Stops after a while, so that other places are compared meanwhile; the next reading goes on where this one stopped. */
  function readForAWhile<Item>(
    list: NewestFirst<Item>,
    since: number,
    pages: (joined: JoinedReading) => ReadPage<Item>,
  ): Promise<ReadonlyMap<string, Item> | undefined> {
    const page = pages(unshared(since, 'read'));
    const endMs = budgetClock.nowMs() + LONGEST_READ_MS;
    return list.since(
      () => since,
      (offset) => {
        if (budgetClock.nowMs() > endMs) throw new BudgetSpentError('the account is read on when the limit allows');
        return page(offset);
      },
    );
  }

  return {
    /** For how many seconds back ended orders are listed without a gap. */
    coveredSeconds: () => coverage().seconds - CLOCK_MARGIN_SECONDS,
    openOrders: (priority: CallPriority) => sharedOpen({ priority, since: 0 }),
    /** Ended orders, of the time that {@link coveredSeconds} counts. */
    closedOrders: (priority: CallPriority) => sharedClosed({ priority, since: 0 }),
    /** What has not been shown whole is read again. */
    forgetClosed: (txid: string) => closed.forget(txid),
    /** Lines of the ledger, those of the order's trades among them. */
    linesOfOrder,
    /** Lines of the ledger later than a time in epoch seconds, newest first; undefined when it grew all the time. */
    lines: (since: number) => readForAWhile(lines, since, ledgerPage),
    /** Orders that ended later than a time, and trades, likewise. */
    closedSince: (since: number) => readForAWhile(closed, since, closedPage),
    /** Trades are not remembered, as they are hardly ever asked for. */
    tradesSince: (since: number) =>
      readForAWhile(createNewestFirst<{ readonly ordertxid: string }>(always), since, tradesPage),
  };
}

const timeOfLine = ({ time }: KrakenLedgerLine) => time;

/** The history of trades is asked for from a start, and all that is listed counts. */
const always = () => Number.POSITIVE_INFINITY;

/** A reading that is not shared. */
function unshared(since: number, priority: CallPriority): JoinedReading {
  return { priority: () => priority, since: () => since, begin: () => undefined };
}

async function whole<Item>(
  list: NewestFirst<Item>,
  joined: JoinedReading,
  pages: (joined: JoinedReading) => ReadPage<Item>,
): Promise<ReadonlyMap<string, Item>> {
  const items = await list.since(joined.since, pages(joined));
  if (!items) throw new ListNotWholeError('the list grew each time that it was read');
  return items;
}
