import { expect, test } from 'vitest';
import { ROW_WRITE_NAMES } from './compromiseRows.testing.ts';
import { openCompromiseWorld } from './compromiseWorld.testing.ts';
import {
  findUnchangedColumns,
  findWritableColumns,
  listContradictions,
  runContradictions,
  runRowContradictions,
} from './contradictions.testing.ts';

/** One of this many contradictions is run; `npm run prove` runs all of them. */
const EVERY = 75;

const world = await openCompromiseWorld();
const columns = await findWritableColumns(world);

/** Columns that the database protects: generated numbers, keys that others reference, and texts bound to their hash. */
const UNTOUCHED = [
  'operator_requests.id',
  'operator_statements.hash',
  'operator_statements.id',
  'operator_statements.text',
  'orders.id',
  'payouts.id',
  'payouts.order_id',
  'person_statements.id',
  'transfer_batches.id',
  'withdrawals.id',
  'withdrawals.request_id',
];

test('contradicts every column that the signer reads, unless the database refuses it', async () => {
  expect(await findUnchangedColumns(world, columns)).toEqual(UNTOUCHED);
  expect(listContradictions(columns, 0, 1).singles.length).toBeGreaterThan(500);
});

test('releases nothing beyond what was paid when columns are contradicted by roles that can write them', async () => {
  const { singles, pairs } = listContradictions(columns, 8, 1);
  const sets = [...singles.filter((_, index) => index % EVERY === 0), ...pairs];
  const { taken, released } = await runContradictions(world, sets);
  expect(taken).toBeGreaterThan(5);
  // Paid orders are still paid out.
  expect(released).toBeGreaterThan(5 * taken);
});

test('releases the same when configuration rows are changed without a signature', async () => {
  const honest = await runRowContradictions(world, []);
  expect(honest).toBeGreaterThan(5);
  // The last of the writes removes every row.
  expect(await runRowContradictions(world, ROW_WRITE_NAMES.slice(0, -1))).toBe(honest);
  expect(await runRowContradictions(world, ROW_WRITE_NAMES.slice(-1))).toBe(honest);
  const believed = await runRowContradictions(world, ['tokens have 18 digits'], { believesRows: true });
  expect(believed).toBeLessThan(honest);
});

test('detects a signer that trusts the rows of payments', async () => {
  const row = {
    table: 'orders',
    column: 'reference',
    role: 'worker',
    by: 'update',
    row: 0,
    value: 'a status',
  } as const;
  await expect(runContradictions(world, [[row]], { believesAttempts: true })).rejects.toThrow('beyond');
});
