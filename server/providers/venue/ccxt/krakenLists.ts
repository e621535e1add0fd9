import { type BudgetClock, BudgetSpentError, type CallPriority, machineBudgetClock } from '../../callBudget.ts';
import {
  closedOrdersPageSchema,
  type KrakenLedgerLine,
  type KrakenOrder,
  ledgerPageSchema,
  openSchema,
  tradesSchema,
} from './krakenAnswers.ts';
import type { PrivateCall } from './krakenCalls.ts';
import { CACHED_SECONDS, createNewestFirstList, type NewestFirstList, type ReadPage } from './newestFirstList.ts';
import { createSharedReading, type JoinedReading } from './sharedReading.ts';

/** How far back the first reading of ended orders goes, so that a restart under load costs few pages. */
const FIRST_COVERED_SECONDS = 10 * 60;
/**
 * This machine's clock may differ from Kraken's by up to a minute; beyond that no order would be accepted (`deadline`).
 */
const CLOCK_MARGIN_SECONDS = 120;

/** A line has the time of its trade, between opening and closing of its order; both bounds are rounded. */
const BEFORE_OPENING_SECONDS = 1;
const AFTER_CLOSING_SECONDS = 10;
/** Lines of orders from the last minutes are read together; for an older order, only those of its time. */
const RECENT_SECONDS = 15 * 60;

/** Longest time of a reading that no order waits for. */
const LONGEST_READ_MS = 120_000;

/** Thrown if a list could not be read completely: absence from it proves nothing. */
export class IncompleteListError extends Error {
  override name = 'IncompleteListError';
}

export type KrakenListsConfig = {
  readonly machineNow?: (() => Date) | undefined;
  readonly budgetClock?: BudgetClock | undefined;
};

/**
 * Creates the account's lists: open and ended orders, trades, and ledger lines. Orders share readings, so fifty cost as
 * much as one; items are not read twice.
 */
