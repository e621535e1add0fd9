import fc from 'fast-check';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { proveSums } from '../../ledger/sumProofStore.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { saveReportedLines, sumReportedLines } from './reportedLineStore.ts';

const { database } = await openOwnDatabase();
const PLACE = 'venue:any';

const line = fc.record({
  id: fc.integer({ min: 1, max: 6 }).map(String),
  groupedBy: fc.constant('order'),
  asset: fc.constantFrom('EUR', 'BTC'),
  units: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
  at: fc.constant(new Date('2026-11-24T12:00:00Z')),
  byPeople: fc.boolean(),
});

test('keeps the sums of an account’s lines correct when lines are reported again or changed', async () => {
  const reportedLines = fc.uniqueArray(line, { selector: ({ id }) => id, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.array(reportedLines, { maxLength: 5 }), async (times) => {
      for (const lines of times)
        await database.transaction((transaction) => saveReportedLines(transaction, PLACE, lines));
      const rows = await database.many<{ asset: string; units: bigint }>(sql`
        select asset, sum(units) as units from reconciliation_lines where place = ${PLACE} group by asset`);
      const sums = await sumReportedLines(database, PLACE);
      for (const { asset, units } of rows) expect(sums.get(asset)).toBe(units);
      // A line whose asset changed leaves nothing in the former asset.
      const known = new Set(rows.map(({ asset }) => asset));
      for (const [asset, units] of sums) if (!known.has(asset)) expect(units).toBe(0n);
      expect(await proveSums(database)).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

test('adds lines once when workers save them concurrently', async () => {
  const reportedLines = fc.sample(line, { numRuns: 60, seed: 3 }).map((one, n) => ({ ...one, id: `both ${n}` }));
  const saveLines = (lines: typeof reportedLines) =>
    database.transaction((transaction) => saveReportedLines(transaction, PLACE, lines));
  await Promise.all([reportedLines, reportedLines.slice(20), reportedLines.slice(0, 40)].map(saveLines));
  expect(await proveSums(database)).toEqual([]);
});

test('detects a line that was changed without triggers, and adds up all lines from then on', async () => {
  const at = new Date('2026-11-24T12:00:00Z');
  const own = { id: 'own', groupedBy: 'order', asset: 'GBP', units: 40n, at, byPeople: false };
  await database.transaction((transaction) => saveReportedLines(transaction, PLACE, [own]));
  await database.transaction(async (owner) => {
    await owner.run(sql`set local session_replication_role = replica`);
    await owner.run(sql`update reconciliation_lines set units = 41 where id = 'own'`);
  });
  expect((await sumReportedLines(database, PLACE)).get('GBP')).toBe(40n);
  expect(await proveSums(database)).toEqual([{ account: PLACE, asset: 'GBP', storedUnits: 40n, summedUnits: 41n }]);
  expect((await sumReportedLines(database, PLACE)).get('GBP')).toBe(41n);
});
