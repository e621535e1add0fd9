/// <reference lib="dom" />

import type { Locator, Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expectServerStatus, readOrder } from '../books/databaseChecks.ts';
import { openCardPayment, openTransferInstructions } from '../buyers/buyer.ts';
import { checkByLabel } from '../buyers/checkByLabel.ts';
import {
  enterAddress,
  expectStatus,
  fillBillingAddress,
  fillCard,
  findCardFrame,
  goToCardPage,
  openQuote,
  payWithCard,
  readOrderNumber,
  testCards,
} from '../buyers/purchaseSteps.ts';
import { goOffline, goOnline, persistOffline } from '../emulation/browserNetwork.ts';
import { openUnreliableConnection, type UnreliableConnection } from '../emulation/unreliableConnection.ts';
import { inspectPage } from '../page/inspectPage.ts';
import type { ReadOnlyDatabase } from '../readOnlyDatabase.ts';
import { test as base, expect } from '../world.ts';

const test = base.extend<{ connection: UnreliableConnection }>({
  serviceWorkers: 'allow',
  // Use a connection that can be cut: the page's routes do not see requests of a service worker.
  connection: async ({ origin }, use) => {
    const connection = await openUnreliableConnection(origin);
    await use(connection);
    await connection.close();
  },
  baseURL: async ({ connection }, use) => use(connection.origin),
  context: async ({ context }, use) => {
    await persistOffline(context);
    await use(context);
  },
});

const wanted = { pay: { amount: '100', currency: 'EUR' }, receive: 'ETH_BASE' };

function newAddress(): string {
  return privateKeyToAccount(generatePrivateKey()).address;
}

const findNotice = (page: Page): Locator =>
  page.getByRole('status').filter({ hasText: /\S/ }).and(page.locator('.notices-text'));
const findOfflineNotice = (page: Page): Locator => findNotice(page).filter({ hasText: 'You are offline.' });
const findAmount = (page: Page): Locator => page.getByRole('textbox', { name: 'You pay' });
const findContinueButton = (page: Page): Locator => page.getByRole('button', { name: 'Continue' });

/** Waits until the service worker has cached its files and controls the page. */
async function waitForServiceWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

/** Returns every path in the browser's caches. */
function readCachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => url.replace(location.origin, ''));
  });
}

