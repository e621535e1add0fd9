import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const INTERVAL_MS = 100;
/** A page asks again by itself, should it have heard of nothing. */
const UNHEARD_MS = 5_000;

type Waiting = { readonly seen: string | undefined; readonly until: number; readonly go: () => void };

/** Tells the bench's buyers of their orders, as the stream of changes tells a page, at no cost for the api. */
export type OrderWatch = {
  /** Resolves when the order's status is another than it was the last time, or nothing has been heard for some seconds. */
  changed(orderNo: string): Promise<void>;
  /** How often it has asked the database, each time a commit. */
  asked(): number;
  stop(): Promise<void>;
};

/** `beside` is done with each round. */
export function watchOrders(database: pg.Client, beside: () => void): OrderWatch {
  const waiting = new Map<string, Waiting>();
  const statuses = new Map<string, string>();
  let asked = 0;
  const stopping = new AbortController();

  async function look(): Promise<void> {
    if (waiting.size === 0) return;
    asked += 1;
    const { rows } = await database.query<{ order_no: string; status: string }>(
      'select order_no, status from orders where order_no = any($1)',
      [[...waiting.keys()]],
    );
    for (const { order_no: orderNo, status } of rows) {
      const one = waiting.get(orderNo);
      statuses.set(orderNo, status);
      if (!one || (one.seen === status && performance.now() < one.until)) continue;
      waiting.delete(orderNo);
      one.go();
    }
  }

  const rounds = (async () => {
    while (!stopping.signal.aborted) {
      beside();
      await look();
      await sleep(INTERVAL_MS);
    }
  })();
  // It fails with the database, and so does the run.
  rounds.catch(() => undefined);

  return {
    changed: (orderNo) =>
      new Promise((go) => {
        waiting.set(orderNo, { seen: statuses.get(orderNo), until: performance.now() + UNHEARD_MS, go });
      }),
    asked: () => asked,
    async stop() {
      stopping.abort();
      await rounds.catch(() => undefined);
    },
  };
}