export function createKrakenLists(
  callWithRetry: PrivateCall,
  { machineNow = () => new Date(), budgetClock = machineBudgetClock }: KrakenListsConfig,
) {
  const closed = createNewestFirstList<KrakenOrder>(({ closetm }) => closetm);
  const lines = createNewestFirstList(getLineTime);
  let covered: { readonly from: number; readonly atMs: number } | undefined;

  /**
   * Returns the time since which ended orders are listed without a gap, and how many seconds ago it was. An older order is
   * queried by its id.
   */
  function computeCoverage() {
    const nowMs = budgetClock.nowMs();
    covered ??= { from: machineNow().getTime() / 1000 - FIRST_COVERED_SECONDS, atMs: nowMs };
    const seconds = (nowMs - covered.atMs) / 1000 + FIRST_COVERED_SECONDS;
    const expired = Math.max(0, seconds - CACHED_SECONDS);
    return { start: Math.floor(covered.from + expired), seconds: seconds - expired };
  }

  const createClosedPageReader =
    ({ priority, since, begin }: JoinedReading): ReadPage<KrakenOrder> =>
    async (offset) => {
      const answer = await callWithRetry('ClosedOrders', priority, () => {
        begin();
        return { start: String(since()), closetime: 'close', trades: 'true', ofs: String(offset) };
      });
      const { closed: orders, count } = closedOrdersPageSchema.parse(answer).result;
      return { items: Object.entries(orders), count };
    };

  const createLedgerPageReader =
    ({ priority, since, begin }: JoinedReading, end?: number): ReadPage<KrakenLedgerLine> =>
    async (offset) => {
      const answer = await callWithRetry('Ledgers', priority, () => {
        begin();
        return { start: String(since()), ofs: String(offset), ...(end !== undefined && { end: String(end) }) };
      });
      const { ledger, count } = ledgerPageSchema.parse(answer).result;
      return { items: Object.entries(ledger), count };
    };

  const createTradesPageReader =
    ({ priority, since }: JoinedReading): ReadPage<{ readonly ordertxid: string }> =>
    async (offset) => {
      const answer = await callWithRetry('TradesHistory', priority, () => ({
        start: String(since()),
        ofs: String(offset),
      }));
      const { trades, count } = tradesSchema.parse(answer).result;
      return { items: Object.entries(trades), count };
    };

  const sharedOpen = createSharedReading(async ({ priority, begin }) => {
    const answer = await callWithRetry('OpenOrders', priority, () => {
      begin();
      return { trades: 'true' };
    });
    return openSchema.parse(answer).result.open;
  });
  const sharedClosed = createSharedReading((joined) => {
    const { start } = computeCoverage();
    return readWholeList(closed, { ...joined, since: () => start }, createClosedPageReader);
  });
  const sharedLines = createSharedReading((joined) => readWholeList(lines, joined, createLedgerPageReader));

  async function listOrderLines(
    { opentm, closetm }: Pick<KrakenOrder, 'opentm' | 'closetm'>,
    priority: CallPriority,
  ): Promise<ReadonlyMap<string, KrakenLedgerLine>> {
    const since = Math.floor(opentm) - BEFORE_OPENING_SECONDS;
    if (since > machineNow().getTime() / 1000 - RECENT_SECONDS) return sharedLines({ priority, since });
    const end = closetm === 0 ? undefined : Math.ceil(closetm) + AFTER_CLOSING_SECONDS;
    return readWholeList(createNewestFirstList(getLineTime), createUnsharedReading(since, priority), (joined) =>
      createLedgerPageReader(joined, end),
    );
  }

  /**
   * Reads a list for at most {@link LONGEST_READ_MS}, so that other external accounts can be reconciled in between. Then
   * rejects with a `BudgetSpentError`; the next reading continues from there.
   */
  function readWithinTimeLimit<Item>(
    list: NewestFirstList<Item>,
    since: number,
    pages: (joined: JoinedReading) => ReadPage<Item>,
  ): Promise<ReadonlyMap<string, Item> | undefined> {
    const page = pages(createUnsharedReading(since, 'read'));
    const endMs = budgetClock.nowMs() + LONGEST_READ_MS;
    return list.since(
      () => since,
      (offset) => {
        if (budgetClock.nowMs() > endMs)
          throw new BudgetSpentError('reading the account continues when the call limit allows it');
        return page(offset);
      },
    );
  }

  return {
    /** Returns for how many seconds back ended orders are listed without a gap, less a margin for the clocks. */
    coveredSeconds: () => computeCoverage().seconds - CLOCK_MARGIN_SECONDS,
    openOrders: (priority: CallPriority) => sharedOpen({ priority, since: 0 }),
    /** Returns ended orders of the period of {@link coveredSeconds}. */
    closedOrders: (priority: CallPriority) => sharedClosed({ priority, since: 0 }),
    /** Removes an order that was read incompletely from the cache, so that it is read again. */
    forgetClosed: (txid: string) => closed.forget(txid),
    /** Returns ledger lines, including those of the order's trades. */
    linesOfOrder: listOrderLines,
    /**
     * Returns ledger lines after a time in epoch seconds, newest first; undefined if the list grew throughout the
     * reading.
     */
    lines: (since: number) => readWithinTimeLimit(lines, since, createLedgerPageReader),
    /** Returns orders that ended after a time; undefined as for `lines`. */
    closedSince: (since: number) => readWithinTimeLimit(closed, since, createClosedPageReader),
    /** Returns trades after a time. Not cached, since they are rarely needed. */
    tradesSince: (since: number) =>
      readWithinTimeLimit(
        createNewestFirstList<{ readonly ordertxid: string }>(treatAsNewest),
        since,
        createTradesPageReader,
      ),
  };
}

const getLineTime = ({ time }: KrakenLedgerLine) => time;

/** Treats every trade as later than any start: the query already selects the trades after the start. */
const treatAsNewest = () => Number.POSITIVE_INFINITY;

/** Returns a reading with one caller. */
function createUnsharedReading(since: number, priority: CallPriority): JoinedReading {
  return { priority: () => priority, since: () => since, begin: () => undefined };
}

async function readWholeList<Item>(
  list: NewestFirstList<Item>,
  joined: JoinedReading,
  pages: (joined: JoinedReading) => ReadPage<Item>,
): Promise<ReadonlyMap<string, Item>> {
  const items = await list.since(joined.since, pages(joined));
  if (!items) throw new IncompleteListError('the list grew each time that it was read');
  return items;
}
