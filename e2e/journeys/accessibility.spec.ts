/// <reference lib="dom" />
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { inspect } from '../inspect.ts';
import {
  cards,
  DELIVERY_MS,
  expectStatus,
  fillCard,
  giveAddress,
  giveBilling,
  giveDetails,
  logIn,
  newEmail,
  openQuote,
} from '../purchase.ts';
import { expect, test } from '../world.ts';

const views = [
  { name: 'light-phone', colorScheme: 'light', viewport: { width: 375, height: 820 } },
  { name: 'dark-phone', colorScheme: 'dark', viewport: { width: 375, height: 820 } },
  { name: 'light-desktop', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
] as const;

for (const { name, colorScheme, viewport } of views) {
  test.describe(name, () => {
    test.use({
      colorScheme,
      viewport,
      isMobile: viewport.width < 600,
      hasTouch: viewport.width < 600,
      deviceScaleFactor: 2,
    });

    test('every screen of a purchase is for everyone', async ({ page, desk }) => {
      test.slow();
      const problems: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
      });
      page.on('pageerror', (error) => problems.push(error.message));
      const see = (screen: string) => inspect(page, `${name}-${screen}`);
      const address = privateKeyToAccount(generatePrivateKey()).address;

      await openQuote(page, { pay: { amount: '100', currency: 'EUR' }, receive: 'ETH_BASE' });
      await see('01-edit');
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await see('02-drawer');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page).toHaveURL(/\/submit-address/);
      await see('03-submit-address');
      await giveAddress(page, address);
      await see('04-confirm-address');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await expect(page).toHaveURL(/\/email-login/);
      await see('05-email-login');
      await logIn(page, desk, newEmail());
      await expect(page).toHaveURL(/\/enter-information/);
      await see('06-enter-information');
      await giveDetails(page);
      await expect(page).toHaveURL(/\/enter-card/);
      await fillCard(page, cards.pays);
      await giveBilling(page);
      await see('07-enter-card');
      await page.getByRole('button', { name: /^Pay / }).click();
      await expectStatus(page, 'Delivering', 30_000);
      await see('08-delivering');
      await expectStatus(page, 'Delivered', DELIVERY_MS);
      await see('09-delivered');
      expect(problems).toEqual([]);
    });
  });
}
