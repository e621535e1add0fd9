import { expect, test } from 'vitest';
import { describeMachine, writeSection, writeTable } from '../../e2e/bench/benchmarksFile.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import {
  compareReads,
  describeBenchmarkPlan,
  findSlowest,
  formatReadTable,
  readDatabaseSize,
} from './compareReads.testing.ts';
import { createConsoleReads } from './consoleReads.testing.ts';
import { fillDatabase } from './filledDatabase.testing.ts';
import { computeMedian } from './quantiles.testing.ts';

const FEW = 1_000;
const MANY = Number(process.env['BENCH_CONSOLE_ORDERS'] ?? 1_000_000);
/** Open orders, independent of the total. */
const OPEN = 600;
const PLAN = { turns: 5, rounds: 9, few: FEW, many: MANY };
/** Runs only reads with this in their names; the results are not stored. */
const ONLY = process.env['BENCH_READS'] ?? '';
/** Limit for finding an order by any of its keys, independent of the total. */
const SEARCH_MS = 100;

/** Rows in BENCHMARKS.md. */
const SLOWEST = 12;

const { database: small } = await openOwnDatabase(8);
const { database: large } = await openOwnDatabase(8);

test(
  `reads of the console’s pages among ${FEW} and ${MANY} orders`,
  async () => {
    const begun = performance.now();
    const filled = { few: await fillDatabase(small, FEW, OPEN), many: await fillDatabase(large, MANY, OPEN) };
    const filledSeconds = Math.round((performance.now() - begun) / 1_000);
    const { size, rows } = await readDatabaseSize(large);
    process.stdout.write(`filled in ${filledSeconds} s: ${size}\n`);
    const ofFew = { database: small, reads: createConsoleReads(small, filled.few) };
    const ofMany = { database: large, reads: createConsoleReads(large, filled.many) };
    const compared = await compareReads(ofFew, ofMany, PLAN, ONLY);
    if (ONLY !== '') return;
    const raw = compared.map(({ name, few, many, spread }) => ({
      name,
      few: few.all.map(roundToHundredths),
      many: many.all.map(roundToHundredths),
      spread: spread.all.map(roundToHundredths),
    }));
    const title = `The console among ${FEW.toLocaleString('en')} and ${MANY.toLocaleString('en')} orders`;
    const plan = describeBenchmarkPlan(PLAN, OPEN, { size, rows, filledSeconds });
    const description = `Each row is a read of the console, with the rights of all roles and without HTTP. ${plan}`;
    const all = await writeTable(title, 'npm run bench -- growth', [description, '', ...formatReadTable(compared)]);
    const lines = [
      describeMachine(),
      '',
      description,
      '',
      `The ${SLOWEST} slowest of ${compared.length}:`,
      '',
      ...formatReadTable(findSlowest(compared, SLOWEST)),
      '',
      all,
    ];
    await writeSection(title, lines, raw);
    const slow = compared.filter(({ name, many }) => name.includes('search') && computeMedian(many.all) > SEARCH_MS);
    expect(slow.map(({ name }) => name)).toEqual([]);
  },
  4 * 3_600_000,
);

function roundToHundredths(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}
