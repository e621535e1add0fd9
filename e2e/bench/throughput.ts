import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { calls } from '@slipway/contract/calls.ts';
import pg from 'pg';
import { countRoundTrips } from './throughput/countRoundTrips.ts';
import { type LoadRequest, sendLoad } from './throughput/load.ts';
import { appendTo, type Counts, machineLine, type Row, tableOf } from './throughput/report.ts';
import { processorMs, residentBytes } from './throughput/resources.ts';
import { insertedRows, type SameRows, writeSameRows } from './throughput/sameRows.ts';
import { type Measured, startMeasured } from './throughput/startMeasured.ts';
import { deliverOrders } from './throughput/wholeOrders.ts';
import { getQuotes, orderDetails, orders, payQuotes, priceLists } from './throughput/workloads.ts';

const BENCHMARKS = fileURLToPath(new URL('../../BENCHMARKS.md', import.meta.url));
const BARE_SERVER = fileURLToPath(new URL('throughput/bareServer.ts', import.meta.url));
const CLIENTS = [1, 16, 64];
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
const LIMIT_SECONDS = 3;
const WARM_SECONDS = 3;
const ORDERS_OF_ONE = 300;
const ORDERS_OF_MANY = 2_000;
const COUNTED_ORDERS = 100;
/** As an order would be that is written with its lines, its journal and its jobs: a second limit beside the one of our own rows. */
const SIX_ROWS: readonly string[] = Array.from({ length: 6 }, () => 'orders');
/** The server's statistics are as late as this. */
const STATISTICS_MS = 1_500;

/**
 * `npm run bench`: how much the product does a second beside what the machine can do at most, in one run of `npm start`.
 * `--only quote`, `order` or `whole` measures that alone; `--profile quote` or `order` keeps what the api process did with its
 * time, for speedscope or DevTools.
 */
