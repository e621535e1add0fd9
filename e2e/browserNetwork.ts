/// <reference lib="dom" />
import type { BrowserContext, Page } from '@playwright/test';

const AWAY = 'e2e:network-away';

/**
 * Lets {@link loseNetwork} hold through navigations: some versions of Chromium (150 is one) say in a new document that
 * there is a network, although its requests are cut. Call it before the context's first page is opened.
 */
export async function keepNetworkWord(context: BrowserContext): Promise<void> {
  await context.addInitScript((away) => {
    const said = Object.getOwnPropertyDescriptor(Navigator.prototype, 'onLine')?.get;
    Object.defineProperty(Navigator.prototype, 'onLine', {
      configurable: true,
      get: () => localStorage.getItem(away) === null && said?.call(navigator) === true,
    });
  }, AWAY);
}

/** The browser itself knows that there is no network. */
export async function loseNetwork(page: Page): Promise<void> {
  await page.evaluate((away) => localStorage.setItem(away, 'yes'), AWAY);
  await page.context().setOffline(true);
}

export async function regainNetwork(page: Page): Promise<void> {
  await page.evaluate((away) => localStorage.removeItem(away), AWAY);
  await page.context().setOffline(false);
  // A page that has heard it from the browser may be leaving already, and needs to hear no more.
  await page.evaluate(() => dispatchEvent(new Event('online'))).catch(ignoreNavigation);
}

function ignoreNavigation(error: Error): void {
  if (!error.message.includes('because of a navigation')) throw error;
}
