import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_FOLDER } from '../../tools/start/launch.ts';
import { machineLine, writeSection } from './benchmarksFile.ts';
import { type CpuProfile, drawFlameGraph } from './throughput/flameGraph.ts';
import { sendLoad } from './throughput/load.ts';
import { type Counts, measureOrders } from './throughput/measureOrders.ts';
import { measureQuotes } from './throughput/measureQuotes.ts';
import { measureSignIns, measureStandIns } from './throughput/measureSignIns.ts';
import { rawFigures, tableOf, wholeOrdersTable } from './throughput/report.ts';
import { type Measured, startMeasured } from './throughput/startMeasured.ts';
import { deliverOrders, type WholeOrders } from './throughput/wholeOrders.ts';
import { orders, payQuotes } from './throughput/workloads.ts';

const CLIENTS = [1, 16, 64];
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
const PROFILED_ORDERS = 4_000;

/**
 * `npm run bench`: how much the product does a second beside what the machine can do at most, in one run of `npm start`.
 * `--only quote`, `order`, `sign-in`, `stand-ins` or `whole` measures that alone; `--profile quote` or `order` draws what the
 * api process did with its time.
 */
async function main(arguments_: readonly string[]): Promise<void> {
  const [option, work = 'quote'] = arguments_;
  if (option === '--profile') return profile(work);
  const world = await startMeasured();
  try {
    if (option === '--only') return await only(world, work);
    const all = { clientCounts: CLIENTS, seconds: SECONDS };
    const quotes = await measureQuotes(world, all);
    const signIns = await measureSignIns(world, CLIENTS);
    const creation = await measureOrders(world, all);
    const standIns = await measureStandIns(world, CLIENTS);
    const whole = await deliverAll(world, CLIENTS);
    const rows = [...quotes, ...creation.rows, ...signIns, ...standIns];
    const { counts, sixRows } = creation;
    await writeSection('Throughput', [
      machineLine(),
      '',
      '"Of the limit" is what is done a second beside the limit of as many clients in the same run: bare Fastify for quotes, pgbench with the same row for orders. Of pgbench the mean stands for the median.',
      '',
      ...tableOf(rows),
      '',
      saidOf(counts),
      '',
      'Whole orders by card, from the quote to the coins in a block: each client makes the next one when its last is delivered. What the database commits meanwhile without orders is taken off. The last column is what is delivered a second beside what pgbench commits a second of six rows each at as many clients, divided by the commits of an order.',
      '',
      ...wholeOrdersTable(whole, sixRows),
      '',
      ...rawFigures({ rows, counts: { ...counts, rows: Object.fromEntries(counts.rows) }, whole }),
    ]);
  } catch (error) {
    process.stderr.write(`${await world.faults()}\n`);
    throw error;
  } finally {
    await world.stop();
  }
}

function saidOf({ orders: count, roundTrips, writtenBytes, rows }: Counts): string {
  const written = [...rows].map(([table, inserted]) => `${(inserted / count).toFixed(1)} rows of ${table}`);
  return `An order of a guest takes ${(roundTrips / count).toFixed(1)} round trips to the database and writes ${Math.round(writtenBytes / count)} bytes of log, ${written.join(', ')}.`;
}

async function deliverAll(world: Measured, clientCounts: readonly number[]): Promise<readonly WholeOrders[]> {
  const runs: WholeOrders[] = [];
  for (const clients of clientCounts) runs.push(await deliverOrders(world, clients));
  return runs;
}

async function only(world: Measured, work: string): Promise<void> {
  const some = { clientCounts: [16], seconds: SECONDS };
  const tables: Readonly<Record<string, () => Promise<readonly string[]>>> = {
    quote: async () => tableOf(await measureQuotes(world, some)),
    order: async () => tableOf((await measureOrders(world, some)).rows),
    'sign-in': async () => tableOf(await measureSignIns(world, CLIENTS)),
    'stand-ins': async () => tableOf(await measureStandIns(world, CLIENTS)),
    whole: async () => wholeOrdersTable(await deliverAll(world, CLIENTS), new Map()),
  };
  const measured = tables[work];
  if (!measured) throw new Error(`--only takes one of ${Object.keys(tables).join(', ')}`);
  process.stdout.write(`${(await measured()).join('\n')}\n`);
}

async function profile(work: string): Promise<void> {
  const folder = join(tmpdir(), 'slipway-profile');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const world = await startMeasured(folder);
  let perSecond: number;
  try {
    const requests = work === 'order' ? await orders(world.origin, PROFILED_ORDERS) : payQuotes();
    const seconds = work === 'order' ? {} : { seconds: SECONDS };
    ({ perSecond } = await sendLoad({ origin: world.origin, clients: 16, requests, ...seconds }));
  } finally {
    await world.stop();
  }
  const [file] = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'));
  if (!file) throw new Error(`the api process has left no profile in ${folder}`);
  const read = JSON.parse(await readFile(join(folder, file), 'utf8')) as CpuProfile;
  const title = `${work}: ${Math.round(perSecond)} a second of 16 clients`;
  const graph = join(folder, `${work}.html`);
  await writeFile(graph, drawFlameGraph(read, { title, root: PROJECT_FOLDER }));
  process.stdout.write(`${title}. Flame graph: ${graph}. For speedscope or DevTools: ${join(folder, file)}.\n`);
}

await main(process.argv.slice(2));
