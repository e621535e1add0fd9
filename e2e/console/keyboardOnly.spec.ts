import { pressByKeyboard, tabTo, typeByKeyboard } from '../page/keyboard.ts';
import { expect, test } from '../world.ts';
import { chooseByKeys } from './chooseByKeys.ts';
import { DESKTOP_WINDOW } from './consolePage.ts';
import { createHeldOrder } from './paidOrders.ts';

test.use({ viewport: DESKTOP_WINDOW, isMobile: false, hasTouch: false });

test('a person logs in, finds a held order and decides it by keyboard only', async ({ page, world, desk }) => {
  const { orderNo, readStatus } = await createHeldOrder(world, desk);
  await page.goto(`${world.consoleUrl}/`);
  await pressByKeyboard(page, page.getByRole('button', { name: /^cleo\b/i }));
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(orderNo);
  await chooseByKeys(page, page.getByRole('option', { name: /1200\.00 EUR/ }));
  await expect(page.getByRole('heading', { name: 'On hold', level: 1 })).toBeVisible();

  // A digit selects an action without submitting it.
  const voiding = page.getByRole('radio', { name: /^Void authorization \(1,200\.00 EUR\)/ });
  await expect(voiding).toBeVisible();
  const position = await voiding.evaluate(
    (radio) => [...(radio.closest('[role=radiogroup]')?.querySelectorAll('[role=radio]') ?? [])].indexOf(radio) + 1,
  );
  await page.keyboard.press(String(position));
  await expect(voiding).toBeChecked();

  await tabTo(page, page.getByRole('combobox', { name: 'Reason' }));
  await page.keyboard.press('Enter');
  await chooseByKeys(page, page.getByRole('option', { name: 'Sanctions list or legal requirement' }));
  await typeByKeyboard(
    page,
    page.getByLabel('Explanation, recorded permanently in the audit trail'),
    'the holder did not answer',
  );
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('heading', { name: 'Cancelled', level: 1 })).toBeVisible();
  expect(await readStatus()).toBe('cancelled');
});
