import { expect, test } from 'vitest';
import { attackOften, sampleAttacks } from './takeoverActs.testing.ts';
import { openTakeoverWorld } from './takeoverWorld.testing.ts';

const world = await openTakeoverWorld();

test("40 attacks with the api's role, the worker's role and the signer's socket gain nothing", async () => {
  const { gained, departed } = await attackOften(world, sampleAttacks(40, 7));
  expect(gained).toBe(0n);
  // Some of what is asked for is honest, and is let go.
  expect(departed).toBeGreaterThan(10);
});
