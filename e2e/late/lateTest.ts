import { defineExclusiveTest } from '../exclusiveWorld.ts';

/** The test function of tests that advance the clock. */
export const test = defineExclusiveTest('late').extend({
  async page({ page }, use) {
    // Advancing the clock makes prices stale. The page then shows an error and a button that tries again.
    const again = page.getByRole('button', { name: 'Try again' });
    await page.addLocatorHandler(again, (button) => button.click());
    await use(page);
  },
});

/** Seconds until another code is sent to the same address. */
export const NEXT_CODE_SECONDS = 61;
