/// <reference lib="dom" />
import { isDeepStrictEqual } from 'node:util';
import type { Disposable, Locator, Page } from '@playwright/test';
import { test as base } from './gallery/galleryTest.ts';
import { openDevTools } from './page/devTools.ts';
import { stopIntercepting } from './page/interceptCalls.ts';
import { blockServiceWorkers } from './world.ts';

type Tab = { page?: Page; device?: string };

/** Events that tests listen to. */
const LISTENED_EVENTS = [
  'console',
  'dialog',
  'pageerror',
  'request',
  'response',
  'requestfailed',
  'framenavigated',
  'load',
  'popup',
] as const;

/**
 * The world's and the gallery's `test` with one tab for all tests of a worker. The tab keeps what it has fetched and
 * compiled: loading the app in a new tab is a third of the cost of a short visit. After each test the fixture removes the
 * test's storage, cookies, routes, listeners, scripts and other pages. If a test installed a clock or exposed a function,
 * which cannot be undone, it closes the tab. Not for tests of the browser's history or of service workers.
 */
export const test = base.extend<object, { readonly tab: Tab }>({
  tab: [
    async ({}, use) => {
      const tab: Tab = {};
      await use(tab);
      await closeTab(tab);
    },
    { scope: 'worker' },
  ],
  page: async (
    { tab, browser, origin, viewport, isMobile, hasTouch, locale, colorScheme, reducedMotion, extraHTTPHeaders },
    use,
  ) => {
    const device = JSON.stringify({ viewport, isMobile, hasTouch, locale, colorScheme, reducedMotion });
    if (tab.device !== device) await closeTab(tab);
    if (!tab.page) {
      // A new context gets the options of the test that is running.
      const context = await browser.newContext({ baseURL: origin });
      await blockServiceWorkers(context);
      tab.page = await context.newPage();
      tab.device = device;
    }
    const { page } = tab;
    const contexts = new Set(browser.contexts());
    const changes = recordPageChanges(page);
    const origins = collectOrigins(page);
    await use(page);
    for (const context of browser.contexts()) if (!contexts.has(context)) await context.close();
    if (page.isClosed() || changes.areLasting()) return closeTab(tab);
    await changes.undo();
    for (const event of LISTENED_EVENTS) page.removeAllListeners(event);
    for (const other of page.context().pages()) if (other !== page) await other.close();
    await Promise.all([page, page.context()].map((routed) => routed.unrouteAll({ behavior: 'ignoreErrors' })));
    await clearPage(page, origins);
    await stopIntercepting(page);
    await page.setExtraHTTPHeaders(extraHTTPHeaders ?? {});
    await page.emulateMedia({ colorScheme: colorScheme ?? 'light', reducedMotion: reducedMotion ?? null });
    if (viewport && !isDeepStrictEqual(viewport, page.viewportSize())) await page.setViewportSize(viewport);
  },
  // Provides only the page's own context.
  context: async ({ page }, use) => use(page.context()),
});

async function closeTab(tab: Tab): Promise<void> {
  const { page } = tab;
  delete tab.page;
  delete tab.device;
  await page?.context().close();
}

/**
 * Goes to a response of the same origin without scripts, and clears cookies, permissions, session and local storage. A blank page
 * would use another process.
 */
async function clearPage(page: Page, origins: ReadonlySet<string>): Promise<void> {
  await page.goto('/healthz');
  const context = page.context();
  await context.clearCookies();
  await context.clearPermissions();
  await page.evaluate(() => sessionStorage.clear());
  const devTools = await openDevTools(page);
  for (const origin of origins)
    await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' });
}

/** Collects the origins of every frame from here on: the acquirer's frames also store data. */
function collectOrigins(page: Page): ReadonlySet<string> {
  const origins = new Set<string>();
  page.on('framenavigated', (frame) => {
    const address = URL.parse(frame.url());
    if (address?.protocol.startsWith('http')) origins.add(address.origin);
  });
  return origins;
}

type PageChanges = {
  /** True if the test did something to the page that cannot be undone. */
  areLasting(): boolean;
  undo(): Promise<void>;
};

/** Records what the test changes in the page from here on. */
function recordPageChanges(page: Page): PageChanges {
  const scripts: Disposable[] = [];
  const handled: Locator[] = [];
  const { clock } = page;
  const methods = {
    script: page.addInitScript.bind(page),
    handler: page.addLocatorHandler.bind(page),
    expose: page.exposeFunction.bind(page),
    install: clock.install.bind(clock),
  };
  let areLasting = false;
  page.addInitScript = async (...given: Parameters<Page['addInitScript']>) => {
    const script = await methods.script(...given);
    scripts.push(script);
    return script;
  };
  page.addLocatorHandler = async (...given) => {
    handled.push(given[0]);
    return methods.handler(...given);
  };
  page.exposeFunction = async (...given) => {
    areLasting = true;
    return methods.expose(...given);
  };
  clock.install = async (...given) => {
    areLasting = true;
    return methods.install(...given);
  };
  return {
    areLasting: () => areLasting,
    async undo() {
      page.addInitScript = methods.script;
      page.addLocatorHandler = methods.handler;
      page.exposeFunction = methods.expose;
      clock.install = methods.install;
      for (const script of scripts) await script.dispose();
      for (const locator of handled) await page.removeLocatorHandler(locator);
    },
  };
}
