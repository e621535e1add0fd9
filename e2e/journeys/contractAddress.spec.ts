import { test } from '../oneTab.ts';
import { choose } from '../purchase.ts';
import { expect } from '../world.ts';

/** The deployer of CREATE2 contracts, which every local chain has: no wallet, and in no table of refused addresses. */
const CONTRACT = '0x4e59b44847b379578588920cA78FbF26c0B4956C';

test('a buyer confirms that an address of a contract is their wallet', async ({ page }) => {
  await choose(page, { pay: { amount: '60', currency: 'EUR' }, receive: 'ETH_BASE', address: CONTRACT });
  const question = page.getByRole('dialog', { name: 'This address belongs to a contract' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(/\/confirm-address/);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await question.getByRole('button', { name: 'Send to this contract' }).click();
  await expect(page).toHaveURL(/\/email-login/);
});
