import { expect, test } from 'vitest';
import { contradict, findEmptyTables, findPlaces, listContradictions } from './contradictions.testing.ts';
import { openTakeoverWorld } from './takeoverWorld.testing.ts';

/** `npm run prove` does all of them. */
const EVERY = 45;

const world = await openTakeoverWorld();
const places = await findPlaces(world);

test('every table that the signer reads has a row that can be contradicted', async () => {
  expect(await findEmptyTables(world, places)).toEqual([]);
  const { singles } = listContradictions(places, 0, 1);
  expect(singles.length).toBeGreaterThan(500);
});

test('contradictions by the role that can write them release nothing beyond what was paid', async () => {
  const { singles, pairs } = listContradictions(places, 10, 1);
  const sets = [...singles.filter((_, index) => index % EVERY === 0), ...pairs];
  const { taken, departed } = await contradict(world, sets);
  expect(taken).toBeGreaterThan(5);
  // What was paid is let go all the same.
  expect(departed).toBeGreaterThan(5 * taken);
});

test('a signer that believes the rows of payments is found', async () => {
  const row = { table: 'orders', column: 'reference', role: 'worker', by: 'update', row: 0, value: 'a word' } as const;
  await expect(contradict(world, [[row]], { believesAttempts: true })).rejects.toThrow('beyond');
});
