/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { openCardPayment } from '../buyers/buyer.ts';
import { newEmail } from '../buyers/buyerDetails.ts';
import { checkByLabel } from '../buyers/checkByLabel.ts';
import { chooseOption, expectStatus, fillBillingAddress, fillCard, logIn, testCards } from '../buyers/purchaseSteps.ts';
import { test } from '../oneTab.ts';
import { expectToast, recordToasts } from '../page/recordToasts.ts';
import { expect } from '../world.ts';

test('every screen of a buyer asks for a login and opens after it', async ({ page, desk }) => {
  const screens = [
    ['/settings', 'Settings'],
    ['/sessions', 'Devices and logins'],
    ['/cards', 'Cards'],
    ['/addresses', 'Addresses'],
    ['/add-address', 'Add Address'],
  ] as const;
  for (const [path] of screens) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/email-login$/);
  }
  await page.goto('/my-orders');
  await logIn(page, desk, newEmail());
  await expect(page).toHaveURL(/\/my-orders$/);
  for (const [path, title] of screens) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
});

const enteredCodes: readonly (readonly [string, (code: string) => string])[] = [
  ['Arabic digits', (code) => code.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit)))],
  ['a pasted sentence', (code) => `Your 2nd code: ${code}`],
];
for (const [title, enter] of enteredCodes)
  test(`a login code entered as ${title} logs in`, async ({ page, desk }) => {
    const email = newEmail();
    await page.goto('/my-orders');
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('button', { name: 'Continue' }).click();
    const field = page.getByRole('textbox', { name: 'Verification code' });
    await field.fill(enter(await desk.loginCode(email)));
    await expect(page).toHaveURL(/\/my-orders$/);
  });

test('an order appears in the list, and the card that paid it can be deleted', async ({ page, origin, desk }) => {
  await recordToasts(page);
  const address = privateKeyToAccount(generatePrivateKey()).address;
  await openCardPayment(
    { page, origin, desk },
    { pay: { amount: '100', currency: 'EUR' }, receive: 'ETH_BASE', address },
  );
  await fillCard(page, testCards.pays);
  await fillBillingAddress(page);
  await checkByLabel(page.getByRole('checkbox', { name: 'Save this card' }));
  await page.getByRole('button', { name: /^Pay / }).click();
  await expectStatus(page, /Delivering|Delivered/);

  await page.goto('/my-orders');
  const row = page.getByRole('link', { name: /^100\.00 EUR → [\d.]+ ETH/ });
  await expect(row).toBeVisible();
  await row.click();
  await expect(page).toHaveURL(/\/order-status\?orderNo=/);
  await page.goBack();
  await expect(row).toBeFocused();

  await page.goto('/cards');
  await page.getByRole('button', { name: 'Delete Visa ·· 4242' }).click();
  await expect(page.getByRole('dialog', { name: 'Delete this card?' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete card' }).click();
  await expectToast(page, 'Deleted successfully');
  await reload(page);
  await expect(page.getByText('You have no saved cards.')).toBeVisible();
});

test('an address is saved, renamed and deleted', async ({ page, desk }) => {
  await recordToasts(page);
  const address = privateKeyToAccount(generatePrivateKey()).address;
  await page.goto('/add-address');
  await logIn(page, desk, newEmail());
  await chooseOption(page, 'Crypto', 'ETH · Ether');
  await chooseOption(page, 'Network', 'Base');
  const field = page.getByRole('textbox', { name: 'Wallet Address' });
  await field.fill('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq');
  await field.blur();
  await expect(page.getByText(/^Incorrect address, check the characters/)).toBeVisible();
  await field.fill(address);
  await page.getByRole('textbox', { name: 'Name' }).fill('Ledger');
  await page.getByRole('button', { name: 'Save' }).click();

  await expect(page).toHaveURL(/\/addresses$/);
  // The address is shown in groups of characters, but the selected text has no spaces.
  const selected = await page.locator('.address-text').evaluate((shown) => {
    getSelection()?.selectAllChildren(shown);
    return String(getSelection());
  });
  expect(selected.trim()).toBe(address);
  await page.getByRole('button', { name: 'Edit Ledger' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Cold storage');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Edit Cold storage' })).toBeVisible();
  await reload(page);
  await page.getByRole('button', { name: 'Delete Cold storage' }).click();
  await page.getByRole('button', { name: 'Delete address' }).click();
  await expectToast(page, 'Deleted successfully');
  await reload(page);
  await expect(page.getByText('You have no saved addresses.')).toBeVisible();
});

test('logging out everywhere ends the sessions of other browsers', async ({ page, desk, browser, origin }) => {
  const email = newEmail();
  await page.goto('/settings');
  await logIn(page, desk, email);
  // The code page also shows the email address, so wait for Settings first.
  await expect(page).toHaveURL(/\/settings/);
  await expect(page.getByText(email)).toBeVisible();
  const other = await (await browser.newContext({ baseURL: origin })).newPage();
  await other.goto('/cards');
  await logIn(other, desk, email);
  await expect(other.getByText('You have no saved cards.')).toBeVisible();

  await page.getByRole('button', { name: /^Log out everywhere/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(/\/edit/);
  await other.reload();
  await expect(other).toHaveURL(/\/email-login/);
});

/** Reloads the page after a closing sheet has gone back in the history, which would interrupt the reload. */
async function reload(page: Page): Promise<void> {
  await page.waitForFunction(() => !(history.state as { overlay?: boolean } | null)?.overlay);
  await page.reload();
}
