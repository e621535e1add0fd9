import { expect, test } from 'vitest';
import { machineLine, writeSection } from '../../../e2e/bench/benchmarksFile.ts';
import type { Database } from '../../platform/database/database.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { fillDatabase } from './filledDatabase.testing.ts';
import { medianOf, quantileOf } from './medians.testing.ts';
import { productReads, type Read } from './reads.testing.ts';

/** Orders of a product that has just begun, all of them in the last six weeks: the large one has had the same six weeks. */
const FEW = 1_000;
const MANY = Number(process.env['BENCH_ORDERS'] ?? 300_000);
/** Orders that are under way, however many there were before. */
const OPEN = 600;
/** The machine may be at other work meanwhile: each is asked in turn, and ratios are those of neighboring turns. */
const TURNS = 7;
const ROUNDS = 30;
/** A read of more than this is asked less often. */
const QUICK_MS = 40;
const ROUNDS_OF_SLOW = 3;
/** Only reads with this in their names, of which nothing is written down. */
const ONLY = process.env['BENCH_READS'] ?? '';
/** What the page of an order may take, however many there are. */
const PAGE_MS = 2;

const { database: small } = await openOwnDatabase(8);
const { database: large } = await openOwnDatabase(8);

/** In milliseconds. */
type Figures = { readonly medians: readonly number[]; readonly all: readonly number[] };

type Compared = {
  readonly name: string;
  readonly few: Figures;
  readonly many: Figures;
  /** Of orders of all years, which the last weeks' do not keep in memory. */
  readonly spread: Figures;
};

async function timesOf(read: Read, rounds: number, numbers: (round: number) => number): Promise<readonly number[]> {
  const took: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    await read.run(numbers(round));
    took.push(performance.now() - begun);
  }
  return took;
}

/** Far from each other among the newest so many. */
function among(orders: number, turn: number) {
  return (round: number) => 1 + (((turn * ROUNDS + round + 1) * 7_919 * 13) % (orders - 1));
}

async function compare(ofFew: Read, ofMany: Read): Promise<Compared> {
  const took = {
    few: [] as (readonly number[])[],
    many: [] as (readonly number[])[],
    spread: [] as (readonly number[])[],
  };
  const warm: number[] = [];
  for (const read of [ofFew, ofMany])
    for (const rounds of [ROUNDS_OF_SLOW, ROUNDS_OF_SLOW])
      warm.push(medianOf(await timesOf(read, rounds, among(FEW, TURNS))));
  const rounds = Math.max(...warm) > QUICK_MS ? ROUNDS_OF_SLOW : ROUNDS;
  for (let turn = 0; turn < TURNS; turn += 1) {
    took.few.push(await timesOf(ofFew, rounds, among(FEW, turn)));
    took.many.push(await timesOf(ofMany, rounds, among(FEW, turn)));
    took.spread.push(await timesOf(ofMany, rounds, among(MANY, turn)));
  }
  const figuresOf = (turns: readonly (readonly number[])[]) => ({ medians: turns.map(medianOf), all: turns.flat() });
  return { name: ofFew.name, few: figuresOf(took.few), many: figuresOf(took.many), spread: figuresOf(took.spread) };
}

/** The median of what each turn says. */
function ratioOf({ few, many }: Compared): number {
  return medianOf(many.medians.map((median, turn) => median / (few.medians[turn] ?? Number.NaN)));
}

function lineOf(compared: Compared): string {
  const { name, few, many, spread } = compared;
  const figures = [few, many, spread].flatMap(({ all }) => [medianOf(all), quantileOf(all, 0.95)]);
  return `| ${name} | ${figures.map((figure) => figure.toFixed(2)).join(' | ')} | ${ratioOf(compared).toFixed(2)} |`;
}

async function sizeOf(database: Database): Promise<{ readonly size: string; readonly rows: number }> {
  const { rows } = await database.pool.query<{ size: string; rows: string }>(`
    select pg_size_pretty(pg_database_size(current_database())) as size,
      (select sum(reltuples)::bigint from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace) as rows`);
  const [read] = rows;
  if (!read) throw new Error('the database tells no size');
  return { size: read.size, rows: Number(read.rows) };
}

test(
  `the product's reads among ${FEW} and ${MANY} orders`,
  async () => {
    const begun = performance.now();
    const filled = { few: await fillDatabase(small, FEW, OPEN), many: await fillDatabase(large, MANY, OPEN) };
    const filledSeconds = Math.round((performance.now() - begun) / 1_000);
    const { size, rows } = await sizeOf(large);
    const ofMany = productReads(large, filled.many);
    const compared: Compared[] = [];
    for (const [index, read] of productReads(small, filled.few).entries()) {
      const other = ofMany[index];
      if (!other?.name.includes(ONLY)) continue;
      const next = await compare(read, other);
      process.stdout.write(`${lineOf(next)}\n`);
      compared.push(next);
    }
    if (ONLY !== '') return;
    await writeSection(`Reads among ${FEW.toLocaleString('en')} and ${MANY.toLocaleString('en')} orders`, [
      machineLine(),
      '',
      `${OPEN} orders are under way in both, and a thousand were made in the last six weeks: those are asked for. "Of all years" are orders from anywhere in the large one, which has ${size} and ${rows.toLocaleString('en')} rows (filled in ${filledSeconds} s). The ratio is the median of ${TURNS} turns about, of ${ROUNDS} reads each, or ${ROUNDS_OF_SLOW} where one takes more than ${QUICK_MS} ms.`,
      '',
      `| read | few: median ms | 95 of 100 below | many: median ms | 95 of 100 below | of all years: median ms | 95 of 100 below | many ÷ few |`,
      '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
      ...compared.map(lineOf),
    ]);
    expect(medianOf(compared[0]?.many.all ?? [])).toBeLessThan(PAGE_MS);
  },
  4 * 3_600_000,
);