async function main(arguments_: readonly string[]): Promise<void> {
  const [option, work = 'quote'] = arguments_;
  if (option === '--profile') return profile(work);
  const world = await startMeasured();
  try {
    if (option === '--only') return await only(world, work);
    const quotes = await measureQuotes(world);
    const creation = await measureOrders(world);
    const rows = [...quotes, ...creation.rows];
    const whole = await deliverOrders(world);
    const { counts } = creation;
    const lines = [
      `## Throughput, ${new Date().toISOString().slice(0, 10)}`,
      '',
      machineLine(),
      '',
      ...tableOf(rows),
      '',
      `An order of a guest takes ${(counts.roundTrips / counts.orders).toFixed(1)} round trips to the database and writes ${Math.round(counts.writtenBytes / counts.orders)} bytes of log, ${[...counts.rows].map(([table, count]) => `${(count / counts.orders).toFixed(1)} rows of ${table}`).join(', ')}.`,
      '',
      `${whole.orders} card orders of 12 buyers, paid at once: the last one delivered after ${whole.seconds.toFixed(1)} s, ${whole.perSecond.toFixed(1)} a second.`,
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
    await appendTo(BENCHMARKS, lines);
  } finally {
    await world.stop();
  }
}

async function only(world: Measured, work: string): Promise<void> {
  if (work === 'whole') {
    process.stdout.write(`${JSON.stringify(await deliverOrders(world))}\n`);
    return;
  }
  const rows = work === 'order' ? (await measureOrders(world, [16])).rows : await measureQuotes(world, [16]);
  process.stdout.write(`${tableOf(rows).join('\n')}\n`);
}

async function profile(work: string): Promise<void> {
  const folder = join(tmpdir(), 'slipway-profile');
  await mkdir(folder, { recursive: true });
  const world = await startMeasured(folder);
  try {
    const requests = work === 'order' ? await orders(world.origin, ORDERS_OF_MANY * 2) : payQuotes();
    const seconds = work === 'order' ? {} : { seconds: SECONDS };
    const { perSecond } = await sendLoad({ origin: world.origin, clients: 16, requests, ...seconds });
    process.stdout.write(`${Math.round(perSecond)} a second; the profile lies in ${folder}.\n`);
  } finally {
    await world.stop();
  }
}

async function measure(
  world: Measured,
  work: string,
  clients: number,
  load: { readonly requests: readonly LoadRequest[]; readonly seconds?: number },
): Promise<Row> {
  const before = processorMs(world.pids.api);
  const result = await sendLoad({ origin: world.origin, clients, ...load });
  const used = processorMs(world.pids.api) - before;
  const residentMb = residentBytes(world.pids.api) / 2 ** 20;
  return { work, clients, ...result, processorMs: used / result.answers, residentMb };
}

async function measureQuotes(world: Measured, clientCounts = CLIENTS): Promise<readonly Row[]> {
  const bare = await startBare(world.origin);
  const rows: Row[] = [];
  try {
    const bareQuotes = payQuotes().map((quote) => ({ ...quote, path: '/quote' }));
    for (const requests of [payQuotes(), getQuotes()])
      await sendLoad({ origin: world.origin, clients: 16, requests, seconds: WARM_SECONDS });
    await sendLoad({ origin: bare.origin, clients: 16, requests: bareQuotes, seconds: WARM_SECONDS });
    for (const clients of clientCounts) {
      const ours = await measure(world, 'quote, from what is paid', clients, {
        requests: payQuotes(),
        seconds: SECONDS,
      });
      const limit = await sendLoad({ origin: bare.origin, clients, requests: bareQuotes, seconds: SECONDS });
      const other = await measure(world, 'quote, from what is received', clients, {
        requests: getQuotes(),
        seconds: SECONDS,
      });
      const lists = await priceLists(world.origin);
      const listed = await measure(world, 'priceList', clients, { requests: lists, seconds: SECONDS });
      rows.push({ ...ours, limit }, { ...other, limit }, listed);
      rows.push({ work: 'limit: bare Fastify, the same request and answer', clients, ...limit });
    }
  } finally {
    bare.stop();
  }
  return rows;
}

async function startBare(origin: string): Promise<{ readonly origin: string; stop(): void }> {
  const asked = calls.offerInquiry.example.request;
  const answer = await fetch(`${origin}/gateway/buying/offerInquiry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...asked, getCurrency: 'ETH' }),
  });
  const child = fork(BARE_SERVER);
  child.send(await answer.json());
  const [address] = (await once(child, 'message')) as [string];
  return { origin: address, stop: () => child.disconnect() };
}

async function measureOrders(
  world: Measured,
  clientCounts = CLIENTS,
): Promise<{ readonly rows: readonly Row[]; readonly counts: Counts }> {
  const { origin } = world;
  await sendLoad({ origin, clients: 16, requests: await orders(origin, ORDERS_OF_ONE) });
  const counts = await countOrders(world);
  const folder = join(tmpdir(), 'slipway-bench-rows');
  const tables = [...counts.rows].flatMap(([table, count]) =>
    Array.from({ length: Math.round(count / counts.orders) }, () => table),
  );
  const rows: Row[] = [];
  for (const clients of clientCounts) {
    const many = clients === 1 ? ORDERS_OF_ONE : ORDERS_OF_MANY;
    const write = (written: readonly string[]) =>
      writeSameRows(world.databaseUrl, written, { clients, seconds: LIMIT_SECONDS, folder });
    const same = await write(tables);
    const six = await write(SIX_ROWS);
    const made = await measure(world, 'order of a guest', clients, { requests: await orders(origin, many) });
    rows.push({ ...made, ...(same && { limit: { perSecond: same.perSecond } }) });
    if (same) rows.push(limitRow(`the same ${tables.length === 1 ? 'row' : 'rows'}`, clients, same));
    if (six) rows.push(limitRow(`${SIX_ROWS.length} such rows`, clients, six));
    const details = await orderDetails(origin, ORDERS_OF_ONE);
    rows.push(await measure(world, 'orderDetail of a stranger', clients, { requests: details, seconds: SECONDS }));
  }
  return { rows, counts };
}

function limitRow(what: string, clients: number, { perSecond, meanMs }: SameRows): Row {
  return { work: `limit: ${what} by pgbench`, clients, answers: 0, perSecond, p50Ms: meanMs, p99Ms: undefined };
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
    const before = await logPosition(client);
    counter.take();
    await sendLoad({ origin, clients: 4, requests });
    const roundTrips = counter.take();
    const writtenBytes = (await logPosition(client)) - before;
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

async function logPosition(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(`select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes`);
  return Number(rows[0]?.bytes);
}

await main(process.argv.slice(2));
