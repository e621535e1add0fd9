/// <reference lib="dom" />

import type { FrameLocator, Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expectBalancedLedger, expectServerStatus, readOrder } from '../books/databaseChecks.ts';
import { openCardPayment } from '../buyers/buyer.ts';
import { newEmail } from '../buyers/buyerDetails.ts';
import { checkByLabel } from '../buyers/checkByLabel.ts';
import {
  enterAddress,
  expectStatus,
  logIn,
  openQuote,
  type PurchaseChoice,
  readOrderNumber,
  submitDetails,
} from '../buyers/purchaseSteps.ts';
import { test } from '../oneTab.ts';
import { inspectPage } from '../page/inspectPage.ts';
import type { ReadOnlyDatabase } from '../readOnlyDatabase.ts';
import type { SandboxClient } from '../sandboxClient.ts';
import { expect } from '../world.ts';

type WalletName = 'Google Pay' | 'Apple Pay';

function newPurchase(amount = '60'): PurchaseChoice {
  const address = privateKeyToAccount(generatePrivateKey()).address;
  return { pay: { amount, currency: 'EUR' }, receive: 'ETH_BASE', address };
}

/** Simulates Safari: every frame has the Apple Pay session. */
async function simulateSafari(page: Page, canPay = true): Promise<void> {
  await page.addInitScript((answer) => {
    Object.assign(window, { ApplePaySession: { canMakePayments: () => answer } });
  }, canPay);
}

const findTile = (page: Page, name: WalletName) => page.getByRole('radio', { name });

/** Goes through a new buyer's purchase up to the wallet's button. Returns the order's number. */
async function reachWallet(
  page: Page,
  desk: SandboxClient,
  wallet: WalletName,
  purchase = newPurchase(),
): Promise<string> {
  await openQuote(page, purchase);
  await checkByLabel(findTile(page, wallet));
  await page.getByRole('button', { name: 'Continue' }).click();
  await enterAddress(page, purchase.address);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await logIn(page, desk, newEmail());
  await submitDetails(page);
  await expect(page).toHaveURL(/\/enter-card/);
  await expect(page.getByRole('heading', { level: 1, name: `Pay with ${wallet}` })).toBeVisible();
  return readOrderNumber(page);
}

/** Creates an order by API calls and opens its page with the button of Google Pay. Returns the order's number. */
async function openWalletPage(fixtures: Parameters<typeof openCardPayment>[0]): Promise<string> {
  const { orderNo } = await openCardPayment(fixtures, newPurchase(), 'google_pay');
  await expect(fixtures.page.getByRole('heading', { level: 1, name: 'Pay with Google Pay' })).toBeVisible();
  return orderNo;
}

/** Returns the wallet's button, in a frame of the acquirer. */
function findWalletButton(page: Page, wallet: WalletName) {
  return page.frameLocator('iframe[src*="/elements/express"]').getByRole('button', { name: wallet });
}

/** Returns the wallet's sheet, which covers the page. */
function findSheet(page: Page): FrameLocator {
  return page.frameLocator('iframe[src*="/elements/wallet"]');
}

async function payInSheet(page: Page, card: RegExp): Promise<void> {
  await findSheet(page).getByRole('radio', { name: card }).check();
  await findSheet(page).getByRole('button', { name: 'Pay', exact: true }).click();
}

const problems: string[] = [];
/** True in a test that aborts requests: the browser then reports each aborted request on its console. */
let areAbortsExpected = false;
const ABORTED = 'Failed to load resource: net::ERR_FAILED';

test.beforeEach(({ page }) => {
  problems.length = 0;
  areAbortsExpected = false;
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
});

test.afterEach(async ({ books }) => {
  const unexpected = problems.filter((problem) => !(areAbortsExpected && problem === ABORTED));
  expect(unexpected, 'reported on the console').toEqual([]);
  await expectBalancedLedger(books);
});

test('a buyer pays euros with Google Pay and receives ether', async ({ page, desk, books }) => {
  const purchase = newPurchase('80');
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  const orderNo = await reachWallet(page, desk, 'Google Pay', purchase);
  expect(requestedPaths).not.toContain('/gateway/buying/cardList');
  await findWalletButton(page, 'Google Pay').click();
  await expect(findSheet(page).getByText('80.00 EUR')).toBeVisible();
  await payInSheet(page, /4242/);
  await expectStatus(page, 'Delivered');
  const order = await readOrder(books, orderNo);
  expect(await desk.balance('base', 'ETH', purchase.address)).toBe(BigInt(order.receive_units));
  expect(order.captured_units).toBe('8000');
  await expect(page.getByText(/Google Pay, Visa.*4242/).first()).toBeVisible();
  await page.goto('/cards');
  await expect(page.getByText('You have no saved cards.')).toBeVisible();
});

