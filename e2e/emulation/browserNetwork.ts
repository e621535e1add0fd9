/// <reference lib="dom" />
import type { BrowserContext, Page } from '@playwright/test';
import { ignoreNavigation } from '../page/ignoreNavigation.ts';

const OFFLINE_KEY = 'e2e:network-away';

/**
 * Makes {@link goOffline} survive navigations: some versions of Chromium (e.g. 150) report in a new document that they are
 * online although its requests fail. Call it before the context's first page is opened.
 */
export async function persistOffline(context: BrowserContext): Promise<void> {
  await context.addInitScript((offlineKey) => {
    const nativeGetter = Object.getOwnPropertyDescriptor(Navigator.prototype, 'onLine')?.get;
    Object.defineProperty(Navigator.prototype, 'onLine', {
      configurable: true,
      get: () => localStorage.getItem(offlineKey) === null && nativeGetter?.call(navigator) === true,
    });
  }, OFFLINE_KEY);
}

/** Cuts the network; the browser itself reports that it is offline. */
export async function goOffline(page: Page): Promise<void> {
  await page.evaluate((offlineKey) => localStorage.setItem(offlineKey, 'yes'), OFFLINE_KEY);
  await page.context().setOffline(true);
}

export async function goOnline(page: Page): Promise<void> {
  await page.evaluate((offlineKey) => localStorage.removeItem(offlineKey), OFFLINE_KEY);
  await page.context().setOffline(false);
  // A page that already got the browser's own event needs no second one, and may be navigating.
  await page.evaluate(() => dispatchEvent(new Event('online'))).catch(ignoreNavigation);
}
