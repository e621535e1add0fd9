/// <reference lib="dom" />
import { isDeepStrictEqual } from 'node:util';
import type { Disposable, Page } from '@playwright/test';
import { openDevTools } from './devTools.ts';
import { stopIntercepting } from './interceptCalls.ts';
import { test as base, withoutWorker } from './world.ts';

type Tab = { page?: Page; device?: string };

/** What a journey adds for itself alone. */
const LISTENED = [
  'console',
  'pageerror',
  'request',
  'response',
  'requestfailed',
  'framenavigated',
  'load',
  'popup',
] as const;

/**
 * The world's `test` with one tab for all tests of a worker, which keeps what it has fetched and compiled: to bring the app
 * anew is a third of what a short visit costs. What a test could leave to the next one is taken away in between. Not for tests
 * of the browser's history, of its clock or of service workers, which no tab can give back.
 */
export const test = base.extend<object, { readonly tab: Tab }>({
  tab: [
    async ({}, use) => {
      const tab: Tab = {};
      await use(tab);
      await close(tab);
    },
    { scope: 'worker' },
  ],
  page: async (
    { tab, browser, origin, viewport, isMobile, hasTouch, locale, colorScheme, reducedMotion, extraHTTPHeaders },
    use,
  ) => {
    const device = JSON.stringify({ viewport, isMobile, hasTouch, locale, colorScheme, reducedMotion });
    if (tab.device !== device) await close(tab);
    if (!tab.page) {
      // With the options of the test, as any context that is made while it runs.
      const context = await browser.newContext({ baseURL: origin });
      await withoutWorker(context);
      tab.page = await context.newPage();
      tab.device = device;
    }
    const { page } = tab;
    const removeInitScripts = noteInitScripts(page);
    const origins = noteOrigins(page);
    await use(page);
    if (page.isClosed()) return close(tab);
    await removeInitScripts();
    for (const event of LISTENED) page.removeAllListeners(event);
    for (const other of page.context().pages()) if (other !== page) await other.close();
    await Promise.all([page, page.context()].map((routed) => routed.unrouteAll({ behavior: 'ignoreErrors' })));
    await leave(page, origins);
    await stopIntercepting(page);
    await page.setExtraHTTPHeaders(extraHTTPHeaders ?? {});
    await page.emulateMedia({ colorScheme: colorScheme ?? 'light' });
    if (viewport && !isDeepStrictEqual(viewport, page.viewportSize())) await page.setViewportSize(viewport);
  },
  // The page's own, and no other beside it.
  context: async ({ page }, use) => use(page.context()),
});

async function close(tab: Tab): Promise<void> {
  const { page } = tab;
  delete tab.page;
  delete tab.device;
  await page?.context().close();
}

/** To an answer of our origin that runs no script, and with nothing kept: a blank page would be of another process. */
async function leave(page: Page, origins: ReadonlySet<string>): Promise<void> {
  await page.goto('/healthz');
  const context = page.context();
  await context.clearCookies();
  await context.clearPermissions();
  await page.evaluate(() => sessionStorage.clear());
  const devTools = await openDevTools(page);
  for (const origin of origins)
    await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' });
}

/** Of every frame from here on: the acquirer's keep things too. */
function noteOrigins(page: Page): ReadonlySet<string> {
  const origins = new Set<string>();
  page.on('framenavigated', (frame) => {
    const address = URL.parse(frame.url());
    if (address?.protocol.startsWith('http')) origins.add(address.origin);
  });
  return origins;
}

/** Gives what takes out those that are added from here on. */
function noteInitScripts(page: Page): () => Promise<void> {
  const added: Disposable[] = [];
  const add = page.addInitScript.bind(page);
  page.addInitScript = async (...script: Parameters<typeof add>) => {
    const one = await add(...script);
    added.push(one);
    return one;
  };
  return async () => {
    page.addInitScript = add;
    for (const one of added) await one.dispose();
  };
}
