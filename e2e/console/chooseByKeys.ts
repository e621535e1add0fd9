/// <reference lib="dom" />
import type { Locator, Page } from '@playwright/test';
import { expect } from '../world.ts';

/** Maximum number of presses; no tested list has as many options. */
const MAX_OPTIONS = 20;

/** Selects an option of an open list with the keys ArrowDown and Enter. */
export async function chooseByKeys(page: Page, option: Locator): Promise<void> {
  await expect(option).toBeVisible();
  for (let step = 0; step < MAX_OPTIONS; step += 1) {
    if (await isHighlighted(option)) {
      await page.keyboard.press('Enter');
      return;
    }
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`ArrowDown does not lead to ${option.toString()}.`);
}

/** Returns whether Enter would select the option: the command palette marks it as selected, a field as highlighted. */
function isHighlighted(option: Locator): Promise<boolean> {
  return option.evaluate((element) => element.ariaSelected === 'true' || element.hasAttribute('data-highlighted'));
}
