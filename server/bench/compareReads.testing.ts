import type { Database } from '../platform/database/database.ts';
import { computeMedian, computeQuantile } from './quantiles.testing.ts';
import type { Read } from './reads.testing.ts';

/** A read that takes longer is run less often: {@link ROUNDS_OF_SLOW} times in each turn. */
const QUICK_MS = 40;
const ROUNDS_OF_SLOW = 3;

/**
 * How often each read is run, in databases of `few` and `many` orders. The machine may be busy at times, so ratios compare
 * adjacent turns.
 */
export type BenchmarkPlan = {
  readonly turns: number;
  readonly rounds: number;
  readonly few: number;
  readonly many: number;
};

/** In milliseconds. */
type Timings = { readonly medians: readonly number[]; readonly all: readonly number[] };

type ReadComparison = {
  readonly name: string;
  readonly few: Timings;
  readonly many: Timings;
  /** Reads of orders of all years, which are not cached like those of the last weeks. */
  readonly spread: Timings;
};

async function measureRuns(read: Read, rounds: number, numbers: (round: number) => number): Promise<readonly number[]> {
  const took: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    await read.run(numbers(round));
    took.push(performance.now() - begun);
  }
  return took;
}

/** Returns a function that maps each round to the number of one of the newest `orders`; the numbers are far apart. */
function spreadNumbers(orders: number, turn: number, rounds: number) {
  return (round: number) => 1 + (((turn * rounds + round + 1) * 7_919 * 13) % (orders - 1));
}

/** Runs the same read alternately in a database of few orders and in one of many. */
async function compareRead(ofFew: Read, ofMany: Read, plan: BenchmarkPlan): Promise<ReadComparison> {
  const { turns, few, many } = plan;
  const took = {
    few: [] as (readonly number[])[],
    many: [] as (readonly number[])[],
    spread: [] as (readonly number[])[],
  };
  const warm: number[] = [];
  for (const read of [ofFew, ofMany])
    for (const rounds of [ROUNDS_OF_SLOW, ROUNDS_OF_SLOW])
      warm.push(computeMedian(await measureRuns(read, rounds, spreadNumbers(few, turns, plan.rounds))));
  const rounds = Math.max(...warm) > QUICK_MS ? ROUNDS_OF_SLOW : plan.rounds;
  for (let turn = 0; turn < turns; turn += 1) {
    took.few.push(await measureRuns(ofFew, rounds, spreadNumbers(few, turn, plan.rounds)));
    took.many.push(await measureRuns(ofMany, rounds, spreadNumbers(few, turn, plan.rounds)));
    took.spread.push(await measureRuns(ofMany, rounds, spreadNumbers(many, turn, plan.rounds)));
  }
  const summarizeFigures = (all: readonly (readonly number[])[]) => ({
    medians: all.map(computeMedian),
    all: all.flat(),
  });
  return {
    name: ofFew.name,
    few: summarizeFigures(took.few),
    many: summarizeFigures(took.many),
    spread: summarizeFigures(took.spread),
  };
}

/** A filled database and its reads. */
type FilledReads = { readonly database: Database; readonly reads: readonly Read[] };

/** Compares the reads whose names contain `only`, and prints each result at once. */
export async function compareReads(
  few: FilledReads,
  many: FilledReads,
  plan: BenchmarkPlan,
  only = '',
): Promise<readonly ReadComparison[]> {
  const compared: ReadComparison[] = [];
  for (const [index, read] of few.reads.entries()) {
    const other = many.reads[index];
    if (!other?.name.includes(only)) continue;
    // Earlier reads left dead rows of undone writes, twice as many in the large database, which runs each read twice.
    for (const { database } of [few, many]) await database.pool.query('vacuum');
    const next = await compareRead(read, other, plan);
    process.stdout.write(`${formatComparisonRow(next)}\n`);
    compared.push(next);
  }
  return compared;
}

/** Returns the median of the turns' ratios. */
function computeRatio({ few, many }: ReadComparison): number {
  return computeMedian(many.medians.map((median, turn) => median / (few.medians[turn] ?? Number.NaN)));
}

function formatComparisonRow(compared: ReadComparison): string {
  const { name, few, many, spread } = compared;
  const figures = [few, many, spread].flatMap(({ all }) => [computeMedian(all), computeQuantile(all, 0.95)]);
  return `| ${name} | ${figures.map((figure) => figure.toFixed(2)).join(' | ')} | ${computeRatio(compared).toFixed(2)} |`;
}

/** Returns the reads that take longest among many orders. */
export function findSlowest(compared: readonly ReadComparison[], count: number): readonly ReadComparison[] {
  return compared.toSorted((a, b) => computeMedian(b.many.all) - computeMedian(a.many.all)).slice(0, count);
}

/** Returns the table for a section of BENCHMARKS.md. */
export function formatReadTable(compared: readonly ReadComparison[]): readonly string[] {
  return [
    `| read | few: median ms | p95 ms | many: median ms | p95 ms | of all years: median ms | p95 ms | many ÷ few |`,
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...compared.map(formatComparisonRow),
  ];
}

/** Describes the two databases, the columns of the table, and how their figures were measured. */
export function describeBenchmarkPlan(
  { turns, rounds, few, many }: BenchmarkPlan,
  open: number,
  large: { readonly size: string; readonly rows: number; readonly filledSeconds: number },
): string {
  const [fewOrders, manyOrders, rows] = [few, many, large.rows].map((count) => count.toLocaleString('en'));
  return [
    `The small and the large database have the same ${fewOrders} orders of the last six weeks, ${open} of them open.`,
    `The large one also has older orders, one every 210 seconds: ${manyOrders} orders in all, ${large.size}, ${rows} rows.`,
    `Filling both took ${large.filledSeconds} s.`,
    `"Few" and "many" are reads of the newest ${fewOrders} orders in the small and in the large database,`,
    '"of all years" are reads of orders of any age in the large database; p95 is the 95th percentile.',
    'The "old month" began 120 days ago; only the large database has orders in it, some 12,300.',
    `Each ratio ("many ÷ few") is the median of ${turns} turns. A turn runs the read ${rounds} times in each database,`,
    `or ${ROUNDS_OF_SLOW} times if the read takes more than ${QUICK_MS} ms.`,
  ].join(' ');
}

export async function readDatabaseSize(database: Database): Promise<{ readonly size: string; readonly rows: number }> {
  const { rows } = await database.pool.query<{ size: string; rows: string }>(`
    select pg_size_pretty(pg_database_size(current_database())) as size,
      (select sum(reltuples)::bigint from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace) as rows`);
  const [read] = rows;
  if (!read) throw new Error('the database returned no size');
  return { size: read.size, rows: Number(read.rows) };
}
