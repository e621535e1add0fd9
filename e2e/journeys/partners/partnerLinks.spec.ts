/// <reference lib="dom" />

import type { Page, Request } from '@playwright/test';
import { signLink } from '../../../embed/node/node.ts';
import { newEmail } from '../../buyers/buyerDetails.ts';
import { test } from '../../oneTab.ts';
import { createLinkKey, openShopServer, SHOP } from '../../partners/partnerServer.ts';
import { expect } from '../../world.ts';

const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const FIXED = {
  sendCurrency: 'EUR',
  sendCurrencyAmount: '120.00',
  getCurrency: 'BTC',
  address: ADDRESS,
  payMethod: 'credit_debit_card',
  reference: 'cart 17',
} as const;

/** Follows a link from another site's page to Slipway, as a buyer does. */
async function followLinkFrom(page: Page, site: string, to: string): Promise<void> {
  await page.route(`${site}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>A site</title><a href="${to}">Buy</a>` }),
  );
  await page.goto(`${site}/cart`);
  await page.getByRole('link', { name: 'Buy' }).click();
}

/** Checks that Confirm Address shows the fixed address in groups of four, and that its URL does not contain the session. */
async function expectFixedPurchase(page: Page): Promise<void> {
  await expect(page).toHaveURL(/confirm-address/);
  await expect(page.locator('.address-groups')).toHaveText(ADDRESS.replaceAll(/.{4}(?=.)/g, '$& '));
  expect(page.url()).not.toContain('session');
}

test('a session opens the purchase that the partner fixed, and works only once', async ({ page, origin, operator }) => {
  const shop = await openShopServer(origin, operator);
  const { url } = await shop.call('createSession', FIXED);
  await followLinkFrom(page, SHOP.origin, url);
  await expectFixedPurchase(page);

  await page.goto(url);
  await expect(page.getByText('This link has already been used.')).toBeVisible();
});

test('a signed link opens the purchase without a request between the servers; a changed link is refused', async ({
  page,
  origin,
  operator,
}) => {
  const link = signLink(await createLinkKey(operator), { ...FIXED, origin: SHOP.origin });
  await followLinkFrom(page, SHOP.origin, `${origin}/order?session=${link}`);
  await expectFixedPurchase(page);
  const changed = `${link.slice(0, -8)}AAAAAAAA`;
  await page.goto(`/order?session=${changed}`);
  await expect(page.getByText('This link is not valid.')).toBeVisible();
});

/**
 * Records every request of a page. The page itself records in `sentEarly` the calls that it sends while its URL contains a
 * minted token.
 */
async function recordRequests(page: Page): Promise<readonly Request[]> {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.addInitScript(() => {
    const early: string[] = [];
    Object.assign(window, { sentEarly: early });
    const { fetch: send } = window;
    window.fetch = (input, init) => {
      if (location.search.includes('authToken')) early.push(typeof input === 'string' ? input : 'another');
      return send(input, init);
    };
  });
  return requests;
}

/** Returns the paths of the requests that contain the secret anywhere. */
async function findPathsWithSecret(requests: readonly Request[], secret: string): Promise<string[]> {
  const contents = await Promise.all(
    requests.map(async (request) => ({
      path: new URL(request.url()).pathname,
      text: [request.url(), request.postData(), JSON.stringify(await request.allHeaders())].join(' '),
    })),
  );
  return contents.filter(({ text }) => text.includes(secret)).map(({ path }) => path);
}

test('a minted token is exchanged before any other call, and no other request contains it', async ({
  browser,
  origin,
  operator,
}) => {
  const shop = await openShopServer(origin, operator);
  for (const [path, query] of [
    ['/select-card', 'orderNo=NOSUCHORDER'],
    ['/enter-card', 'orderNo=NOSUCHORDER'],
    ['/edit', 'debug=true'],
  ] as const) {
    const { authToken } = await shop.call('mintAuthToken', { email: newEmail() });
    const context = await browser.newContext({ baseURL: origin });
    const page = await context.newPage();
    const requests = await recordRequests(page);
    await followLinkFrom(page, SHOP.localOrigin, `${origin}${path}?${query}&authToken=${authToken}`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    const calls = () =>
      requests.map((request) => new URL(request.url()).pathname).filter((called) => called.startsWith('/gateway/'));
    // The page's own calls come after the token is exchanged.
    await expect.poll(() => new Set(calls()).size, path).toBeGreaterThan(2);
    expect(calls()[0], path).toBe('/gateway/buying/authInfo');
    expect(await findPathsWithSecret(requests, authToken), path).toEqual([path, '/gateway/buying/authInfo']);
    // An unknown order leads to another page, which may happen during this evaluation.
    const sentEarly = () => page.evaluate(() => Reflect.get(window, 'sentEarly')).catch(() => undefined);
    await expect.poll(sentEarly, path).toEqual([]);
    expect(page.url()).not.toContain(authToken);
    expect(new URL(page.url()).pathname, path).not.toBe('/email-login');
    await context.close();
  }
});

test('a minted token logs the buyer in from the partner’s page only', async ({ page, origin, operator }) => {
  const shop = await openShopServer(origin, operator);
  const email = newEmail();
  const { authToken } = await shop.call('mintAuthToken', { email });
  await followLinkFrom(page, 'https://evil.example', `${origin}/select-card?authToken=${authToken}`);
  await expect(page).toHaveURL(/email-login/);
  expect(page.url()).not.toContain(authToken);

  await followLinkFrom(page, SHOP.localOrigin, `${origin}/my-orders?authToken=${authToken}`);
  // The token is removed from the URL first; the page is drawn after it has been exchanged.
  await expect(page.getByRole('banner')).toContainText('My Orders');
  await expect(page).toHaveURL(`${origin}/my-orders`);
  await page.goto('/settings');
  await expect(page.getByText(email)).toBeVisible();
});
