import { startWorld } from '../startWorld.ts';
import { test as base, type World } from '../world.ts';

const START_PATIENCE_MS = 120_000;

/** The run's `test` in a world of its own, in which other providers' offers are sold beside the own one. */
export const test = base.extend<object, { readonly world: World }>({
  world: [
    async ({}, use) => {
      const world = await startWorld('offers', { otherProviders: true });
      await use(world);
      await world.stop();
    },
    { scope: 'worker', timeout: START_PATIENCE_MS },
  ],
});
