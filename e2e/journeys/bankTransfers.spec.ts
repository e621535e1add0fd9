/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expectBalancedLedger, readOrder } from '../books/databaseChecks.ts';
import { openTransferInstructions } from '../buyers/buyer.ts';
import {
  chooseTransfer,
  clickAndWaitForCopied,
  expectStatus,
  fillDocument,
  goToTransferPage,
  type PurchaseChoice,
  readCopiedText,
  readOrderNumber,
} from '../buyers/purchaseSteps.ts';
import { test } from '../oneTab.ts';
import { inspectPage } from '../page/inspectPage.ts';
import { expect } from '../world.ts';

const DESKTOP = { width: 1280, height: 900 };

test.use({ viewport: { width: 375, height: 820 } });
test.afterEach(async ({ books }) => expectBalancedLedger(books));

function newPurchase(amount: string, receive = 'ETH_BASE'): PurchaseChoice {
  const { address } = privateKeyToAccount(generatePrivateKey());
  return { pay: { amount, currency: 'EUR' }, receive, address };
}

/** Collects the browser's warnings and errors, such as policy violations and failed scripts. */
function collectConsoleProblems(page: Page): string[] {
  const consoleProblems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') consoleProblems.push(message.text());
  });
  page.on('pageerror', (error) => consoleProblems.push(error.message));
  return consoleProblems;
}

test('an order paid by two transfers is priced when the full amount has arrived, and delivered', async ({
  page,
  desk,
  books,
}) => {
  const consoleProblems = collectConsoleProblems(page);
  const purchase = newPurchase('100');
  await goToTransferPage(page, desk, purchase);
  const orderNo = readOrderNumber(page);
  const reference = await readCopiedText(page, 'Copy reference');
  expect(reference).toMatch(/^RF\d{2}[0-9A-Z]{11}$/);
  expect(await readCopiedText(page, 'Copy amount')).toBe('100.00');
  expect(await readCopiedText(page, 'Copy IBAN')).toMatch(/^DE\d{20}$/);

  await desk.sendBankTransfer({ reference, amount: '60.00', currency: 'EUR' });
  await expectStatus(page, 'Underpaid');
  await expect(page.getByText('60.00\u00a0EUR of 100.00\u00a0EUR has arrived')).toBeVisible();
  expect(await readCopiedText(page, 'Copy amount')).toBe('40.00');
  expect(await readCopiedText(page, 'Copy reference')).toBe(reference);
  await inspectOnDesktop(page, 'underpaid');

  await desk.sendBankTransfer({ reference, amount: '40.00', currency: 'EUR' });
  await expectStatus(page, 'Delivered');
  await expect(page).toHaveURL(/\/order-status/);
  await expect(page.getByText('estimate')).toHaveCount(0);
  const order = await readOrder(books, orderNo);
  expect(order.pay_units).toBe('10000');
  expect(await desk.balance('base', 'ETH', purchase.address)).toBe(BigInt(order.receive_units));
  expect(consoleProblems).toEqual([]);
});

test('an overpaid order in Chinese is delivered, and the surplus is refunded', async ({
  page,
  origin,
  desk,
  books,
}) => {
  const purchase = newPurchase('80');
  await openTransferInstructions({ page, origin, desk }, purchase);
  const reference = await readCopiedText(page, 'Copy reference');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page
    .getByRole('button', { name: '中文' })
    .or(page.getByRole('radio', { name: '中文' }))
    .first()
    .click();
  await page.keyboard.press('Escape');
  await expectStatus(page, '等待您的转账');
  await desk.sendBankTransfer({ reference, amount: '105.00', currency: 'EUR' });
  await expectStatus(page, '已到账');
  await expect(page.getByText(/多收到 25\.00\s?EUR，已退回付款账户。/)).toBeVisible();
  await inspectPage(page, 'transfer-surplus-zh');
  const order = await readOrder(books, readOrderNumber(page));
  expect(await desk.balance('base', 'ETH', purchase.address)).toBe(BigInt(order.receive_units));
});

test('cancelling an order refunds the money that has arrived', async ({ page, origin, desk }) => {
  await openTransferInstructions({ page, origin, desk }, newPurchase('90'));
  const reference = await readCopiedText(page, 'Copy reference');
  await desk.sendBankTransfer({ reference, amount: '50.00', currency: 'EUR' });
  await expectStatus(page, 'Underpaid');
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByRole('dialog')).toContainText('50.00\u00a0EUR has arrived and goes back');
  await inspectPage(page, 'transfer-cancel');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
  await expectStatus(page, 'Refunded');
  await expect(page.getByText('50.00\u00a0EUR was sent back to the account it came from.')).toBeVisible();
  await inspectPage(page, 'transfer-refunded');
});

