import { expectAccessible } from '../page/inspectPage.ts';
import { expect, test } from '../world.ts';
import { DESKTOP_WINDOW, logInAsPerson } from './consolePage.ts';
import { createHeldOrder } from './paidOrders.ts';

test.use({ viewport: DESKTOP_WINDOW, isMobile: false, hasTouch: false });

test('a person finds a held order by its number and decides it with a reason and a signature', async ({
  page,
  world,
  desk,
}) => {
  const { orderNo, email, readStatus } = await createHeldOrder(world, desk);

  await logInAsPerson(page, world.consoleUrl, 'cleo');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill(orderNo);
  await page.getByRole('option', { name: /1200\.00 EUR/ }).click();
  await expect(page.getByRole('heading', { name: 'On hold', level: 1 })).toBeVisible();
  await expect(page.getByText('No payout signed. Order is paused until you decide.')).toBeVisible();
  await expectAccessible(page, 'a held order');

  await page.getByRole('radio', { name: /^Void authorization \(1,200\.00 EUR\)/ }).click();
  const submit = page.getByRole('button', { name: 'Void authorization (1,200.00 EUR)' });
  await submit.click();
  // An action needs a reason.
  await expect(page.getByText('Choose a reason.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Sanctions list or legal requirement' }).click();
  await page.getByLabel('Explanation, recorded permanently in the audit trail').fill('the holder did not answer');
  await submit.click();
  await expect(page.getByText(/^(Done at|Submitted\.)/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Cancelled', level: 1 })).toBeVisible();
  expect(await readStatus()).toBe('cancelled');

  // The search finds the buyer by the beginning of the email address, and shows the address masked.
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill(email.slice(0, email.indexOf('@') + 1));
  await page
    .getByRole('option')
    .filter({ hasText: `${email.charAt(0)}·····@` })
    .filter({ hasNotText: 'EUR' })
    .click();
  await expect(page).toHaveURL(/\/console\/buyers\//);
  await expect(page.getByRole('region', { name: 'Assignment' })).toBeVisible();

  await page.goto(`${world.consoleUrl}/people/audit`);
  const line = page.getByRole('listitem').filter({ hasText: orderNo }).filter({ hasText: 'refuse' });
  await expect(line).toContainText('Sanctions list or legal requirement: the holder did not answer');
});
