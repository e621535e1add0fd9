import { expect, test } from 'vitest';
import { contradict, contradictRows, findPlaces, findUntouched, listContradictions } from './contradictions.testing.ts';
import { ROW_WRITE_NAMES } from './takeoverRows.testing.ts';
import { openTakeoverWorld } from './takeoverWorld.testing.ts';

/** `npm run prove` does all of them. */
const EVERY = 75;

const world = await openTakeoverWorld();
const places = await findPlaces(world);

/** Numbers that the database gives, keys that others refer to, and texts that a constraint binds to their hash. */
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

test('every column that the signer reads is contradicted, unless the database refuses it', async () => {
  expect(await findUntouched(world, places)).toEqual(UNTOUCHED);
  expect(listContradictions(places, 0, 1).singles.length).toBeGreaterThan(500);
});

test('contradictions by the role that can write them release nothing beyond what was paid', async () => {
  const { singles, pairs } = listContradictions(places, 8, 1);
  const sets = [...singles.filter((_, index) => index % EVERY === 0), ...pairs];
  const { taken, departed } = await contradict(world, sets);
  expect(taken).toBeGreaterThan(5);
  // What was paid is let go all the same.
  expect(departed).toBeGreaterThan(5 * taken);
});

test('rows of the configuration that operators have not signed change nothing of what is let go', async () => {
  const honest = await contradictRows(world, []);
  expect(honest).toBeGreaterThan(5);
  // The last one removes every row.
  expect(await contradictRows(world, ROW_WRITE_NAMES.slice(0, -1))).toBe(honest);
  expect(await contradictRows(world, ROW_WRITE_NAMES.slice(-1))).toBe(honest);
  const believed = await contradictRows(world, ['tokens have 18 digits'], { believesRows: true });
  expect(believed).toBeLessThan(honest);
});

test('a signer that believes the rows of payments is found', async () => {
  const row = { table: 'orders', column: 'reference', role: 'worker', by: 'update', row: 0, value: 'a word' } as const;
  await expect(contradict(world, [[row]], { believesAttempts: true })).rejects.toThrow('beyond');
});