test('above 700 EUR an identity document is requested after the money has arrived', async ({
  page,
  origin,
  desk,
  books,
}) => {
  const purchase = newPurchase('900');
  const { email } = await openTransferInstructions({ page, origin, desk }, purchase);
  const orderNo = readOrderNumber(page);
  const reference = await readCopiedText(page, 'Copy reference');
  await desk.sendBankTransfer({ reference, amount: '900.00', currency: 'EUR' });
  await expectStatus(page, 'Identity check needed');
  await expect(page.getByText('the money goes back to the account it came from')).toBeVisible();
  await page.getByRole('link', { name: 'Verify ID' }).click();
  await page.getByRole('button', { name: 'Continue to identity check' }).click();
  await fillDocument(page, email);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect.poll(async () => (await readOrder(books, orderNo)).status).toBe('delivered');
  const order = await readOrder(books, orderNo);
  expect(await desk.balance('base', 'ETH', purchase.address)).toBe(BigInt(order.receive_units));
});

test('a reference that cannot be copied is selected, and a notice explains how to copy it', async ({
  page,
  origin,
  desk,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await openTransferInstructions({ page, origin, desk }, newPurchase('100'));
  const button = page.getByRole('button', { name: 'Copy reference' });
  await button.click();
  const notice = page.getByRole('status').filter({ hasText: 'please copy it by hand' });
  await expect(notice).toBeVisible();
  await expect(button).not.toHaveAttribute('data-copied');
  await inspectPage(page, 'transfer-copied-by-hand');

  // The notice promises that the keyboard copies it. A bank's form accepts the reference with or without spaces.
  await page.keyboard.press('ControlOrMeta+c');
  const pasted = await page.evaluate(() => navigator.clipboard.readText());
  expect(pasted.trim()).toMatch(/^RF\d{2}(?: [0-9A-Z]{1,4})+$/);

  await page.setViewportSize({ width: 320, height: 640 });
  await inspectPage(page, 'transfer-copied-by-hand-narrow');
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.resolve();
  });
  await clickAndWaitForCopied(button);
  await expect(notice).toHaveCount(0);
});

test('a buyer with stored details goes straight to the transfer instructions, which mention no card', async ({
  page,
  desk,
}) => {
  const purchase = newPurchase('40');
  await goToTransferPage(page, desk, purchase);
  const first = readOrderNumber(page);
  const titles: string[] = [];
  await page.exposeFunction('recordTitle', (title: string) => titles.push(title));
  await page.addInitScript(() => {
    const recordTitle = (window as unknown as { recordTitle: (title: string) => void }).recordTitle;
    new MutationObserver(() =>
      recordTitle(`${document.title} ${document.querySelector('header')?.textContent ?? ''}`),
    ).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await chooseTransfer(page, purchase);
  await expect(page).toHaveURL(/\/payment-status\?orderNo=/);
  await expectStatus(page, 'Awaiting your transfer');
  expect(readOrderNumber(page)).not.toBe(first);
  expect(titles.some((title) => title.includes('Bank transfer'))).toBe(true);
  expect(titles.filter((title) => /card/i.test(title))).toEqual([]);
});

test('the transfer instructions can be copied all at once, and are accessible in both themes on a desktop', async ({
  page,
  origin,
  desk,
}) => {
  await openTransferInstructions({ page, origin, desk }, newPurchase('100', 'USDC'));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await clickAndWaitForCopied(page.locator('.transfer-copy-all button'));
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^Transfer exactly: 100\.00\sEUR\nReference: RF\w+\nAccount holder: .+\nIBAN: DE\d{20}\nBIC: \w+\nBank: .+$/,
  );
  await page.setViewportSize(DESKTOP);
  const code = page.getByRole('img', { name: /QR code of the transfer: 100\.00\sEUR to .+, reference RF/ });
  await expect(code).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy all details' })).toBeHidden();
  await inspectOnDesktop(page, 'transfer awaited');
});

/** Inspects the page on a desktop in both themes. The gallery inspects it on a phone. */
async function inspectOnDesktop(page: Page, name: string): Promise<void> {
  const viewport = page.viewportSize();
  await page.setViewportSize(DESKTOP);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await inspectPage(page, `${name}, ${colorScheme}`);
  }
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: 'light' });
}
