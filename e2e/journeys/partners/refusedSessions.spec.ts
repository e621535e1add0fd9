/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import { signLink } from '../../../embed/node/node.ts';
import { createLinkKey, openShopServer, SHOP } from '../../partners/partnerServer.ts';
import { expect, test } from '../../world.ts';

const FIXED = {
  sendCurrency: 'EUR',
  sendCurrencyAmount: '120.00',
  getCurrency: 'BTC',
  address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  payMethod: 'credit_debit_card',
  reference: 'cart 17',
} as const;

/** Checks that Confirm Address shows the fixed address, in groups of four. */
async function expectFixedAddress(page: Page): Promise<void> {
  await expect(page).toHaveURL(/confirm-address/);
  await expect(page.locator('.address-groups')).toHaveText(FIXED.address.replaceAll(/.{4}(?=.)/g, '$& '));
}

/** Checks that the page stops the purchase, with the reason in its URL and one way to continue. */
async function expectStopped(page: Page, reason: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'This purchase cannot continue' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/session-refused');
  expect(new URL(page.url()).searchParams.get('reason')).toBe(reason);
  await expect(page.getByRole('button')).toHaveCount(1);
  await expect(page.getByRole('link')).toHaveCount(0);
  await expect(page.getByRole('textbox')).toHaveCount(0);
}

test('a session that cannot be opened stops the purchase, also after a reload', async ({ page, origin, operator }) => {
  const shop = await openShopServer(origin, operator);
  const key = await createLinkKey(operator);
  const { session: used } = await shop.call('createSession', FIXED);
  const opened = await page.request.post('/gateway/buying/openSession', { data: { session: used } });
  expect(await opened.json()).toMatchObject({ respCode: '200' });
  const link = { ...FIXED, origin: SHOP.origin };
  const refused: readonly (readonly [reason: string, session: string])[] = [
    ['used', used],
    // Three texts that a faulty server of the partner may return instead of a session.
    ['unknown', 'Cannot GET /session'],
    ['unknown', 'undefined'],
    ['unknown', ''],
    ['unknown', `${signLink(key, link).slice(0, -8)}AAAAAAAA`],
    ['origin', signLink(key, { ...link, origin: 'https://elsewhere.example' })],
    ['amount', signLink(key, { ...link, sendCurrencyAmount: '1' })],
    ['malformed', signLink(key, { ...link, adress: FIXED.address } as typeof link)],
  ];
  for (const [reason, session] of refused) {
    await page.goto(`/order?${new URLSearchParams({ partnerId: SHOP.id, session })}`);
    await expectStopped(page, reason);
    await page.reload();
    await expectStopped(page, reason);
    expect(await page.evaluate(() => localStorage.getItem('partnerId'))).toBe(SHOP.id);
  }
});

test('a reload that began before the session was open never starts a purchase without fixed terms', async ({
  page,
  origin,
  operator,
}) => {
  const shop = await openShopServer(origin, operator);
  /** Loads the URL that the browser would load if the buyer reloaded the page while the session was being opened. */
  async function reloadWhileOpening(url: string): Promise<void> {
    const opening = page.waitForRequest('**/openSession');
    const answered = page.waitForResponse('**/openSession');
    await page.goto(url, { waitUntil: 'commit' });
    await opening;
    const reloaded = page.url();
    await answered;
    await page.goto(reloaded);
  }
  const { session, url } = await shop.call('createSession', FIXED);
  await reloadWhileOpening(url);
  await expectFixedAddress(page);
  await reloadWhileOpening(`/order?${new URLSearchParams({ partnerId: SHOP.id, session: `${session}A` })}`);
  await expectStopped(page, 'unknown');
});

test('the page of an opened session continues only in its own tab', async ({ page, context, origin, operator }) => {
  const shop = await openShopServer(origin, operator);
  const { url } = await shop.call('createSession', FIXED);
  const opened = page.waitForURL(/opened=1/);
  await page.goto(url);
  await opened;
  await expect(page).toHaveURL(/confirm-address/);
  await page.reload();
  await expectFixedAddress(page);

  const other = await context.newPage();
  await other.goto(`/order?partnerId=${SHOP.id}&sendCurrency=EUR&sendCurrencyAmount=120.00&getCurrency=BTC&opened=1`);
  await expectStopped(other, 'elsewhere');
});

test('a crypto in the URL that does not fit the fixed address stops the purchase', async ({
  page,
  origin,
  operator,
}) => {
  const shop = await openShopServer(origin, operator);
  const { url } = await shop.call('createSession', FIXED);
  await page.goto(url);
  await expect(page).toHaveURL(/confirm-address/);
  const { address: _address, ...shown } = FIXED;
  const changed = { ...shown, getCurrency: 'ETH', partnerId: SHOP.id, opened: '1' };
  await page.goto(`/order?${new URLSearchParams(changed)}`);
  await expectStopped(page, 'fixed');
  expect(new URL(page.url()).searchParams.get('partnerId')).toBe(SHOP.id);
});

test('a session whose response is lost opens at the next attempt', async ({ page, origin, operator }) => {
  const shop = await openShopServer(origin, operator);
  const { url } = await shop.call('createSession', FIXED);
  await page.route('**/openSession', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'No answer' })).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(1);
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Reload' }).click();
  await expectFixedAddress(page);
});

test('the partner’s site receives the reason of a refusal, and the window’s button closes it', async ({
  page,
  context,
  world,
}) => {
  await page.goto(world.shopUrl);
  await page.evaluate(() => {
    const errors: object[] = [];
    Object.assign(window, { errors });
    const { Slipway } = window as unknown as {
      Slipway: { open(options: object): { on(name: string, listener: (detail: object) => void): void } };
    };
    const button = document.createElement('button');
    button.textContent = 'Buy what is fixed';
    button.addEventListener('click', () => {
      const session = Promise.resolve('<!doctype html> Not found');
      Slipway.open({ partnerId: document.body.dataset['partner'], session }).on('error', (detail) =>
        errors.push(detail),
      );
    });
    document.body.prepend(button);
  });
  const opening = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Buy what is fixed' }).click();
  const flow = await opening;
  await expectStopped(flow, 'unknown');
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'errors')))
    .toEqual([{ code: 'session_refused', reason: 'unknown' }]);
  const closed = flow.waitForEvent('close');
  // The window may close before the click is confirmed.
  await flow
    .getByRole('button')
    .click()
    .catch(() => undefined);
  await closed;
});
