import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { countRoundTrips } from './countRoundTrips.ts';
import { committed } from './databaseCounts.ts';
import { sendLoad } from './load.ts';
import { measure } from './measure.ts';
import type { Row } from './report.ts';
import { insertedRows, type SameRows, writeSameRows } from './sameRows.ts';
import type { Measured } from './startMeasured.ts';
import { orderDetails, orders } from './workloads.ts';

const LIMIT_SECONDS = 2;
const ROWS_FOLDER = join(tmpdir(), 'slipway-bench-rows');
const ORDERS_OF_ONE = 300;
const ORDERS_OF_MANY = 2_000;
const COUNTED_ORDERS = 100;
/** As an order would be that is written with its lines, its journal and its jobs: a second limit beside the one of our own rows. */
const SIX_ROWS: readonly string[] = Array.from({ length: 6 }, () => 'orders');
/** The server's statistics are as late as this. */
const STATISTICS_MS = 1_500;

export type Counts = {
  readonly orders: number;
  readonly roundTrips: number;
  readonly writtenBytes: number;
  readonly rows: ReadonlyMap<string, number>;
};

export type MeasuredOrders = {
  readonly rows: readonly Row[];
  readonly counts: Counts;
  /** What pgbench commits a second of six rows each, by its clients. */
  readonly sixRows: ReadonlyMap<number, number>;
};

/** Orders as they are made and asked about, and what the database alone does with rows like theirs. */
export async function measureOrders(
  world: Measured,
  { clientCounts, seconds }: { readonly clientCounts: readonly number[]; readonly seconds: number },
): Promise<MeasuredOrders> {
  const { origin } = world;
  await sendLoad({ origin, clients: 16, requests: await orders(origin, ORDERS_OF_ONE) });
  const counts = await countOrders(world);
  const tables = [...counts.rows].flatMap(([table, count]) =>
    Array.from({ length: Math.round(count / counts.orders) }, () => table),
  );
  const rows: Row[] = [];
  const sixRows = new Map<number, number>();
  for (const clients of clientCounts) {
    const many = clients === 1 ? ORDERS_OF_ONE : ORDERS_OF_MANY;
    const same = await write(world, tables, clients);
    const six = await writeSixRows(world, clients);
    const made = await measure(world, 'order of a guest', clients, { requests: await orders(origin, many) });
    rows.push({ ...made, ...(same && { limit: same }) });
    if (same) rows.push(limitRow(`the same ${tables.length === 1 ? 'row' : 'rows'}`, clients, same));
    if (six) {
      rows.push(limitRow(`${SIX_ROWS.length} such rows`, clients, six));
      sixRows.set(clients, six.perSecond);
    }
    const details = await orderDetails(origin, ORDERS_OF_ONE);
    rows.push(await measure(world, 'orderDetail of a stranger', clients, { requests: details, seconds }));
  }
  return { rows, counts, sixRows };
}

/** Undefined where there is no pgbench. */
export async function writeSixRows(world: Measured, clients: number): Promise<SameRows | undefined> {
  return write(world, SIX_ROWS, clients);
}

async function write(world: Measured, tables: readonly string[], clients: number): Promise<SameRows | undefined> {
  return writeSameRows(world.databaseUrl, tables, { clients, seconds: LIMIT_SECONDS, folder: ROWS_FOLDER });
}

function limitRow(what: string, clients: number, limit: SameRows): Row {
  return { work: `limit: ${what} by pgbench`, clients, answers: 0, ...limit };
}

/** By an api process of its own, whose way to the database is counted, and which is warm. */
async function countOrders(world: Measured): Promise<Counts> {
  const counter = await countRoundTrips(world.apiDatabaseUrl);
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  try {
    const origin = await world.startAnotherApi(counter.databaseUrl);
    await sendLoad({ origin, clients: 4, requests: await orders(origin, COUNTED_ORDERS) });
    const requests = await orders(origin, COUNTED_ORDERS);
    await sleep(STATISTICS_MS);
    const rowsBefore = await insertedRows(client);
    const before = await committed(client);
    counter.take();
    await sendLoad({ origin, clients: 4, requests });
    const roundTrips = counter.take();
    const writtenBytes = (await committed(client)).writtenBytes - before.writtenBytes;
    await sleep(STATISTICS_MS);
    const rowsAfter = await insertedRows(client);
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
