import { expect, test } from 'vitest';
import { runAttacks, sampleAttacks } from './takeoverActs.testing.ts';
import { openTakeoverWorld } from './takeoverWorld.testing.ts';

const world = await openTakeoverWorld();

test("40 attacks with the api's role, the worker's role and the signer's socket gain nothing", async () => {
  const { gained, departed } = await runAttacks(world, sampleAttacks(40, 7));
  expect(gained).toBe(0n);
  // Some requests are honest, and are released.
  expect(departed).toBeGreaterThan(10);
});
