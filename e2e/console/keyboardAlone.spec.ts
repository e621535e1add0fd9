/// <reference lib="dom" />
import type { Locator, Page } from '@playwright/test';
import { press, tabTo, type } from '../keyboard.ts';
import { expect, test } from '../world.ts';
import { DESK } from './consolePage.ts';
import { orderOnHold } from './paidOrders.ts';

test.use({ viewport: DESK, isMobile: false, hasTouch: false });

test('somebody enters, finds a held order and ends it with the keyboard alone', async ({ page, world, desk }) => {
  const { orderNo, status } = await orderOnHold(world, desk);
  await page.goto(`${world.consoleUrl}/`);
  await press(page, page.getByRole('button', { name: /^cleo\b/i }));
  await expect(page.getByRole('navigation', { name: 'Places' })).toBeVisible();

  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(orderNo);
  await choose(page, page.getByRole('option', { name: /1200\.00 EUR/ }));
  await expect(page.getByRole('heading', { name: 'On hold', level: 1 })).toBeVisible();

  // The digits choose ways, and send none.
  const release = page.getByRole('radio', { name: /^Release the hold on 1,200\.00 EUR/ });
  await expect(release).toBeVisible();
  const nth = await release.evaluate(
    (radio) => [...(radio.closest('[role=radiogroup]')?.querySelectorAll('[role=radio]') ?? [])].indexOf(radio) + 1,
  );
  await page.keyboard.press(String(nth));
  await expect(release).toBeChecked();

  await tabTo(page, page.getByRole('combobox', { name: 'Reason' }));
  await page.keyboard.press('Enter');
  await choose(page, page.getByRole('option', { name: 'A list, or the law' }));
  await type(page, page.getByLabel('In your words, kept for ever'), 'the holder did not answer');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('heading', { name: 'Cancelled', level: 1 })).toBeVisible();
  expect(await status()).toBe('cancelled');
});

/** More than any list here shows at once. */
const MOST_OPTIONS = 20;

/** Goes down the list to the option, and takes it. */
async function choose(page: Page, option: Locator): Promise<void> {
  await expect(option).toBeVisible();
  for (let step = 0; step < MOST_OPTIONS; step += 1) {
    if (await isNext(option)) {
      await page.keyboard.press('Enter');
      return;
    }
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`the arrows do not lead to ${option.toString()}`);
}

/** Whether Enter takes it: the palette says it as chosen, a select as highlighted. */
function isNext(option: Locator): Promise<boolean> {
  return option.evaluate((element) => element.ariaSelected === 'true' || element.hasAttribute('data-highlighted'));
}
