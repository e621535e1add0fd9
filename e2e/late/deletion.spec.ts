import { readFile } from 'node:fs/promises';
import { newEmail } from '../buyers/buyerDetails.ts';
import { logIn } from '../buyers/purchaseSteps.ts';
import { expect } from '../world.ts';
import { NEXT_CODE_SECONDS, test } from './lateTest.ts';

test('a buyer downloads their data, then deletes it with a new code', async ({ page, desk, controls }) => {
  const email = newEmail();
  await page.clock.install();
  await page.goto('/settings');
  await logIn(page, desk, email);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download my data/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^slipway-data-\d{4}-\d{2}-\d{2}\.json$/);
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ email });

  await page.getByRole('button', { name: /^Delete my data/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete my data' });
  // A code was sent less than a minute ago: the link counts down until another can be sent.
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await expect(dialog.getByRole('timer')).toBeVisible();
  await controls.advanceClock(NEXT_CODE_SECONDS);
  await page.clock.fastForward(NEXT_CODE_SECONDS * 1000);
  await expect(dialog.getByRole('button', { name: 'Send code' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await expect(dialog.getByText(`Sent to ${email}.`)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Verification code' }).fill(await desk.loginCode(email));
  await dialog.getByRole('button', { name: 'Delete my data' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your data is deleted' })).toBeVisible();
  await page.goto('/settings');
  await expect(page).toHaveURL(/\/email-login/);
});