test('a buyer pays with Apple Pay in a browser that supports it', async ({ page, desk, books }) => {
  await simulateSafari(page);
  const purchase = newPurchase();
  const orderNo = await reachWallet(page, desk, 'Apple Pay', purchase);
  await findWalletButton(page, 'Apple Pay').click();
  await payInSheet(page, /4444/);
  await expectStatus(page, 'Delivered');
  const order = await readOrder(books, orderNo);
  expect(await desk.balance('base', 'ETH', purchase.address)).toBe(BigInt(order.receive_units));
});

test.describe('a wallet that this browser does not support', () => {
  const purchaseQuery = 'defaultSendCurrency=EUR&defaultGetCurrency=BTC&defaultSendCurrencyAmount=120';

  test('has no tile', async ({ page }) => {
    await openQuote(page, newPurchase());
    await expect(findTile(page, 'Google Pay')).toBeVisible();
    await expect(findTile(page, 'Apple Pay')).toHaveCount(0);
  });

  test('has no tile if Apple Pay has no card or the browser has no Payment Request API', async ({ page }) => {
    await simulateSafari(page, false);
    await page.addInitScript(() => Reflect.deleteProperty(window, 'PaymentRequest'));
    await openQuote(page, newPurchase());
    await expect(page.getByRole('radio', { name: 'Bank transfer' })).toBeVisible();
    await expect(findTile(page, 'Apple Pay')).toHaveCount(0);
    await expect(findTile(page, 'Google Pay')).toHaveCount(0);
  });

  for (const path of [`/order?${purchaseQuery}&payMethod=apple_pay`, '/edit?sendCurrency=EUR&payMethod=apple_pay']) {
    test(`is replaced by the list of methods if a link requests it: ${path}`, async ({ page }) => {
      await page.goto(path);
      await expect(
        page.getByText('Apple Pay cannot be used in this browser. Please choose another payment method.'),
      ).toBeVisible();
      await expect(page.getByRole('radio', { name: /^Card/ })).toBeChecked();
      await expect(findTile(page, 'Apple Pay')).toHaveCount(0);
    });
  }

  test('is used if a link requests it in a browser that does support it', async ({ page }) => {
    await simulateSafari(page);
    const offers = page.waitForRequest(/offerList$/);
    await page.goto(`/order?${purchaseQuery}&payMethod=apple_pay`);
    expect((await offers).postDataJSON()).toMatchObject({ payMethod: 'apple_pay' });
    await expect(page).toHaveURL(/\/submit-address/);
  });
});

