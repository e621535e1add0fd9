import { stopSignal } from '../../tools/start/stopSignal.ts';
import { machineLine, writeSection } from './benchmarksFile.ts';
import { type Counts, measureOrders, writeSixRows } from './throughput/measureOrders.ts';
import { measureQuotes } from './throughput/measureQuotes.ts';
import { measureSignIns, measureStandIns } from './throughput/measureSignIns.ts';
import { doProfiled, drawProfile, type ProfiledWork, prepareProfile, profiledWorks } from './throughput/profile.ts';
import { rawFigures, stagesTable, tableOf, wholeOrdersTable } from './throughput/report.ts';
import { runMeasured } from './throughput/runMeasured.ts';
import { type Measured, startMeasured } from './throughput/startMeasured.ts';
import { deliverOrders, type WholeOrders } from './throughput/wholeOrders.ts';

const CLIENTS = [1, 16, 64];
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
const ALL = { clientCounts: CLIENTS, seconds: SECONDS };
const SOME = { clientCounts: [16], seconds: SECONDS };
/** By custom, of a program that was asked to stop. */
const STOPPED = 130;

const WHOLE =
  'Whole orders by card, from the quote to the coins as deep in the chain as the network asks for: each client makes the next one when its last is delivered. Blocks are made a dozen at once, twice a second. What the database commits meanwhile without orders is taken off; held is the most that was seen. The last column is what is delivered a second beside what pgbench commits a second of six rows each at as many clients, divided by the commits of an order.';

/**
 * `npm run bench`: how much the product does a second beside what the machine can do at most, in one run of `npm start`.
 * `--only quote`, `order`, `sign-in`, `stand-ins` or `whole` measures that alone; `--profile quote` or `order` draws what the
 * api process did with its time, `--profile whole` what the worker did.
 */
async function main([option, work = 'quote']: readonly string[]): Promise<void> {
  const asked = stopSignal();
  const isProfile = option === '--profile';
  const profiledWork = profiledWorks.find((one) => one === work);
  if (isProfile && !profiledWork) throw new Error(`--profile takes one of ${profiledWorks.join(', ')}`);
  if (isProfile && profiledWork) return profile(asked, profiledWork);
  const measure = option === '--only' ? measureOnly(work) : measureAll;
  const isDone = await runMeasured(asked, (signal) => startMeasured(signal), tellingFaults(measure));
  process.exit(isDone ? 0 : STOPPED);
}

function tellingFaults(measure: (world: Measured) => Promise<void>) {
  return async (world: Measured) => {
    try {
      await measure(world);
    } catch (error) {
      process.stderr.write(`${await world.faults()}\n`);
      throw error;
    }
  };
}

async function measureAll(world: Measured): Promise<void> {
  const quotes = await measureQuotes(world, ALL);
  const signIns = await measureSignIns(world, CLIENTS);
  const { counts, sixRows, rows: creation } = await measureOrders(world, ALL);
  const standIns = await measureStandIns(world, CLIENTS);
  const whole = await deliverAll(world);
  const rows = [...quotes, ...creation, ...signIns, ...standIns];
  await writeSection('Throughput', [
    machineLine(),
    '',
    '"Of the limit" is what is done a second beside the limit of as many clients in the same run: bare Fastify for quotes, pgbench with the same row for orders.',
    '',
    ...tableOf(rows),
    '',
    saidOf(counts),
    '',
    WHOLE,
    '',
    ...wholeOrdersTable(whole, sixRows),
    '',
    ...stagesTable(whole),
    '',
    ...rawFigures({ rows, counts: { ...counts, rows: Object.fromEntries(counts.rows) }, whole }),
  ]);
}

function saidOf({ orders: count, roundTrips, writtenBytes, rows }: Counts): string {
  const written = [...rows].map(([table, inserted]) => `${(inserted / count).toFixed(1)} rows of ${table}`);
  return `An order of a guest takes ${(roundTrips / count).toFixed(1)} round trips to the database and writes ${Math.round(writtenBytes / count)} bytes of log, ${written.join(', ')}.`;
}

async function deliverAll(world: Measured): Promise<readonly WholeOrders[]> {
  const runs: WholeOrders[] = [];
  for (const clients of CLIENTS) runs.push(await deliverOrders(world, clients));
  return runs;
}

async function wholeAlone(world: Measured): Promise<readonly string[]> {
  const whole = await deliverAll(world);
  const limits = new Map<number, number>();
  for (const clients of CLIENTS) {
    const six = await writeSixRows(world, clients);
    if (six) limits.set(clients, six.perSecond);
  }
  return [WHOLE, '', ...wholeOrdersTable(whole, limits), '', ...stagesTable(whole), '', ...rawFigures({ whole })];
}

function measureOnly(work: string): (world: Measured) => Promise<void> {
  const works: Readonly<Record<string, (world: Measured) => Promise<readonly string[]>>> = {
    quote: async (world) => tableOf(await measureQuotes(world, SOME)),
    order: async (world) => tableOf((await measureOrders(world, SOME)).rows),
    'sign-in': async (world) => tableOf(await measureSignIns(world, CLIENTS)),
    'stand-ins': async (world) => tableOf(await measureStandIns(world, CLIENTS)),
    whole: wholeAlone,
  };
  const measured = works[work];
  if (!measured) throw new Error(`--only takes one of ${Object.keys(works).join(', ')}`);
  return async (world) => {
    process.stdout.write(`${(await measured(world)).join('\n')}\n`);
  };
}

async function profile(asked: ReturnType<typeof stopSignal>, work: ProfiledWork): Promise<void> {
  const profiled = await prepareProfile(work);
  let title: string | undefined;
  const start = (signal: AbortSignal) => startMeasured(signal, profiled);
  const isDone = await runMeasured(
    asked,
    start,
    tellingFaults(async (world) => {
      title = await doProfiled(world, work);
    }),
  );
  if (isDone && title !== undefined) process.stdout.write(`${await drawProfile(profiled, title)}\n`);
  process.exit(isDone ? 0 : STOPPED);
}

await main(process.argv.slice(2));
