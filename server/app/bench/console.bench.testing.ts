import { expect, test } from 'vitest';
import { machineLine, writeSection } from '../../../e2e/bench/benchmarksFile.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { compareReads, paceWords, sizeOf, tableOf } from './comparedReads.testing.ts';
import { consoleReads } from './consoleReads.testing.ts';
import { fillDatabase } from './filledDatabase.testing.ts';
import { medianOf } from './medians.testing.ts';

const FEW = 1_000;
const MANY = Number(process.env['BENCH_CONSOLE_ORDERS'] ?? 1_000_000);
/** Orders that are under way, however many there were before. */
const OPEN = 600;
const PACE = { turns: 5, rounds: 9, few: FEW, many: MANY };
/** Only reads with this in their names, of which nothing is written down. */
const ONLY = process.env['BENCH_READS'] ?? '';
/** What looking for an order may take, by whatever it is known, however many there are. */
const SEARCH_MS = 100;

const { database: small } = await openOwnDatabase(8);
const { database: large } = await openOwnDatabase(8);

test(
  `what the console's pages ask, among ${FEW} and ${MANY} orders`,
  async () => {
    const begun = performance.now();
    const filled = { few: await fillDatabase(small, FEW, OPEN), many: await fillDatabase(large, MANY, OPEN) };
    const filledSeconds = Math.round((performance.now() - begun) / 1_000);
    const { size, rows } = await sizeOf(large);
    process.stdout.write(`filled in ${filledSeconds} s: ${size}\n`);
    const ofFew = { database: small, reads: consoleReads(small, filled.few) };
    const ofMany = { database: large, reads: consoleReads(large, filled.many) };
    const compared = await compareReads(ofFew, ofMany, PACE, ONLY);
    if (ONLY !== '') return;
    const raw = compared.map(({ name, few, many, spread }) => ({
      name,
      few: few.all.map(rounded),
      many: many.all.map(rounded),
      spread: spread.all.map(rounded),
    }));
    await writeSection(`The console among ${FEW.toLocaleString('en')} and ${MANY.toLocaleString('en')} orders`, [
      machineLine(),
      '',
      `Each is one of the console's own calls, as a person of every role asks it, without the way over HTTP. ${OPEN} orders are under way in both, and a thousand were made in the last six weeks; before them an order was made every 210 seconds, so that the old month, which the small one has not, has some 12,300 of the large one, which has ${size} and ${rows.toLocaleString('en')} rows (filled in ${filledSeconds} s). ${paceWords(PACE)}`,
      '',
      ...tableOf(compared),
      '',
      '<details><summary>Raw figures</summary>',
      '',
      '```json',
      JSON.stringify(raw),
      '```',
      '',
      '</details>',
    ]);
    const slow = compared.filter(({ name, many }) => name.includes('search') && medianOf(many.all) > SEARCH_MS);
    expect(slow.map(({ name }) => name)).toEqual([]);
  },
  4 * 3_600_000,
);

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}
