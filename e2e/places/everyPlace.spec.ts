import type { BrowserContext, Page } from '@playwright/test';
import { createOrderPaidByOther, DESKTOP_WINDOW, logInAsPerson, waitForScreen } from '../console/consolePage.ts';
import { createDeliveredOrder } from '../console/paidOrders.ts';
import { changeTheme } from '../gallery/changeAppearance.ts';
import { consoleScenes, type InspectedOrders } from '../gallery/consoleScenes.ts';
import { test } from '../oneTab.ts';
import { expectColorContrast } from '../page/inspectPage.ts';
import { expectAccessibleScreen } from '../page/inspectScreen.ts';
import { createSandboxClient } from '../sandboxClient.ts';
import { expect, test as testInNewPage } from '../world.ts';

test.describe.configure({ mode: 'parallel' });
test.use({
  viewport: DESKTOP_WINDOW,
  isMobile: false,
  hasTouch: false,
  deviceScaleFactor: 1,
  // Animations are not tested here, and an animated page uses a sixth of a processor.
  reducedMotion: 'reduce',
});

let ownOrders: InspectedOrders;

// Create own orders, since the orders of other tests may change while a screen shows them.
test.beforeAll(async ({ world }) => {
  const desk = createSandboxClient(world.deskUrl);
  const [held, delivered] = await Promise.all([
    createOrderPaidByOther({ origin: world.origin, desk }, { amount: '100' }),
    createDeliveredOrder(world, desk),
  ]);
  ownOrders = { 'On hold': held.orderNo, Delivered: delivered.orderNo };
});

for (const { name, path, as, open } of consoleScenes.filter(({ isAlike }) => !isAlike)) {
  test(`${name} of the console is accessible and never scrolls sideways`, async ({ page, world }) => {
    const complaints = collectComplaints(page);
    await comeBackAs(page, world.consoleUrl, as);
    await page.goto(`${world.consoleUrl}/${path}`);
    await waitForScreen(page);
    await open?.(page, ownOrders);
    await waitForScreen(page);

    await expectAccessibleScreen(page, name);
    expect(complaints, 'said on the console').toEqual([]);
  });
}

const SCENES_WITH_STALE_DATA: readonly string[] = ['today', 'treasury', 'reconciliation', 'buyer', 'reports'];

for (const { name, path, as, open } of consoleScenes.filter((scene) => SCENES_WITH_STALE_DATA.includes(scene.name))) {
  // An installed clock cannot be removed from a tab.
  testInNewPage(
    `${name} of the console greys data that could not be refreshed, and stays readable`,
    async ({ page, world }) => {
      await page.clock.install();
      await comeBackAs(page, world.consoleUrl, as);
      await page.goto(`${world.consoleUrl}/${path}`);
      await waitForScreen(page);
      await open?.(page, ownOrders);
      await expect(page.locator('.screen .card').first()).toBeVisible();
      await waitForScreen(page);

      await page.route('**/gateway/console/**', (route) => route.abort());
      await page.clock.fastForward('01:00');
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      await expect(page.locator('[data-greyed]').first()).toBeVisible();
      await expectColorContrast(page, `${name}, old, light`);
      await changeTheme(page, 'dark');
      await expectColorContrast(page, `${name}, old, dark`);
    },
  );
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;
/** Sessions of the people who have logged in in this worker. */
const sessions = new Map<string, Cookies>();

/** Logs in the first time and reuses the session later. */
async function comeBackAs(page: Page, consoleUrl: string, name: string): Promise<void> {
  const session = sessions.get(name);
  if (session) return page.context().addCookies(session);
  await logInAsPerson(page, consoleUrl, name);
  sessions.set(name, await page.context().cookies());
}

function collectComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}