test('closing the wallet’s sheet leaves the order open, and the sheet can be opened again', async ({
  page,
  origin,
  desk,
  books,
}) => {
  const orderNo = await openWalletPage({ page, origin, desk });
  for (const close of [
    () => findSheet(page).getByRole('button', { name: 'Cancel' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await findWalletButton(page, 'Google Pay').click();
    await expect(findSheet(page).getByRole('button', { name: 'Pay', exact: true })).toBeFocused();
    await close();
    await expect(page.getByText('You closed Google Pay. Nothing was charged.')).toBeVisible();
  }
  expect((await readOrder(books, orderNo)).status).toBe('awaiting_payment');
  expect(await countAttempts(books, orderNo)).toBe(0);
  await findWalletButton(page, 'Google Pay').click();
  await expect(page.getByText('You closed Google Pay.')).toHaveCount(0);
  await payInSheet(page, /4242/);
  await expectStatus(page, 'Delivered');
  expect(await countAttempts(books, orderNo)).toBe(1);
});

test('a declined card leaves the order open for another card', async ({ page, origin, desk, books }) => {
  const orderNo = await openWalletPage({ page, origin, desk });
  await findWalletButton(page, 'Google Pay').click();
  await payInSheet(page, /9995/);
  await expect(page.getByRole('alert')).toHaveText(/insufficient funds.*You can try 2 more times/);
  await expectServerStatus(books, orderNo, 'awaiting_payment');
  await page.reload();
  await expect(page.getByRole('alert')).toHaveText(/insufficient funds/);
  await findWalletButton(page, 'Google Pay').click();
  await payInSheet(page, /4242/);
  await expectStatus(page, 'Delivered');
  expect(await countAttempts(books, orderNo)).toBe(2);
});

test('a failed request to the acquirer is shown in the sheet and can be retried', async ({
  page,
  origin,
  desk,
  books,
}) => {
  const orderNo = await openWalletPage({ page, origin, desk });
  let isAcquirerDown = true;
  areAbortsExpected = true;
  await page.route('**/v1/confirmation_tokens', (route) => (isAcquirerDown ? route.abort() : route.continue()));
  await findWalletButton(page, 'Google Pay').click();
  await payInSheet(page, /4242/);
  await expect(findSheet(page).getByRole('alert')).toHaveText(/The payment failed/);
  isAcquirerDown = false;
  await payInSheet(page, /4242/);
  await expectStatus(page, 'Delivered');
  expect(await countAttempts(books, orderNo)).toBe(1);
});

test('a buyer can pay by card instead of the wallet, and keeps all entries', async ({ page, desk, books }) => {
  const purchase = newPurchase('75');
  const orderNo = await reachWallet(page, desk, 'Google Pay', purchase);
  await page.getByRole('button', { name: 'Pay by card instead' }).click();
  await expect(page).toHaveURL(/\/edit/);
  await expectServerStatus(books, orderNo, 'cancelled');
  await expect(page.getByRole('textbox', { name: 'You pay' })).toHaveValue('75.00');
  await expect(page.getByRole('radio', { name: /^Card/ })).toBeChecked();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('textbox', { name: 'Wallet Address' })).toHaveValue(purchase.address);
});

test('offers the card if the device lacks the wallet, and a retry if the wallet’s script fails to load', async ({
  page,
  origin,
  desk,
}) => {
  await openWalletPage({ page, origin, desk });
  await page.addInitScript(() => {
    // The page shows the tile, but in the acquirer's frame the wallet is unavailable.
    if (window.self !== window.top) Reflect.deleteProperty(window, 'PaymentRequest');
  });
  await page.reload();
  await expect(page.getByRole('alert')).toHaveText(/Google Pay is not ready on this device/);
  await inspectPage(page, 'wallet-absent');
  areAbortsExpected = true;
  await page.route('**/stripe.js', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('Google Pay could not be loaded.')).toBeVisible();
  await inspectPage(page, 'wallet-failed');
  await page.unroute('**/stripe.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toHaveText(/not ready on this device/);
  await expect(page.getByRole('button', { name: 'Pay by card instead' })).toBeVisible();
});

for (const { name, colorScheme, viewport } of [
  { name: 'narrow-phone', colorScheme: 'light', viewport: { width: 320, height: 640 } },
  { name: 'dark-desktop', colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
] as const) {
  test.describe(name, () => {
    const isPhone = viewport.width < 600;
    test.use({ colorScheme, viewport, isMobile: isPhone, hasTouch: isPhone });

    test('the wallet’s screen and sheet are accessible', async ({ page, origin, desk }) => {
      await simulateSafari(page);
      await openQuote(page, newPurchase());
      await checkByLabel(findTile(page, 'Apple Pay'));
      await inspectPage(page, `wallet-${name}-0-edit`);
      await openWalletPage({ page, origin, desk });
      const button = findWalletButton(page, 'Google Pay');
      await expect(button).toBeVisible();
      await expect(button).toHaveCSS(
        'background-color',
        colorScheme === 'dark' ? 'rgb(255, 255, 255)' : 'rgb(0, 0, 0)',
      );
      await inspectPage(page, `wallet-${name}-1-ready`);
      await button.click();
      await expect(findSheet(page).getByRole('button', { name: 'Pay', exact: true })).toBeVisible();
      await inspectPage(page, `wallet-${name}-2-sheet`);
      await payInSheet(page, /0002/);
      await expect(page.getByRole('alert')).toHaveText(/contact your card issuer/);
      await inspectPage(page, `wallet-${name}-3-declined`);
    });
  });
}

/** Returns how many payment attempts an order has. */
async function countAttempts(books: ReadOnlyDatabase, orderNo: string): Promise<number> {
  const rows = await books.rows(
    'select 1 from payment_attempts a join orders o on o.id = a.order_id where o.order_no = $1',
    [orderNo],
  );
  return rows.length;
}
