import { expectAccessible } from '../inspect.ts';
import { expect, test } from '../world.ts';
import { DESK, enterAs } from './consolePage.ts';
import { orderOnHold } from './paidOrders.ts';

test.use({ viewport: DESK, isMobile: false, hasTouch: false });

test('a held order is found by its number, decided with a reason and a signature, and its buyer’s money stays', async ({
  page,
  world,
  desk,
}) => {
  const { orderNo, email, status } = await orderOnHold(world, desk);

  await enterAs(page, world.consoleUrl, 'cleo');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill(orderNo);
  await page.getByRole('option', { name: /1200\.00 EUR/ }).click();
  await expect(page.getByRole('heading', { name: 'On hold', level: 1 })).toBeVisible();
  await expect(page.getByText('Nothing is signed for the chain. Nothing moves until you decide.')).toBeVisible();
  await expectAccessible(page, 'a held order');

  const release = page.getByRole('radio', { name: /^Release the hold on 1,200\.00 EUR/ });
  await release.click();
  const act = page.getByRole('button', { name: 'Release the hold on 1,200.00 EUR' });
  await act.click();
  // No act without a reason.
  await expect(page.getByText('Choose a reason.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'A list, or the law' }).click();
  await page.getByLabel('In your words, kept for ever').fill('the holder did not answer');
  await act.click();
  await expect(page.getByText(/^(Done at|Asked\.)/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Cancelled', level: 1 })).toBeVisible();
  expect(await status()).toBe('cancelled');

  // Its buyer is found by the beginning of the mail address, and shown masked.
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill(email.slice(0, email.indexOf('@') + 1));
  await page
    .getByRole('option')
    .filter({ hasText: `${email.charAt(0)}·····@` })
    .filter({ hasNotText: 'EUR' })
    .click();
  await expect(page).toHaveURL(/\/console\/buyers\//);
  await expect(page.getByRole('region', { name: 'In hand' })).toBeVisible();

  await page.goto(`${world.consoleUrl}/people/audit`);
  const line = page.getByRole('listitem').filter({ hasText: orderNo }).filter({ hasText: 'refuse' });
  await expect(line).toContainText('A list, or the law: the holder did not answer');
});
