/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import {
  expectStatus,
  goToCardPage,
  goToTransferPage,
  openQuote,
  payWithCard,
  testCards,
} from '../buyers/purchaseSteps.ts';
import { translatePages } from '../emulation/translatePage.ts';
import { test } from '../oneTab.ts';
import { expect } from '../world.ts';

function newPurchase(amount: string) {
  const { address } = privateKeyToAccount(generatePrivateKey());
  return { pay: { amount, currency: 'EUR' }, receive: 'ETH_BASE', address };
}

/** Collects the page's exceptions and its errors on the console. */
function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

test.describe('in a page that the browser translates', () => {
  test.beforeEach(async ({ context }) => translatePages(context));

  test('a purchase by card is delivered', async ({ page, desk }) => {
    const errors = collectErrors(page);
    await goToCardPage(page, desk, newPurchase('100'));
    await payWithCard(page, testCards.german);
    await expectStatus(page, 'Delivered');
    expect(errors).toEqual([]);
  });

  test('an order paid by two transfers shows how much has arrived, and is delivered', async ({ page, desk }) => {
    const errors = collectErrors(page);
    await goToTransferPage(page, desk, newPurchase('100'));
    const reference = await page.getByRole('button', { name: 'Copy reference' }).evaluate((button) => {
      return (button.previousElementSibling?.textContent ?? '').replaceAll(' ', '');
    });
    await desk.sendBankTransfer({ reference, amount: '60.00', currency: 'EUR' });
    await expectStatus(page, 'Underpaid');
    await expect(page.getByText('60.00\u00a0EUR of 100.00\u00a0EUR has arrived')).toBeVisible();
    await desk.sendBankTransfer({ reference, amount: '40.00', currency: 'EUR' });
    await expectStatus(page, 'Delivered');
    await expect(page).toHaveURL(/\/order-status\?orderNo=/);
    expect(errors).toEqual([]);
  });

  test('Edit shows the figures of the latest quote', async ({ page }) => {
    const errors = collectErrors(page);
    await openQuote(page, newPurchase('100'));
    const summary = page.locator('.summary-line');
    const before = await summary.textContent();
    await page.getByRole('textbox', { name: 'You pay' }).fill('1');
    await page.getByRole('textbox', { name: 'You pay' }).blur();
    await expect(page.getByRole('alert')).toBeVisible();
    await page.getByRole('textbox', { name: 'You pay' }).fill('200');
    await page.getByRole('textbox', { name: 'You pay' }).blur();
    await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
    await expect(summary).not.toHaveText(before ?? '');
    expect(errors).toEqual([]);
  });
});

test('a screen that fails to render is mounted again with the buyer’s entries', async ({ page }) => {
  await openQuote(page, newPurchase('100'));
  const amount = page.getByRole('textbox', { name: 'You pay' });
  await amount.fill('1');
  await amount.blur();
  const message = page.getByRole('alert');
  await expect(message).toBeVisible();
  // Simulates a browser extension that removes an element managed by React.
  await message.evaluate((element) => element.remove());
  await amount.fill('321');
  await amount.blur();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
  await expect(amount).toHaveValue('321.00');
});
