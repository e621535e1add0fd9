import { defineExclusiveTest } from '../exclusiveWorld.ts';

/** Tests that move the clock. */
export const test = defineExclusiveTest('late').extend({
  async page({ page }, use) {
    // Moving the clock makes prices stale. The page reports that and offers to retry.
    const again = page.getByRole('button', { name: 'Try again' });
    await page.addLocatorHandler(again, (button) => button.click());
    await use(page);
  },
});

/** Seconds until another code is sent to the same address. */
export const NEXT_CODE_SECONDS = 61;
