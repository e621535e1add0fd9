import { startWorld } from '../startWorld.ts';
import { test as base, type World } from '../world.ts';

/** The run's start has built the app; the sandbox makes its chains, and the database is new. */
const START_PATIENCE_MS = 120_000;

/** The run's `test` in a world of its own: a clock is moved for everything in its world, and no other journey may feel it. */
export const test = base.extend<object, { readonly world: World }>({
  world: [
    async ({}, use) => {
      const world = await startWorld('late');
      await use(world);
      await world.stop();
    },
    { scope: 'worker', timeout: START_PATIENCE_MS },
  ],
});

/** Seconds until another code is sent to the same address. */
export const NEXT_CODE = 61;
