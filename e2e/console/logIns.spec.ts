import { newEmail } from '../buyers/buyerDetails.ts';
import { createGatewayClient } from '../buyers/gatewayClient.ts';
import { changeTheme } from '../gallery/changeAppearance.ts';
import { expectAccessible, expectColorContrast } from '../page/inspectPage.ts';
import { expectPageFits } from '../page/pageFits.ts';
import { expect, test } from '../world.ts';
import { DESKTOP_WINDOW, logInAsPerson, waitForScreen } from './consolePage.ts';

const PHONE = { width: 390, height: 844 };

test.use({ viewport: DESKTOP_WINDOW, isMobile: false, hasTouch: false });

test('support finds a buyer’s logins by email address and ends the buyer’s sessions', async ({ page, world, desk }) => {
  const client = createGatewayClient(world.origin);
  const email = newEmail();
  const authToken = await client.logIn(desk, email);

  await logInAsPerson(page, world.consoleUrl, 'sam');
  await page.goto(`${world.consoleUrl}/buyers`);
  await waitForScreen(page);
  await page.getByRole('link', { name: 'Logins' }).click();
  await expect(page.getByRole('heading', { name: 'Logins', level: 1 })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Logins' })).toHaveCount(0);
  await page.getByLabel('Email address, network or account').fill(email);
  await page.keyboard.press('Enter');
  const rows = page.getByRole('table', { name: 'Logins' }).getByRole('row');
  await expect(rows.filter({ hasText: 'Logged in' })).toHaveCount(1);
  await expectAccessible(page, 'logins of a buyer');
  await page.getByRole('radio', { name: /^End the sessions of this buyer/ }).click();
  await page.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Mailbox or device compromised' }).click();
  await page.getByLabel('Explanation, recorded permanently in the audit trail').fill('the buyer called');
  await changeTheme(page, 'dark');
  await expectColorContrast(page, 'ending sessions, dark');
  await expectPageFits(page, 'ending sessions', PHONE);
  await page.getByRole('button', { name: 'End the sessions of this buyer' }).click();
  await expect(page.getByText(/^Done at/)).toBeVisible();
  await expect(client.data('authInfo', { authToken })).rejects.toThrow('invalid_auth_token');
});

test('a viewer has no access to logins', async ({ page, world }) => {
  await logInAsPerson(page, world.consoleUrl, 'vera');
  await page.goto(`${world.consoleUrl}/buyers`);
  await waitForScreen(page);
  await expect(page.getByRole('link', { name: 'Logins' })).toHaveCount(0);
  await page.goto(`${world.consoleUrl}/buyers/log-ins`);
  await page.getByRole('button', { name: 'Show logins' }).click();
  await expect(page.getByText(/support, compliance, treasurer/)).toBeVisible();
});
