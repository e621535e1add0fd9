import { defineExclusiveTest } from '../exclusiveWorld.ts';

/** Tests that move the clock. */
export const test = defineExclusiveTest('late').extend({
  async page({ page }, use) {
    // Prices of before a clock move are old. The page says so and offers to ask again.
    const again = page.getByRole('button', { name: 'Try again' });
    await page.addLocatorHandler(again, (button) => button.click());
    await use(page);
  },
});

/** Seconds until another code is sent to the same address. */
export const NEXT_CODE = 61;
