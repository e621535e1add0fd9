/// <reference lib="dom" />

import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { choosePurchase, enterAddress, openQuote } from '../buyers/purchaseSteps.ts';
import { test } from '../oneTab.ts';
import { expect } from '../world.ts';

/** A contract that every local chain has (the deployer of CREATE2 contracts) and that the product does not refuse. */
const CONTRACT = '0x4e59b44847b379578588920cA78FbF26c0B4956C';

test('a buyer confirms that a contract address is their wallet', async ({ page }) => {
  await choosePurchase(page, { pay: { amount: '60', currency: 'EUR' }, receive: 'ETH_BASE', address: CONTRACT });
  const question = page.getByRole('dialog', { name: 'This address belongs to a contract' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(/\/confirm-address/);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await question.getByRole('button', { name: 'Send to this contract' }).click();
  await expect(page).toHaveURL(/\/email-login/);
});

test('pasting the same address again does not submit it', async ({ page }) => {
  const { address } = privateKeyToAccount(generatePrivateKey());
  // Above 1,000 EUR a submission asks for the kind of wallet.
  await openQuote(page, { pay: { amount: '1500', currency: 'EUR' }, receive: 'ETH_BASE' });
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  // A line copied from a text file ends with a line break.
  await page.evaluate((line) => navigator.clipboard.writeText(line), `${address}\n`);
  const paste = page.getByRole('button', { name: 'Paste' });
  await paste.click();
  await expect(page.getByRole('textbox', { name: 'Wallet Address' })).toHaveValue(address);
  await paste.click();
  // The page reads the clipboard before this.
  await page.evaluate(() => navigator.clipboard.readText());
  await expect(page.getByText('Please select the type of destination wallet.')).toHaveCount(0);
});

test('the address to confirm is copied without the gaps between its groups', async ({ page }) => {
  const { address } = privateKeyToAccount(generatePrivateKey());
  await openQuote(page, { pay: { amount: '60', currency: 'EUR' }, receive: 'ETH_BASE' });
  await page.getByRole('button', { name: 'Continue' }).click();
  await enterAddress(page, address);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('.address-groups').evaluate((shown) => getSelection()?.selectAllChildren(shown));
  await page.keyboard.press('ControlOrMeta+c');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address);
});
