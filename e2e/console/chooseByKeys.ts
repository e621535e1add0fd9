/// <reference lib="dom" />
import type { Locator, Page } from '@playwright/test';
import { expect } from '../world.ts';

/** More than any tested list has. */
const MAX_OPTIONS = 20;

/** Moves down the list to the option and selects it. */
export async function chooseByKeys(page: Page, option: Locator): Promise<void> {
  await expect(option).toBeVisible();
  for (let step = 0; step < MAX_OPTIONS; step += 1) {
    if (await isHighlighted(option)) {
      await page.keyboard.press('Enter');
      return;
    }
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`the arrows do not lead to ${option.toString()}`);
}

/** Returns true if Enter would select the option. The palette marks it as selected, a select field as highlighted. */
function isHighlighted(option: Locator): Promise<boolean> {
  return option.evaluate((element) => element.ariaSelected === 'true' || element.hasAttribute('data-highlighted'));
}
