import { createStopSignal } from '../../tools/start/createStopSignal.ts';
import { describeMachine, writeSection } from './benchmarksFile.ts';
import { measureOrders, type OrderCosts, writeSixRows } from './throughput/measureOrders.ts';
import { measureQuotes } from './throughput/measureQuotes.ts';
import { measureSignIns, measureStandIns } from './throughput/measureSignIns.ts';
import {
  drawProfile,
  type ProfiledWork,
  prepareProfile,
  profiledWorks,
  runProfiledWork,
} from './throughput/profile.ts';
import { formatStagesTable, formatThroughputTable, formatWholeOrdersTable } from './throughput/report.ts';
import { runMeasurement } from './throughput/runMeasurement.ts';
import { type BenchWorld, startBenchWorld } from './throughput/startBenchWorld.ts';
import { runWholeOrders, type WholeOrderFigures } from './throughput/wholeOrders.ts';

const CLIENTS = [1, 16, 64];
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
const FULL_LOAD = { clientCounts: CLIENTS, seconds: SECONDS };
const REDUCED_LOAD = { clientCounts: [16], seconds: SECONDS };
/** Conventional exit code after SIGINT (128 + 2). */
const EXIT_INTERRUPTED = 130;

const STAGES_TEXT =
  'The next table has, for each stage, the seconds from the start of the run until the first and the last order reached the stage. It also has the median time from the start of an order until the order reached the stage.';
const WHOLE_ORDERS_TEXT =
  "Whole orders by card, from the quote until the payout has the required confirmations. The exchange's stand-in applies the call limits of its highest tier. Each client starts its next order when its previous one is delivered. A dozen blocks are mined at once, twice a second. Commits, WAL and processor time are per order; commits that the database makes without orders are subtracted. The limit in the last column is the rate at which pgbench commits six rows with the same number of clients, divided by the commits per order.";

/**
 * `npm run bench`: measures how much the product does per second and compares it with the machine's limit, in one run of `npm
 * start`. `--only quote`, `order`, `sign-in`, `stand-ins` or `whole` runs only that part and prints it without changing
 * BENCHMARKS.md; `--profile quote` or `order` draws a flame graph of the api process, `--profile whole` of the worker.
 */
async function main([option, work = 'quote']: readonly string[]): Promise<void> {
  const stopSignal = createStopSignal();
  const isProfile = option === '--profile';
  const profiledWork = profiledWorks.find((one) => one === work);
  if (isProfile && !profiledWork) throw new Error(`--profile takes one of ${profiledWorks.join(', ')}`);
  if (isProfile && profiledWork) return runProfile(stopSignal, profiledWork);
  const measure = option === '--only' ? measureOnly(work) : measureAll;
  const isDone = await runMeasurement(stopSignal, (signal) => startBenchWorld(signal), withFaultReport(measure));
  process.exit(isDone ? 0 : EXIT_INTERRUPTED);
}

function withFaultReport(measure: (world: BenchWorld) => Promise<void>) {
  return async (world: BenchWorld) => {
    try {
      await measure(world);
    } catch (error) {
      process.stderr.write(`${await world.faults()}\n`);
      throw error;
    }
  };
}

async function measureAll(world: BenchWorld): Promise<void> {
  const quotes = await measureQuotes(world, FULL_LOAD);
  const signIns = await measureSignIns(world, CLIENTS);
  const { counts, sixRows, rows: creation } = await measureOrders(world, FULL_LOAD);
  const standIns = await measureStandIns(world, CLIENTS);
  const whole = await measureWholeOrders(world);
  const rows = [...quotes, ...creation, ...signIns, ...standIns];
  await writeSection(
    'Throughput',
    [
      describeMachine(),
      '',
      'The column "share of the limit" compares a rate with a limit of the same run and number of clients: bare Fastify for quotes and price lists, pgbench inserting the same row for orders. "CPU ms each" is processor time of the `api` per request.',
      '',
      ...formatThroughputTable(rows),
      '',
      formatCounts(counts),
      '',
      WHOLE_ORDERS_TEXT,
      '',
      ...formatWholeOrdersTable(whole, sixRows),
      '',
      STAGES_TEXT,
      '',
      ...formatStagesTable(whole),
    ],
    { rows, counts: { ...counts, rows: Object.fromEntries(counts.rows) }, whole },
  );
}

function formatCounts({ orders: count, roundTrips, writtenBytes, rows }: OrderCosts): string {
  const written = [...rows].map(([table, inserted]) => `${(inserted / count).toFixed(1)} rows of ${table}`);
  return `Creating the order of a guest takes ${(roundTrips / count).toFixed(1)} round trips to the database and writes ${Math.round(writtenBytes / count)} bytes of its write-ahead log (WAL) and ${written.join(', ')}.`;
}

async function measureWholeOrders(world: BenchWorld): Promise<readonly WholeOrderFigures[]> {
  const runs: WholeOrderFigures[] = [];
  for (const clients of CLIENTS) runs.push(await runWholeOrders(world, clients));
  return runs;
}

async function reportWholeOrders(world: BenchWorld): Promise<readonly string[]> {
  const whole = await measureWholeOrders(world);
  const limits = new Map<number, number>();
  for (const clients of CLIENTS) {
    const six = await writeSixRows(world, clients);
    if (six) limits.set(clients, six.perSecond);
  }
  return [WHOLE_ORDERS_TEXT, '', ...formatWholeOrdersTable(whole, limits), '', ...formatStagesTable(whole)];
}

function measureOnly(work: string): (world: BenchWorld) => Promise<void> {
  const works: Readonly<Record<string, (world: BenchWorld) => Promise<readonly string[]>>> = {
    quote: async (world) => formatThroughputTable(await measureQuotes(world, REDUCED_LOAD)),
    order: async (world) => formatThroughputTable((await measureOrders(world, REDUCED_LOAD)).rows),
    'sign-in': async (world) => formatThroughputTable(await measureSignIns(world, CLIENTS)),
    'stand-ins': async (world) => formatThroughputTable(await measureStandIns(world, CLIENTS)),
    whole: reportWholeOrders,
  };
  const measured = works[work];
  if (!measured) throw new Error(`--only takes one of ${Object.keys(works).join(', ')}`);
  return async (world) => {
    process.stdout.write(`${(await measured(world)).join('\n')}\n`);
  };
}

async function runProfile(stopSignal: ReturnType<typeof createStopSignal>, work: ProfiledWork): Promise<void> {
  const profiled = await prepareProfile(work);
  let title: string | undefined;
  const start = (signal: AbortSignal) => startBenchWorld(signal, profiled);
  const isDone = await runMeasurement(
    stopSignal,
    start,
    withFaultReport(async (world) => {
      title = await runProfiledWork(world, work);
    }),
  );
  if (isDone && title !== undefined) process.stdout.write(`${await drawProfile(profiled, title)}\n`);
  process.exit(isDone ? 0 : EXIT_INTERRUPTED);
}

await main(process.argv.slice(2));
