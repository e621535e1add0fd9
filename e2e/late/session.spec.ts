import { setTimeout as sleep } from 'node:timers/promises';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { choosing, fillDetails, logIn, newEmail } from '../purchase.ts';
import { endSession } from '../session.ts';
import { expect } from '../world.ts';
import { NEXT_CODE, test } from './lateTest.ts';

// They move the clock of one world: one after another.
test.describe.configure({ mode: 'serial' });

const NETWORKS_COME_MS = 1_500;

test.describe('a session that ran out', () => {
  test('is said; after the login the details are where they were, with nothing lost', async ({ page, desk }) => {
    const email = newEmail();
    await page.goto('/enter-information');
    await logIn(page, desk, email);
    await fillDetails(page);
    await endSession(page);
    await page.getByRole('button', { name: 'Continue' }).click();

    await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible();
    await desk.advanceClock(NEXT_CODE);
    await logIn(page, desk, email);
    await expect(page).toHaveURL(/\/enter-information/);
    await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Anna');
    await expect(page.getByRole('textbox', { name: 'Contact number' })).toHaveValue('+49 30 901820');
    await expect(page.getByRole('combobox', { name: 'Citizenship' })).toHaveValue('Germany');
  });

  test('costs a half-typed address nothing', async ({ page, desk }) => {
    const email = newEmail();
    const { address } = privateKeyToAccount(generatePrivateKey());
    await page.goto('/add-address');
    await logIn(page, desk, email);
    await choosing(page, 'Crypto', 'ETH · Ether');
    await choosing(page, 'Network', 'Base');
    await page.getByRole('textbox', { name: 'Wallet Address' }).fill(address);
    await page.getByRole('textbox', { name: 'Name' }).fill('Savings');
    await endSession(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await desk.advanceClock(NEXT_CODE);
    // The page comes anew, and what was typed stands there before the networks have come.
    await page.route('**/getAddressNetworkList', async (route) => {
      await sleep(NETWORKS_COME_MS);
      await route.continue();
    });
    await logIn(page, desk, email);
    await expect(page).toHaveURL(/\/add-address/);
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Savings');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL(/\/addresses/);
    await expect(page.getByText('Savings')).toBeVisible();
  });
});