/** Returns the service worker's script as of another version, without the file `Notices` in its list. */
function buildNextWorker(script: string): string {
  return script
    .replace(/(version["'`]?:\s*["'`])[0-9a-f]+/, (_, before: string) => `${before}0000release2`)
    .replaceAll(/\/assets\/Notices-[\w-]+\.js/g, '/manifest.webmanifest');
}

async function disconnect(page: Page): Promise<void> {
  await goOffline(page);
  await expect(findOfflineNotice(page)).toBeVisible();
}

async function reconnect(page: Page): Promise<void> {
  await goOnline(page);
  await expect(findOfflineNotice(page)).toBeHidden();
}

test.describe('the app without a connection', () => {
  test('opens after one visit, shows that it is offline, and reloads when the connection returns', async ({ page }) => {
    await page.goto('/edit');
    await expect(findContinueButton(page)).toBeEnabled();
    await waitForServiceWorker(page);
    expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(/\/sw\.js$/);
    await goOffline(page);
    await page.goto('/edit?sendCurrency=EUR');
    await expect(findOfflineNotice(page)).toBeVisible();
    await expect(findOfflineNotice(page)).toContainText('An order that is under way goes on without this page.');
    await expect(page).toHaveURL(/\/edit\?sendCurrency=EUR$/);
    await reconnect(page);
    await expect(findAmount(page)).not.toHaveValue('');
    await expect(findContinueButton(page)).toBeEnabled();
  });

  test('opens a later screen that was not visited before', async ({ page }) => {
    await page.goto('/edit');
    await expect(findContinueButton(page)).toBeEnabled();
    await waitForServiceWorker(page);
    await goOffline(page);
    await page.goto('/email-login');
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
    await expect(findOfflineNotice(page)).toBeVisible();
  });

  test('is in Chinese for a buyer who used it in Chinese', async ({ browser, connection }) => {
    const context = await browser.newContext({ locale: 'zh-CN', baseURL: connection.origin, serviceWorkers: 'allow' });
    await persistOffline(context);
    const page = await context.newPage();
    await page.goto('/edit');
    await expect(page.getByRole('button', { name: '继续' })).toBeEnabled();
    await waitForServiceWorker(page);
    // Only visits that a service worker controls store their texts.
    await page.reload();
    await expect(page.getByRole('button', { name: '继续' })).toBeEnabled();
    await goOffline(page);
    await page.reload();
    await expect(findNotice(page)).toContainText('您已离线。');
    await context.close();
  });

  test('shows No Respond instead of the offline notice when only the server is unreachable', async ({
    page,
    connection,
  }) => {
    await page.goto('/edit');
    await expect(findContinueButton(page)).toBeEnabled();
    await waitForServiceWorker(page);
    connection.cut();
    await page.goto('/edit?sendCurrency=EUR');
    await expect(page).toHaveURL(/\/no-respond$/);
    await expect(findOfflineNotice(page)).toBeHidden();
    connection.restore();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page).toHaveURL(/\/edit\?sendCurrency=EUR$/);
    await expect(findContinueButton(page)).toBeEnabled();
  });
});

test('a whole purchase stores no API response and no page in any cache', async ({ page, desk, context }) => {
  const email = await goToCardPage(page, desk, { ...wanted, address: newAddress() });
  await waitForServiceWorker(page);
  await payWithCard(page, testCards.pays);
  await expectStatus(page, 'Delivered');
  const orderNo = readOrderNumber(page);
  // The API reference is sandboxed and cannot read caches, so the last page must be another one.
  for (const path of ['/docs/api', '/my-orders', '/settings', '/addresses', '/cards', '/edit']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  }
  const paths = await readCachedPaths(page);
  expect(paths).toContain('/shell.html');
  expect(paths.filter((path) => !/^\/(?:assets\/[^?]+|shell\.html|languages\/[^?]+\.json)$/.test(path))).toEqual([]);
  const personalCount = await page.evaluate(
    async (values) => {
      const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
      const answers = await Promise.all(caches.map((cache) => cache.matchAll()));
      const texts = await Promise.all(answers.flat().map((answer) => answer.text()));
      return texts.filter((text) => values.some((value) => text.includes(value))).length;
    },
    [email, orderNo],
  );
  expect(personalCount).toBe(0);
  expect(context.serviceWorkers()).toHaveLength(1);
});

test.describe('a card page', () => {
  test('is loaded only from the network, with its own security policy', async ({ page, origin, desk }) => {
    await openCardPayment({ page, origin, desk }, { ...wanted, address: newAddress() });
    await waitForServiceWorker(page);
    const loaded = await page.reload();
    expect(loaded?.headers()['content-security-policy']).toMatch(/script-src 'self' http/);
    await expect(findCardFrame(page).getByRole('textbox', { name: 'Card number' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Name on card' }).fill('Anna Weber');
    const address = page.url();

    await goOffline(page);
    await page.reload();
    await expect(page).toHaveURL(/\/no-respond\?from=%2Fenter-card/);
    await expect(findOfflineNotice(page)).toBeVisible();
    expect((await readCachedPaths(page)).filter((path) => /^\/[a-z-]*card/.test(path))).toEqual([]);
    await goOnline(page);
    await page.waitForURL(address);
    await expect(findCardFrame(page).getByRole('textbox', { name: 'Card number' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Name on card' })).toHaveValue('Anna Weber');
  });

  test('charges nothing if Pay is pressed without a connection, and once if it is pressed again', async ({
    page,
    origin,
    desk,
    books,
  }) => {
    await openCardPayment({ page, origin, desk }, { ...wanted, address: newAddress() });
    const orderNo = readOrderNumber(page);
    await fillCard(page, testCards.pays);
    await fillBillingAddress(page);
    await disconnect(page);
    await page.getByRole('button', { name: /^Pay / }).click();
    await expect(page.getByRole('alert')).toContainText('nothing was paid');
    expect(await countAttempts(books, orderNo)).toBe(0);
    await reconnect(page);
    await expect(page.getByRole('textbox', { name: 'ZIP code' })).toHaveValue('10115');
    await page.getByRole('button', { name: /^Pay / }).click();
    await expectStatus(page, 'Delivered');
    expect(await countAttempts(books, orderNo)).toBe(1);
  });

  test('sends a payment again if its response was lost with the connection, and charges it once', async ({
    page,
    origin,
    desk,
    books,
    connection,
  }) => {
    await openCardPayment({ page, origin, desk }, { ...wanted, address: newAddress() });
    const orderNo = readOrderNumber(page);
    await fillCard(page, testCards.pays);
    await fillBillingAddress(page);
    // Block the order's updates too: the order may already be paid, and an update would lead to the next page.
    connection.faults([
      { path: /\/payOrder$/, kind: 'swallow' },
      { path: /\/checkoutInfo$/, kind: 'hang' },
    ]);
    await page.getByRole('button', { name: /^Pay / }).click();
    await expect.poll(() => countAttempts(books, orderNo)).toBe(1);
    await disconnect(page);
    await expect(page.getByText('You are charged once at most.')).toBeVisible();
    connection.faults([]);
    await reconnect(page);
    await expectStatus(page, 'Delivered');
    expect(await countAttempts(books, orderNo)).toBe(1);
    await expectServerStatus(books, orderNo, 'delivered');
  });
});

/** Returns how many payment attempts an order has. */
async function countAttempts(books: ReadOnlyDatabase, orderNo: string): Promise<number> {
  const rows = await books.rows(
    'select 1 from payment_attempts a join orders o on o.id = a.order_id where o.order_no = $1',
    [orderNo],
  );
  return rows.length;
}

test.describe('when the connection is lost and returns', () => {
  test('on Edit: the typed amount is quoted', async ({ page }) => {
    await openQuote(page, wanted);
    await waitForServiceWorker(page);
    await disconnect(page);
    await findAmount(page).fill('123');
    await findAmount(page).blur();
    await expect(page.getByText('We could not reach the server.')).toBeVisible();
    await expect(page).toHaveURL(/\/edit/);
    await reconnect(page);
    await expect(page.getByRole('textbox', { name: /You get/ })).not.toHaveValue('');
    await expect(findAmount(page)).toHaveValue(/^123/);
    await expect(findContinueButton(page)).toBeEnabled();
  });

  test('on Select Offer: the offers load', async ({ page }) => {
    await openQuote(page, wanted);
    await waitForServiceWorker(page);
    await disconnect(page);
    await findContinueButton(page).click();
    await expect(page).toHaveURL(/\/select-offer/);
    await expect(page.getByText('We could not reach the server.').first()).toBeVisible();
    await reconnect(page);
    // With only one offer, Select Offer continues to the next screen.
    await expect(page).toHaveURL(/\/submit-address/);
  });

  test('on Submit Address: the typed address is checked', async ({ page }) => {
    const address = newAddress();
    await openQuote(page, wanted);
    await waitForServiceWorker(page);
    await findContinueButton(page).click();
    await expect(page).toHaveURL(/\/submit-address/);
    // Wait for this screen's quote, so that nothing changes when the connection is cut.
    await expect(page.getByRole('timer')).toBeVisible();
    await disconnect(page);
    const field = page.getByRole('textbox', { name: 'Wallet Address' });
    await field.fill(address);
    await checkByLabel(page.getByRole('radio', { name: /Self-hosted wallet/ }));
    await findContinueButton(page).click();
    // Wait for the press to fail: a pending one would succeed after reconnecting and lead on.
    await expect(page.getByText('We could not check this address.')).toBeVisible();
    await expect(findContinueButton(page)).not.toHaveAttribute('aria-busy');
    await expect(page).toHaveURL(/\/submit-address/);
    await reconnect(page);
    await expect(field).toHaveValue(address);
    await findContinueButton(page).click();
    await expect(page).toHaveURL(/\/confirm-address/);
    // Wait for this screen's quote.
    await expect(page.getByRole('timer')).toBeVisible();

    await disconnect(page);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('We could not reach the server.').first()).toBeVisible();
    await expect(page).toHaveURL(/\/confirm-address/);
    await reconnect(page);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page).toHaveURL(/\/email-login/);
  });

  test('on Payment Status: the order’s new status is shown', async ({ page, origin, desk, books }) => {
    const { orderNo } = await openTransferInstructions({ page, origin, desk }, { ...wanted, address: newAddress() });
    const { transfer_reference: reference } = await readOrder(books, orderNo);
    await waitForServiceWorker(page);
    await disconnect(page);
    await desk.sendBankTransfer({ reference, amount: '100', currency: 'EUR' });
    await expectServerStatus(books, orderNo, 'delivered');
    await expect(page.getByRole('heading', { level: 1, name: 'Delivered' })).toBeHidden();
    await reconnect(page);
    await expectStatus(page, 'Delivered');
  });
});

test('typed text is kept while the server is unreachable', async ({ page, connection }) => {
  const address = newAddress();
  await openQuote(page, wanted);
  await findContinueButton(page).click();
  const field = page.getByRole('textbox', { name: 'Wallet Address' });
  await field.fill(address);
  connection.cut();
  await page.evaluate(() => {
    history.pushState(null, '', '/select-offer');
  });
  await expect(page).toHaveURL(/\/no-respond$/);
  connection.restore();
  // Go back in one step, as from the browser's history list: the screen between would repeat its request and lead elsewhere
  // first.
  await page.evaluate(() => {
    history.go(-2);
  });
  await expect(field).toHaveValue(address);
  await enterAddress(page, address);
});

test.describe('a slow connection', () => {
  test('shows a notice after eight seconds, and Server Timeout after sixty', async ({ page, connection }) => {
    // Pause the clock: on a busy machine eight seconds could pass before the notice is expected to be hidden.
    await page.clock.install({ time: Date.now() - 10_000 });
    await page.clock.pauseAt(Date.now());
    connection.faults([{ path: /\/gateway\/buying\/getList/, kind: 'hang' }]);
    await page.goto('/edit?sendCurrency=EUR');
    await expect(page.getByRole('radio')).toHaveCount(0);
    // The notices load when the browser is idle, which needs the page's clock.
    const countNotices = async () => {
      await page.clock.runFor(50);
      return page.locator('.notices').count();
    };
    await expect.poll(countNotices).toBe(1);
    await expect(findNotice(page)).toBeHidden();
    await page.clock.fastForward(8000);
    await expect(findNotice(page)).toContainText('We are still trying.');
    await expect(page).toHaveURL(/\/edit/);
    connection.faults([]);
    await page.clock.fastForward(52_000);
    await expect(page).toHaveURL(/\/server-timeout$/);
    await page.clock.resume();
    await expect(page.getByText('This site took too long to respond.')).toBeVisible();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page).toHaveURL(/\/edit\?sendCurrency=EUR$/);
    await expect(findContinueButton(page)).toBeEnabled();
  });
});

test.describe('a new version', () => {
  const findUpdateNotice = (page: Page) => findNotice(page).filter({ hasText: 'A new version is ready.' });

  async function openAndRelease(page: Page, connection: UnreliableConnection): Promise<void> {
    await page.goto('/edit');
    await expect(findContinueButton(page)).toBeEnabled();
    await waitForServiceWorker(page);
    connection.changeWorker(buildNextWorker);
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await expect(findUpdateNotice(page)).toBeVisible();
  }

  const hasWaitingWorker = (page: Page) =>
    page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));

  test('waits until Update is pressed, then reloads only this page', async ({ page, context, connection }) => {
    await openAndRelease(page, connection);
    const other = await context.newPage();
    await other.goto('/edit');
    await expect(findUpdateNotice(other)).toBeVisible();
    await findAmount(other).fill('77');
    expect(await hasWaitingWorker(page)).toBe(true);

    let loads = 0;
    page.on('load', () => (loads += 1));
    let otherLoads = 0;
    other.on('load', () => (otherLoads += 1));
    await page.getByRole('button', { name: 'Update' }).click();
    await expect.poll(() => hasWaitingWorker(page).catch(() => true)).toBe(false);
    await expect(findContinueButton(page)).toBeEnabled();
    await expect(findUpdateNotice(page)).toBeHidden();
    await expect(findNotice(other)).toContainText('The app was updated in another tab.');
    await expect(findAmount(other)).toHaveValue('77');
    expect([loads, otherLoads]).toEqual([1, 0]);
    // The files of the previous version are still cached for the other tab.
    expect(await readCachedPaths(other)).toContainEqual(expect.stringMatching(/^\/assets\/Notices-.*\.js$/));
  });

  test('can be postponed, and is not offered where card details are typed', async ({ page, connection, desk }) => {
    await openAndRelease(page, connection);
    await page.getByRole('button', { name: 'Later' }).click();
    await expect(findUpdateNotice(page)).toBeHidden();
    await page.reload();
    await expect(findContinueButton(page)).toBeEnabled();
    await expect(page.locator('.notices')).toBeAttached();
    await expect(findUpdateNotice(page)).toBeHidden();
    expect(await hasWaitingWorker(page)).toBe(true);

    await page.evaluate(() => sessionStorage.removeItem('newVersionPutOff'));
    await goToCardPage(page, desk, { ...wanted, address: newAddress() });
    await expect(page.locator('.notices')).toBeAttached();
    await expect(findUpdateNotice(page)).toBeHidden();
    expect(await hasWaitingWorker(page)).toBe(true);
  });

  test('a screen whose file was removed from the server opens from the service worker’s cache', async ({
    page,
    connection,
  }) => {
    await page.goto('/edit');
    await expect(findContinueButton(page)).toBeEnabled();
    await waitForServiceWorker(page);
    connection.faults([{ path: /\/assets\/(?:SelectOffer|SubmitAddress)-/, kind: 'gone' }]);
    await findContinueButton(page).click();
    await expect(page.getByRole('textbox', { name: 'Wallet Address' })).toBeVisible();
  });

  test('without a service worker the page shows that a new version may be ready, and loads it', async ({
    browser,
    connection,
  }) => {
    const context = await browser.newContext({ baseURL: connection.origin, serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto('/edit');
    await expect(findContinueButton(page)).toBeEnabled();
    connection.faults([{ path: /\/assets\/SelectOffer-/, kind: 'gone' }]);
    await findContinueButton(page).click();
    await expect(page.getByText('A new version of it may be ready.')).toBeVisible();
    connection.faults([]);
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(page.getByRole('textbox', { name: 'Wallet Address' })).toBeVisible();
    await context.close();
  });
});

const views = [
  { name: 'light-phone', colorScheme: 'light', viewport: { width: 375, height: 820 } },
  { name: 'dark-phone', colorScheme: 'dark', viewport: { width: 320, height: 640 } },
  { name: 'light-desktop', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { name: 'dark-desktop', colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
] as const;

for (const { name, colorScheme, viewport } of views) {
  test.describe(name, () => {
    test.use({ colorScheme, viewport, isMobile: viewport.width < 600, hasTouch: viewport.width < 600 });

    test('the notices are accessible', async ({ page, connection }) => {
      await page.goto('/edit');
      await expect(findContinueButton(page)).toBeEnabled();
      await waitForServiceWorker(page);
      await disconnect(page);
      await inspectPage(page, `${name}-notice-offline`);
      await reconnect(page);
      connection.changeWorker(buildNextWorker);
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
      await expect(findNotice(page)).toContainText('A new version is ready.');
      await inspectPage(page, `${name}-notice-new-version`);
      await page.clock.install();
      connection.faults([{ path: /\/gateway\/buying\/offerInquiry/, kind: 'hang' }]);
      await findAmount(page).fill('111');
      await findAmount(page).blur();
      await page.clock.fastForward(8000);
      await expect(findNotice(page)).toContainText('We are still trying.');
      await inspectPage(page, `${name}-notice-slow`);
    });
  });
}

test('the manifest and its icons are served', async ({ page }) => {
  await page.goto('/edit');
  const address = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = (await (await page.request.get(address ?? '')).json()) as {
    name: string;
    icons: { src: string; type: string }[];
  };
  expect(manifest.name).toBe('Slipway');
  expect(manifest.icons).not.toEqual([]);
  for (const { src, type } of manifest.icons) {
    const icon = await page.request.get(src);
    expect(icon.status(), src).toBe(200);
    expect(icon.headers()['content-type'], src).toBe(type);
  }
});

test('the plugin’s page registers no service worker', async ({ page }) => {
  await page.goto('/plugin');
  await expect(page.getByRole('textbox').first()).toBeVisible();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});
