import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { buildDetailsFor, newEmail } from '../buyers/buyerDetails.ts';
import { endSession } from '../buyers/endSession.ts';
import { chooseOption, fillDetails, logIn } from '../buyers/purchaseSteps.ts';
import { expect } from '../world.ts';
import { NEXT_CODE_SECONDS, test } from './lateTest.ts';

test.describe('an expired session', () => {
  test('is shown to the buyer, and after the login all typed details are restored', async ({
    page,
    desk,
    controls,
  }) => {
    const email = newEmail();
    await page.goto('/enter-information');
    await logIn(page, desk, email);
    await fillDetails(page, email);
    await endSession(page);
    await page.getByRole('button', { name: 'Continue' }).click();

    await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible();
    await controls.advanceClock(NEXT_CODE_SECONDS);
    await logIn(page, desk, email);
    await expect(page).toHaveURL(/\/enter-information/);
    await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Anna');
    await expect(page.getByRole('textbox', { name: 'Contact number' })).toHaveValue(buildDetailsFor(email).phone);
    await expect(page.getByRole('combobox', { name: 'Citizenship' })).toHaveValue('Germany');
  });

  test('keeps an address that was typed but not saved', async ({ page, desk, controls }) => {
    const email = newEmail();
    const { address } = privateKeyToAccount(generatePrivateKey());
    await page.goto('/add-address');
    await logIn(page, desk, email);
    await chooseOption(page, 'Crypto', 'ETH · Ether');
    await chooseOption(page, 'Network', 'Base');
    await page.getByRole('textbox', { name: 'Wallet Address' }).fill(address);
    await page.getByRole('textbox', { name: 'Name' }).fill('Savings');
    await endSession(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await controls.advanceClock(NEXT_CODE_SECONDS);
    // The page reloads and shows the typed values before the networks arrive.
    const isShown = Promise.withResolvers<void>();
    await page.route('**/getAddressNetworkList', async (route) => {
      await isShown.promise;
      await route.continue();
    });
    await logIn(page, desk, email);
    await expect(page).toHaveURL(/\/add-address/);
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Savings');
    isShown.resolve();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL(/\/addresses/);
    await expect(page.getByText('Savings')).toBeVisible();
  });
});
