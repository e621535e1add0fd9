import { expect, test } from 'vitest';
import { patienceMs } from '../../tools/patience/patience.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { proveDeliveries } from './proveDeliveries.testing.ts';

const own = await openOwnDatabase(8);

/** `npm run prove` runs this with a hundred thousand events. */
test('delivers every event in order, although endpoints fail and workers are killed', async () => {
  const { posts, kills } = await proveDeliveries(own, { events: 150, kills: 2, seed: 7, patienceMs });
  expect(posts).toBeGreaterThan(150);
  expect(kills).toBe(2);
});
