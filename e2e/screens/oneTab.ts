/// <reference lib="dom" />
import type { Disposable, Page } from '@playwright/test';
import { test as base } from '../gallery/galleryTest.ts';
import { withoutWorker } from '../world.ts';

type Tab = { page?: Page };

/**
 * The gallery's `test` with one tab for all scenes of a worker, which keeps what it has fetched and compiled: to bring the app
 * anew is a third of what a scene costs. What a scene could leave to the next one is taken away in between.
 */
export const test = base.extend<object, { readonly tab: Tab }>({
  tab: [
    async ({}, use) => {
      const tab: Tab = {};
      await use(tab);
      await tab.page?.context().close();
    },
    { scope: 'worker' },
  ],
  page: async ({ tab, browser, origin, viewport }, use) => {
    if (!tab.page) {
      const context = await browser.newContext({ baseURL: origin });
      await withoutWorker(context);
      tab.page = await context.newPage();
    }
    const { page } = tab;
    const removeInitScripts = noteInitScripts(page);
    await use(page);
    await removeInitScripts();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await leave(page);
    page.removeAllListeners('console').removeAllListeners('pageerror');
    await page.emulateMedia({ colorScheme: 'light' });
    if (viewport) await page.setViewportSize(viewport);
  },
});

/** To an answer of our origin that runs no script, and with nothing kept: a blank page would be of another process. */
async function leave(page: Page): Promise<void> {
  await page.goto('/healthz');
  await page.context().clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
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
