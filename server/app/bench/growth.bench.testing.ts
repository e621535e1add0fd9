import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { fillDatabase } from './filledDatabase.testing.ts';
import { productReads, type Read } from './reads.testing.ts';

const BENCHMARKS = fileURLToPath(new URL('../../../BENCHMARKS.md', import.meta.url));
const HEAD = `# Benchmarks

As \`npm run bench:growth\` (reads among many orders) and \`npm run bench\` (throughput) wrote them. \`BENCH_ORDERS\` says how many orders lie in the database. Each read is the product's own, over its own connection to PostgreSQL, of orders spread over all of them.
`;
const orders = Number(process.env['BENCH_ORDERS'] ?? 200_000);
/** Orders that are under way, however many there were before. */
const OPEN = 600;
const ROUNDS = 200;
const ROUNDS_OF_ALL = 5;
/** What the page of an order may take, however many there are. */
const PAGE_MS = 2;

const { database } = await openOwnDatabase(8);

type Figures = { readonly name: string; readonly median: number; readonly most: number };

async function measure({ name, run, readsAll }: Read): Promise<Figures> {
  const rounds = readsAll ? ROUNDS_OF_ALL : ROUNDS;
  const took: number[] = [];
  for (let round = -rounds / 5; round < rounds; round += 1) {
    // Far from each other, and not the newest alone.
    const number = 1 + ((Math.abs(Math.ceil(round)) * 7_919 * 13) % (orders - 1));
    const begun = performance.now();
    await run(number);
    // The first ones warm the connections.
    if (round >= 0) took.push(performance.now() - begun);
  }
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { name, median: at(0.5), most: at(0.95) };
}

test(
  `the product's reads among ${orders} orders`,
  async () => {
    const begun = performance.now();
    const filled = await fillDatabase(database, orders, OPEN);
    const filledSeconds = Math.round((performance.now() - begun) / 1_000);
    const { size } = await database.one<{ size: string }>({
      text: 'select pg_size_pretty(pg_database_size(current_database())) as size',
      values: [],
    } as never);
    const figures: Figures[] = [];
    for (const read of productReads(database, filled)) figures.push(await measure(read));
    const [processor] = cpus();
    const lines = [
      '',
      `## ${orders.toLocaleString('en')} orders, ${new Date().toISOString().slice(0, 10)}`,
      '',
      `${OPEN} of them under way. ${cpus().length} processors (${processor?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ${size} in the database, filled in ${filledSeconds} s.`,
      '',
      '| read | median ms | 95 of 100 below |',
      '| --- | ---: | ---: |',
      ...figures.map(({ name, median, most }) => `| ${name} | ${median.toFixed(2)} | ${most.toFixed(2)} |`),
      '',
    ];
    const before = await readFile(BENCHMARKS, 'utf8').catch(() => HEAD);
    await writeFile(BENCHMARKS, before + lines.join('\n'));
    expect(figures[0]?.median).toBeLessThan(PAGE_MS);
  },
  4 * 3_600_000,
);
