/// <reference lib="dom" />
import type { BrowserContext, Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { newEmail } from '../../buyers/buyerDetails.ts';
import {
  enterAddress,
  expectStatus,
  logIn,
  payWithCard,
  readOrderNumber,
  submitDetails,
  testCards,
} from '../../buyers/purchaseSteps.ts';
import { inspectPage } from '../../page/inspectPage.ts';
import type { SandboxClient } from '../../sandboxClient.ts';
import { expect, test } from '../../world.ts';

const SCREENS = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
} as const;

/** Returns the shop's list entry for an order. */
function findListEntry(shop: Page, orderNo: string) {
  return shop.getByRole('listitem').filter({ hasText: orderNo });
}

/** Goes from the first page of a new window to the card page. Returns the number of the new order. */
async function reachCardPage(flow: Page, desk: SandboxClient): Promise<string> {
  await enterAddress(flow, privateKeyToAccount(generatePrivateKey()).address);
  await flow.getByRole('button', { name: 'Confirm' }).click();
  await logIn(flow, desk, newEmail());
  await submitDetails(flow);
  await expect(flow).toHaveURL(/\/enter-card/);
  return readOrderNumber(flow);
}

async function waitForWindow(context: BrowserContext, action: () => Promise<void>): Promise<Page> {
  const opening = context.waitForEvent('page');
  await action();
  return opening;
}

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(`on a ${screen}`, () => {
    test.use({ viewport });

    test('a shop with the frame receives the events of the purchase until its end', async ({
      page,
      context,
      desk,
      world,
    }) => {
      await page.goto(world.shopUrl);
      await expect(page.locator('#top-up iframe')).toHaveAttribute('title', 'Buy Crypto');
      const frame = page.frameLocator('#top-up iframe');
      const pay = frame.getByRole('textbox', { name: 'You pay' });
      await expect(frame.getByRole('button', { name: 'Continue' })).toBeEnabled();
      await inspectPage(page, `shop-${screen}`);
      await pay.fill('60');
      await pay.blur();
      await expect(frame.getByRole('button', { name: 'Continue' })).toBeEnabled();
      await expect(pay).toHaveValue('60.00');

      const flow = await waitForWindow(context, () => frame.getByRole('button', { name: 'Continue' }).click());
      const orderNo = await reachCardPage(flow, desk);
      await expect(findListEntry(page, orderNo)).toContainText('Top-up');
      // The rest does not depend on the screen size.
      if (screen !== 'phone') return;
      await payWithCard(flow, testCards.pays);
      await expectStatus(flow, 'Delivered');
      await expect(findListEntry(page, orderNo)).toContainText('In the wallet');

      const closed = flow.waitForEvent('close');
      // The window may close before the click is confirmed.
      await flow
        .getByRole('button', { name: 'Close window' })
        .click()
        .catch(() => undefined);
      await closed;
      await expect(page.getByRole('listitem').filter({ hasText: 'Top-up' })).toHaveCount(1);
    });
  });
}

test('a shop that opens a window receives its order’s events across the page loads of a purchase', async ({
  page,
  context,
  desk,
  world,
}) => {
  await page.goto(world.shopUrl);
  const flow = await waitForWindow(context, () =>
    page.getByRole('button', { name: 'Buy 24 USDC for Night ferry' }).click(),
  );
  const orderNo = await reachCardPage(flow, desk);
  await expect(findListEntry(page, orderNo)).toContainText('Night ferry');
  await payWithCard(flow, testCards.pays);
  await expectStatus(flow, 'Delivered');
  await expect(findListEntry(page, orderNo)).toContainText('In the wallet');
});

test('the same site at an unregistered origin gets no frame, no events and no reference to the window', async ({
  page,
  context,
  desk,
  world,
}) => {
  const refusal = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()));
  const explained = page.waitForEvent('console', (message) => /is not a registered origin/.test(message.text()));
  await page.goto(world.shopUrl.replace('localhost', '127.0.0.1'));
  await refusal;
  await explained;
  await expect(page.getByText(/origin_unknown/)).toBeVisible();
  const flow = await waitForWindow(context, () =>
    page.getByRole('button', { name: 'Buy 32 USDC for Fox at noon' }).click(),
  );
  // The new window has no opener, so the site has no reference to it.
  await flow.waitForLoadState();
  expect(await flow.evaluate(() => window.opener === null)).toBe(true);
  await reachCardPage(flow, desk);
  await expect(page.locator('#orders li')).toHaveCount(0);
});

test('the shop ignores messages from its own window and from another frame of the product’s origin', async ({
  page,
  origin,
  world,
}) => {
  const forged = { type: 'slipway:orderCreated', version: 1, orderNo: 'FORGED' };
  // Another page of the product's origin than the mounted frame: a security flaw in any page could send such messages.
  await page.route(`${origin}/forger`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>x</title><script>parent.postMessage(${JSON.stringify(forged)}, '*'); document.title = 'sent'</script>`,
    }),
  );
  await page.goto(world.shopUrl);
  await expect(page.locator('#top-up iframe')).toHaveAttribute('title', 'Buy Crypto');
  await page.evaluate((message) => window.postMessage(message, '*'), forged);
  await page.evaluate((address) => {
    const sibling = document.createElement('iframe');
    sibling.src = address;
    sibling.id = 'sibling';
    document.body.append(sibling);
  }, `${origin}/forger`);
  await expect
    .poll(() =>
      page
        .frames()
        .find((frame) => frame.url().endsWith('/forger'))
        ?.title(),
    )
    .toBe('sent');
  // A message of the mounted frame arrives after the two forged ones.
  const frame = page.frameLocator('#top-up iframe');
  const readHeight = () => page.locator('#top-up iframe').evaluate((element) => element.style.height);
  const before = await readHeight();
  const pay = frame.getByRole('textbox', { name: 'You pay' });
  await pay.fill('1');
  await pay.blur();
  await expect.poll(readHeight).not.toBe(before);
  await expect(page.locator('#orders li')).toHaveCount(0);
});
