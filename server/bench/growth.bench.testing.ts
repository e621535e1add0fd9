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
import { fillDatabase } from './filledDatabase.testing.ts';
import { computeMedian } from './quantiles.testing.ts';
import { createProductReads } from './reads.testing.ts';

/** Orders of a new installation, all in the last six weeks; the large one has the same six weeks. */
const FEW = 1_000;
const MANY = Number(process.env['BENCH_ORDERS'] ?? 300_000);
/** Open orders, independent of the total. */
const OPEN = 600;
const PLAN = { turns: 7, rounds: 30, few: FEW, many: MANY };
/** Runs only reads with this in their names; the results are not stored. */
const ONLY = process.env['BENCH_READS'] ?? '';
/** Limit for an order's page, independent of the total. */
const PAGE_MS = 2;

/** Rows in BENCHMARKS.md. */
const SLOWEST = 12;

const { database: small } = await openOwnDatabase(8);
const { database: large } = await openOwnDatabase(8);

test(
  `the product's reads among ${FEW} and ${MANY} orders`,
  async () => {
    const begun = performance.now();
    const filled = { few: await fillDatabase(small, FEW, OPEN), many: await fillDatabase(large, MANY, OPEN) };
    const filledSeconds = Math.round((performance.now() - begun) / 1_000);
    const { size, rows } = await readDatabaseSize(large);
    const ofFew = { database: small, reads: createProductReads(small, filled.few) };
    const ofMany = { database: large, reads: createProductReads(large, filled.many) };
    const compared = await compareReads(ofFew, ofMany, PLAN, ONLY);
    if (ONLY !== '') return;
    const title = `Reads among ${FEW.toLocaleString('en')} and ${MANY.toLocaleString('en')} orders`;
    const description = describeBenchmarkPlan(PLAN, OPEN, { size, rows, filledSeconds });
    const all = await writeTable(title, 'npm run bench -- growth', [description, '', ...formatReadTable(compared)]);
    await writeSection(title, [
      describeMachine(),
      '',
      description,
      '',
      `The ${SLOWEST} slowest of ${compared.length}:`,
      '',
      ...formatReadTable(findSlowest(compared, SLOWEST)),
      '',
      all,
    ]);
    expect(computeMedian(compared[0]?.many.all ?? [])).toBeLessThan(PAGE_MS);
  },
  4 * 3_600_000,
);
