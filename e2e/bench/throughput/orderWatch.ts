import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const INTERVAL_MS = 100;
/** A buyer's page also polls after this long without a change. */
const FALLBACK_POLL_MS = 5_000;

type OrderWaiter = { readonly seen: string | undefined; readonly until: number; readonly go: () => void };

/** Notifies the benchmark's buyers of order changes, as the stream of changes notifies a page, but without load on the API. */
export type OrderWatch = {
  /** Resolves when the order's status differs from the last one seen, or after {@link FALLBACK_POLL_MS}. */
  changed(orderNo: string): Promise<void>;
  /** Returns how many queries it has made; each is a commit in the database's statistics. */
  countSent(): number;
  stop(): Promise<void>;
};

/** Polls the orders. Calls `onRound` in each round. */
export function watchOrders(database: pg.Client, onRound: () => void): OrderWatch {
  const waiting = new Map<string, OrderWaiter>();
  const statuses = new Map<string, string>();
  let queryCount = 0;
  const stopping = new AbortController();

  async function checkOrders(): Promise<void> {
    if (waiting.size === 0) return;
    queryCount += 1;
    const { rows } = await database.query<{ order_no: string; status: string }>(
      'select order_no, status from orders where order_no = any($1)',
      [[...waiting.keys()]],
    );
    for (const { order_no: orderNo, status } of rows) {
      const waiter = waiting.get(orderNo);
      statuses.set(orderNo, status);
      if (!waiter || (waiter.seen === status && performance.now() < waiter.until)) continue;
      waiting.delete(orderNo);
      waiter.go();
    }
  }

  const rounds = (async () => {
    while (!stopping.signal.aborted) {
      onRound();
      await checkOrders();
      await sleep(INTERVAL_MS);
    }
  })();
  // Prevents an unhandled rejection when the database fails.
  rounds.catch(() => undefined);

  return {
    changed: (orderNo) =>
      new Promise((go) => {
        waiting.set(orderNo, { seen: statuses.get(orderNo), until: performance.now() + FALLBACK_POLL_MS, go });
      }),
    countSent: () => queryCount,
    async stop() {
      stopping.abort();
      await rounds.catch(() => undefined);
    },
  };
}
