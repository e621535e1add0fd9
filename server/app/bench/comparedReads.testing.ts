import type { Database } from '../../platform/database/database.ts';
import { medianOf, quantileOf } from './medians.testing.ts';
import type { Read } from './reads.testing.ts';

/** A read of more than this is asked less often. */
const QUICK_MS = 40;
const ROUNDS_OF_SLOW = 3;

/** How often each is asked: the machine may be at other work meanwhile, so that ratios are those of neighboring turns. */
export type Pace = { readonly turns: number; readonly rounds: number; readonly few: number; readonly many: number };

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
function among(orders: number, turn: number, rounds: number) {
  return (round: number) => 1 + (((turn * rounds + round + 1) * 7_919 * 13) % (orders - 1));
}

/** The same read in a database of few orders and in one of many, turn about. */
async function compareRead(ofFew: Read, ofMany: Read, pace: Pace): Promise<Compared> {
  const { turns, few, many } = pace;
  const took = {
    few: [] as (readonly number[])[],
    many: [] as (readonly number[])[],
    spread: [] as (readonly number[])[],
  };
  const warm: number[] = [];
  for (const read of [ofFew, ofMany])
    for (const rounds of [ROUNDS_OF_SLOW, ROUNDS_OF_SLOW])
      warm.push(medianOf(await timesOf(read, rounds, among(few, turns, pace.rounds))));
  const rounds = Math.max(...warm) > QUICK_MS ? ROUNDS_OF_SLOW : pace.rounds;
  for (let turn = 0; turn < turns; turn += 1) {
    took.few.push(await timesOf(ofFew, rounds, among(few, turn, pace.rounds)));
    took.many.push(await timesOf(ofMany, rounds, among(few, turn, pace.rounds)));
    took.spread.push(await timesOf(ofMany, rounds, among(many, turn, pace.rounds)));
  }
  const figuresOf = (all: readonly (readonly number[])[]) => ({ medians: all.map(medianOf), all: all.flat() });
  return { name: ofFew.name, few: figuresOf(took.few), many: figuresOf(took.many), spread: figuresOf(took.spread) };
}

/** A filled database, and what it is asked. */
type Asked = { readonly database: Database; readonly reads: readonly Read[] };

/** Each that has one of the words in its name; what is done is said as it is done. */
export async function compareReads(few: Asked, many: Asked, pace: Pace, only = ''): Promise<readonly Compared[]> {
  const compared: Compared[] = [];
  for (const [index, read] of few.reads.entries()) {
    const other = many.reads[index];
    if (!other?.name.includes(only)) continue;
    // What the reads before have written and undone lies about, twice as much of it in the large one, which is asked twice.
    for (const { database } of [few, many]) await database.pool.query('vacuum');
    const next = await compareRead(read, other, pace);
    process.stdout.write(`${lineOf(next)}\n`);
    compared.push(next);
  }
  return compared;
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

/** The table of a section of BENCHMARKS.md. */
export function tableOf(compared: readonly Compared[]): readonly string[] {
  return [
    `| read | few: median ms | 95 of 100 below | many: median ms | 95 of 100 below | of all years: median ms | 95 of 100 below | many ÷ few |`,
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...compared.map(lineOf),
  ];
}

/** How a table's figures were come by, in a sentence. */
export function paceWords({ turns, rounds }: Pace): string {
  return `The ratio is the median of ${turns} turns about, of ${rounds} reads each, or ${ROUNDS_OF_SLOW} where one takes more than ${QUICK_MS} ms.`;
}

export async function sizeOf(database: Database): Promise<{ readonly size: string; readonly rows: number }> {
  const { rows } = await database.pool.query<{ size: string; rows: string }>(`
    select pg_size_pretty(pg_database_size(current_database())) as size,
      (select sum(reltuples)::bigint from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace) as rows`);
  const [read] = rows;
  if (!read) throw new Error('the database tells no size');
  return { size: read.size, rows: Number(read.rows) };
}
