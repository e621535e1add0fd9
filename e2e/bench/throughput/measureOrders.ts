import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { readCommitCounts } from './databaseCounts.ts';
import { sendLoad } from './load.ts';
import { measureApiLoad } from './measureApiLoad.ts';
import type { ThroughputRow } from './report.ts';
import { measureRowWrites, type RowWriteFigures, readInsertedRows } from './rowWrites.ts';
import type { BenchWorld } from './startBenchWorld.ts';
import { startRoundTripCounter } from './startRoundTripCounter.ts';
import { createOrderDetailRequests, createOrderRequests } from './workloads.ts';

const LIMIT_SECONDS = 2;
const ROWS_FOLDER = join(tmpdir(), 'slipway-bench-rows');
const ORDERS_FOR_ONE_CLIENT = 300;
const ORDERS_FOR_MANY_CLIENTS = 2_000;
const COUNTED_ORDERS = 100;
/** Six rows of `orders`: as many rows as an order writes with its postings, events and jobs. A second limit for comparison. */
const SIX_ROWS: readonly string[] = Array.from({ length: 6 }, () => 'orders');
/** PostgreSQL's statistics can lag by this time. */
const STATISTICS_MS = 1_500;

export type OrderCosts = {
  readonly orders: number;
  readonly roundTrips: number;
  readonly writtenBytes: number;
  readonly rows: ReadonlyMap<string, number>;
};

export type OrderMeasurements = {
  readonly rows: readonly ThroughputRow[];
  readonly counts: OrderCosts;
  /** Transactions of six rows that pgbench commits per second, by number of clients. */
  readonly sixRows: ReadonlyMap<number, number>;
};

/** Measures creating and reading orders, and how fast pgbench writes the same rows. */
export async function measureOrders(
  world: BenchWorld,
  { clientCounts, seconds }: { readonly clientCounts: readonly number[]; readonly seconds: number },
): Promise<OrderMeasurements> {
  const { origin } = world;
  await sendLoad({ origin, clients: 16, requests: await createOrderRequests(origin, ORDERS_FOR_ONE_CLIENT) });
  const counts = await measureOrderCosts(world);
  const tables = [...counts.rows].flatMap(([table, count]) =>
    Array.from({ length: Math.round(count / counts.orders) }, () => table),
  );
  const rows: ThroughputRow[] = [];
  const sixRows = new Map<number, number>();
  for (const clients of clientCounts) {
    const orderCount = clients === 1 ? ORDERS_FOR_ONE_CLIENT : ORDERS_FOR_MANY_CLIENTS;
    const rowWrites = await writeRows(world, tables, clients);
    const sixRowWrites = await writeSixRows(world, clients);
    const orderLoad = await measureApiLoad(world, 'order creation by a guest', clients, {
      requests: await createOrderRequests(origin, orderCount),
    });
    rows.push({ ...orderLoad, ...(rowWrites && { limit: rowWrites }) });
    if (rowWrites) rows.push(createLimitRow(`the same ${tables.length === 1 ? 'row' : 'rows'}`, clients, rowWrites));
    if (sixRowWrites) {
      rows.push(createLimitRow(`${SIX_ROWS.length} such rows`, clients, sixRowWrites));
      sixRows.set(clients, sixRowWrites.perSecond);
    }
    const details = await createOrderDetailRequests(origin, ORDERS_FOR_ONE_CLIENT);
    rows.push(await measureApiLoad(world, '`orderDetail` without a login', clients, { requests: details, seconds }));
  }
  return { rows, counts, sixRows };
}

/** Writes six rows per transaction with pgbench. Returns undefined if pgbench is not installed. */
export async function writeSixRows(world: BenchWorld, clients: number): Promise<RowWriteFigures | undefined> {
  return writeRows(world, SIX_ROWS, clients);
}

async function writeRows(
  world: BenchWorld,
  tables: readonly string[],
  clients: number,
): Promise<RowWriteFigures | undefined> {
  return measureRowWrites(world.databaseUrl, tables, { clients, seconds: LIMIT_SECONDS, folder: ROWS_FOLDER });
}

function createLimitRow(what: string, clients: number, limit: RowWriteFigures): ThroughputRow {
  return { work: `limit: pgbench inserts ${what}`, clients, answers: 0, ...limit };
}

/**
 * Counts the round trips, bytes and rows of {@link COUNTED_ORDERS} orders; omits tables with less than a row for every second
 * order. Uses a separate, warmed-up API process whose database connections go through a counter.
 */
async function measureOrderCosts(world: BenchWorld): Promise<OrderCosts> {
  const counter = await startRoundTripCounter(world.apiDatabaseUrl);
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  try {
    const origin = await world.startAnotherApi(counter.databaseUrl);
    await sendLoad({ origin, clients: 4, requests: await createOrderRequests(origin, COUNTED_ORDERS) });
    const requests = await createOrderRequests(origin, COUNTED_ORDERS);
    await sleep(STATISTICS_MS);
    const rowsBefore = await readInsertedRows(client);
    const before = await readCommitCounts(client);
    counter.take();
    await sendLoad({ origin, clients: 4, requests });
    const roundTrips = counter.take();
    const writtenBytes = (await readCommitCounts(client)).writtenBytes - before.writtenBytes;
    await sleep(STATISTICS_MS);
    const rowsAfter = await readInsertedRows(client);
    const rows = new Map(
      [...rowsAfter]
        .map(([table, count]) => [table, count - (rowsBefore.get(table) ?? 0)] as const)
        .filter(([, count]) => count >= COUNTED_ORDERS / 2),
    );
    return { orders: COUNTED_ORDERS, roundTrips, writtenBytes, rows };
  } finally {
    await client.end();
    await counter.stop();
  }
}
