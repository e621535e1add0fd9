import { expect, test } from 'vitest';
import { machineLine, writeSection } from '../../../e2e/bench/benchmarksFile.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { compareReads, paceWords, sizeOf, tableOf } from './comparedReads.testing.ts';
import { fillDatabase } from './filledDatabase.testing.ts';
import { medianOf } from './medians.testing.ts';
import { productReads } from './reads.testing.ts';

/** Orders of a product that has just begun, all of them in the last six weeks: the large one has had the same six weeks. */
const FEW = 1_000;
const MANY = Number(process.env['BENCH_ORDERS'] ?? 300_000);
/** Orders that are under way, however many there were before. */
const OPEN = 600;
const PACE = { turns: 7, rounds: 30, few: FEW, many: MANY };
/** Only reads with this in their names, of which nothing is written down. */
const ONLY = process.env['BENCH_READS'] ?? '';
/** What the page of an order may take, however many there are. */
const PAGE_MS = 2;

const { database: small } = await openOwnDatabase(8);
const { database: large } = await openOwnDatabase(8);

test(
  `the product's reads among ${FEW} and ${MANY} orders`,
  async () => {
    const begun = performance.now();
    const filled = { few: await fillDatabase(small, FEW, OPEN), many: await fillDatabase(large, MANY, OPEN) };
    const filledSeconds = Math.round((performance.now() - begun) / 1_000);
    const { size, rows } = await sizeOf(large);
    const ofFew = { database: small, reads: productReads(small, filled.few) };
    const ofMany = { database: large, reads: productReads(large, filled.many) };
    const compared = await compareReads(ofFew, ofMany, PACE, ONLY);
    if (ONLY !== '') return;
    await writeSection(`Reads among ${FEW.toLocaleString('en')} and ${MANY.toLocaleString('en')} orders`, [
      machineLine(),
      '',
      `${OPEN} orders are under way in both, and a thousand were made in the last six weeks: those are asked for. "Of all years" are orders from anywhere in the large one, which has ${size} and ${rows.toLocaleString('en')} rows (filled in ${filledSeconds} s). ${paceWords(PACE)}`,
      '',
      ...tableOf(compared),
    ]);
    expect(medianOf(compared[0]?.many.all ?? [])).toBeLessThan(PAGE_MS);
  },
  4 * 3_600_000,
);
