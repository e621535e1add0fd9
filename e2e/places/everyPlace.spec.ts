import type { BrowserContext, Page } from '@playwright/test';
import { DESK, enterAs, expectArrived, heldByAnotherPayer } from '../console/consolePage.ts';
import { deliveredOrder } from '../console/paidOrders.ts';
import { createDesk } from '../desk.ts';
import { expectFits } from '../fits.ts';
import { consoleScenes, type OwnOrders } from '../gallery/consoleScenes.ts';
import { inTheme } from '../gallery/dress.ts';
import { expectAccessible, expectReadable } from '../inspect.ts';
import { test } from '../oneTab.ts';
import { expectReadingOrder } from '../targets.ts';
import { expect, test as testInNewPage } from '../world.ts';

const PHONE = { width: 390, height: 844 };

test.describe.configure({ mode: 'parallel' });
test.use({
  viewport: DESK,
  isMobile: false,
  hasTouch: false,
  deviceScaleFactor: 1,
  // Movements are no subject here, and a page that moves costs a sixth of a processor.
  reducedMotion: 'reduce',
});

let ownOrders: OwnOrders;

// The orders of other tests may change while a screen shows them.
test.beforeAll(async ({ world }) => {
  const desk = createDesk(world.deskUrl);
  const [held, delivered] = await Promise.all([
    heldByAnotherPayer({ origin: world.origin, desk }, { amount: '100' }),
    deliveredOrder(world, desk),
  ]);
  ownOrders = { 'On hold': held.orderNo, Delivered: delivered.orderNo };
});

for (const { name, path, as, open } of consoleScenes.filter(({ isAlike }) => !isAlike)) {
  test(`${name} of the console is for everyone`, async ({ page, world }) => {
    const complaints = complaintsOf(page);
    await comeBackAs(page, world.consoleUrl, as);
    await page.goto(`${world.consoleUrl}/${path}`);
    await expectArrived(page);
    await open?.(page, ownOrders);
    await expectArrived(page);

    await expectAccessible(page, `${name} at a desk, light`);
    await inTheme(page, 'dark');
    await expectReadable(page, `${name} at a desk, dark`);
    await page.setViewportSize(PHONE);
    await expectAccessible(page, `${name} on a phone, dark`);
    await inTheme(page, 'light');
    await expectReadable(page, `${name} on a phone, light`);
    await expectReadingOrder(page, name);
    await expectFits(page, name, PHONE);
    expect(complaints, 'said on the console').toEqual([]);
  });
}

const KEEPS_FIGURES: readonly string[] = ['today', 'treasury', 'reconciliation', 'buyer', 'reports'];

for (const { name, path, as, open } of consoleScenes.filter((scene) => KEEPS_FIGURES.includes(scene.name))) {
  // A clock that has been installed cannot be taken out of a tab.
  testInNewPage(
    `${name} of the console greys what it could not read anew, and it is read as well as before`,
    async ({ page, world }) => {
      await page.clock.install();
      await comeBackAs(page, world.consoleUrl, as);
      await page.goto(`${world.consoleUrl}/${path}`);
      await expectArrived(page);
      await open?.(page, ownOrders);
      await expect(page.locator('.screen .card').first()).toBeVisible();
      await expectArrived(page);

      await page.route('**/gateway/console/**', (route) => route.abort());
      await page.clock.fastForward('01:00');
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      await expect(page.locator('[data-greyed]').first()).toBeVisible();
      await expectReadable(page, `${name}, old, light`);
      await inTheme(page, 'dark');
      await expectReadable(page, `${name}, old, dark`);
    },
  );
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;
/** Of whoever has entered in this worker. */
const sessions = new Map<string, Cookies>();

/** Enters the first time, and has the same session from then on. */
async function comeBackAs(page: Page, consoleUrl: string, name: string): Promise<void> {
  const session = sessions.get(name);
  if (session) return page.context().addCookies(session);
  await enterAs(page, consoleUrl, name);
  sessions.set(name, await page.context().cookies());
}

function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}
