import { expect, test } from 'vitest';
import { runAttacks, sampleAttacks } from './compromiseActs.testing.ts';
import { openCompromiseWorld } from './compromiseWorld.testing.ts';

const world = await openCompromiseWorld();

test("40 attacks with the api's role, the worker's role and the signer's socket gain nothing", async () => {
  const { gained, released } = await runAttacks(world, sampleAttacks(40, 7));
  expect(gained).toBe(0n);
  // Some requests are honest, and are released.
  expect(released).toBeGreaterThan(10);
});
