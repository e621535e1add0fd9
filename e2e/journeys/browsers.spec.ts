/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { test } from '../oneTab.ts';
import { expect } from '../world.ts';

/** Pages with which a visit may start, and the element that shows that each has loaded. */
const ENTRIES = [
  ['/edit', (page: Page) => page.getByRole('button', { name: 'Continue' })],
  ['/buy/BTC', (page: Page) => page.getByRole('button', { name: 'Continue' })],
  ['/buy?getCurrency=BTC', (page: Page) => page.getByRole('textbox', { name: 'I want to buy' })],
  ['/email-login', (page: Page) => page.getByRole('textbox', { name: 'Email' })],
  ['/my-orders', (page: Page) => page.getByRole('textbox', { name: 'Email' })],
  ['/access-denied', (page: Page) => page.getByRole('heading', { level: 1 })],
  ['/plugin?defaultGetCurrency=ETH', (page: Page) => page.getByRole('button', { name: 'Continue' })],
] as const;

/** Removes features that Safari 16.4, Chrome 117 or Firefox 128 lacks, or got only shortly before. */
function removeNewFeatures(): void {
  const newer: readonly (readonly [object | undefined, readonly string[]])[] = [
    [URL, ['parse', 'canParse']],
    [AbortSignal, ['any']],
    [Promise, ['withResolvers', 'try']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Array, ['fromAsync']],
    [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [Document.prototype, ['startViewTransition']],
    [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover', 'popover']],
    [globalThis, ['requestIdleCallback', 'Iterator', 'scheduler', 'navigation']],
    [Intl, ['Segmenter', 'DurationFormat']],
  ];
  for (const [owner, names] of newer) for (const name of names) if (owner) Reflect.deleteProperty(owner, name);
}

for (const [path, findLoadedElement] of ENTRIES) {
  test(`the oldest supported browser opens ${path}`, async ({ page }) => {
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.addInitScript(removeNewFeatures);
    await page.goto(path);
    await expect(findLoadedElement(page)).toBeVisible();
    expect(errors).toEqual([]);
  });

  test(`a browser that denies storage opens ${path}`, async ({ page }) => {
    await page.addInitScript(() => {
      for (const area of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, area, {
          configurable: true,
          get() {
            throw new DOMException('The operation is insecure.', 'SecurityError');
          },
        });
    });
    await page.goto(path);
    await expect(findLoadedElement(page)).toBeVisible();
  });
}

const TOO_OLD = [
  ['en-US', '/edit', 'Your browser is too old'],
  ['de-DE', '/edit', 'Ihr Browser ist zu alt'],
  ['ar-AE', '/edit', 'متصفحك قديم جدًا'],
  ['en-US', '/buy/BTC', 'Your browser is too old'],
  ['en-US', '/plugin', 'Your browser is too old'],
] as const;

for (const [locale, path, heading] of TOO_OLD) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test(`a browser that cannot run the app shows a message at ${path}`, async ({ page }) => {
      // Each supported browser has this feature (look/tools/oldBrowser.ts).
      await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'CompressionStream'));
      // Simulates scripts with syntax that the browser does not know.
      await page.route(/\/assets\/(?!oldBrowser).*\.js$/, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'class { static ' }),
      );
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByText(/Safari 16\.4.*Chrome 117.*Firefox 128/)).toBeVisible();
      await expect(page).toHaveTitle(heading);
    });
  });
}
