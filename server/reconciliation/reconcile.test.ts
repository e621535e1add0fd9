import { expect, test } from 'vitest';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { plants } from './plantedDifferences.testing.ts';
import { findPlanted } from './seededDifferences.testing.ts';

const own = await openOwnDatabase();

test('every difference that is planted is found, and nothing else', async () => {
  const differences = plants.length * 2 + 1;
  const { found, expected } = await findPlanted(own, { orders: 120, differences, seed: 11 });
  expect(expected).toBeGreaterThanOrEqual(differences);
  expect(found).toBe(expected);
});
