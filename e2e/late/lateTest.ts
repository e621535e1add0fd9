import { startWorld } from '../startWorld.ts';
import { test as base, type World } from '../world.ts';

/** The run's start has built the app; the sandbox makes its chains, and the database is new. */
const START_PATIENCE_MS = 120_000;

/** The run's `test` in a world of its own: a clock is moved for everything in its world, and no other journey may feel it. */
export const test = base.extend<object, { readonly world: World }>({
  async page({ page }, use) {
    // A clock that is moved within a round of prices makes that round old. The page says so, and how to go on.
    const again = page.getByRole('button', { name: 'Try again' });
    await page.addLocatorHandler(again, (button) => button.click());
    await use(page);
  },
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
