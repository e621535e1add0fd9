import { expect, test } from 'vitest';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { differencePlanters } from './plantedDifferences.testing.ts';
import { findPlantedDifferences } from './seededDifferences.testing.ts';

const own = await openOwnDatabase();

test('finds every planted difference and nothing else', async () => {
  const differences = differencePlanters.length * 2 + 1;
  const { found, expected } = await findPlantedDifferences(own, { orders: 120, differences, seed: 11 });
  expect(expected).toBeGreaterThanOrEqual(differences);
  expect(found).toBe(expected);
});
