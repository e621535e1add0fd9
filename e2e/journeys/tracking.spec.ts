/// <reference lib="dom" />
import type { Page, Request } from '@playwright/test';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import type { BooksQuery } from '../booksQuery.ts';
import { operate, operateByTwo } from '../operate.ts';
import {
  cards,
  DELIVERY_MS,
  expectStatus,
  giveAddress,
  giveDetails,
  logIn,
  newEmail,
  openQuote,
  orderNumber,
  payWith,
} from '../purchase.ts';
import { expect, test } from '../world.ts';

/** Its points and orders are this journey's alone. */
const COUNTRY = 'AT';

type Point = { readonly type: string; readonly place: string; readonly extras: Record<string, unknown> };

async function pointsOf(books: BooksQuery, page: Page): Promise<Point[]> {
  const browser = await page.evaluate(() => localStorage.getItem('randomBrowserId'));
  return books.rows<Point>('select type, place, extras from tracking_points where user_id = $1 order by id', [browser]);
}

/** Presses a currency's button and takes another one from the sheet. */
async function pick(page: Page, pressed: string, name: RegExp): Promise<void> {
  await page.getByRole('button', { name: pressed, exact: true }).click();
  await page.getByRole('option', { name }).click();
}

test.describe('the funnel', () => {
  test('of a purchase is told step by step, with nothing of the person in it', async ({ page, desk, books }) => {
    await page.setExtraHTTPHeaders({ 'x-sandbox-country': COUNTRY });
    const [address, email] = [privateKeyToAddress(generatePrivateKey()), newEmail()];
    await page.goto(`/edit?partnerId=nobody&address=${address}&reference=private-reference`);
    await pick(page, 'Austria', /^Japan/);
    await pick(page, 'JPY', /^EUR/);
    await pick(page, 'BTC', /^ETH Ether Ethereum/);
    const amount = page.getByRole('textbox', { name: 'You pay' });
    await amount.fill('87.65');
    await amount.blur();
    // Left again as it was: no step.
    await amount.focus();
    await amount.blur();
    await page.getByRole('button', { name: 'Continue' }).click();
    await giveAddress(page, address);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await logIn(page, desk, email);
    await giveDetails(page);
    await payWith(page, cards.pays);
    await expectStatus(page, 'Delivered', DELIVERY_MS);

    await expect
      .poll(async () => (await pointsOf(books, page)).map(({ type }) => type))
      .toEqual([
        'buyCryptoGate',
        'selectCountry',
        'selectPayCurrency',
        'selectGetCurrency',
        'inputPayAmount',
        'selectOffer',
        'inputAddress',
      ]);
    const points = await pointsOf(books, page);
    expect(points[0]?.place).toBe('/edit?partnerId=nobody');
    expect(points[1]?.extras).toEqual({ country: 'JP' });
    expect(points[4]?.extras).toMatchObject({ side: 'Pay', amount: '87.65', sendCurrency: 'EUR', getCurrency: 'ETH' });
    expect(points[6]).toEqual({ type: 'inputAddress', place: '/submit-address', extras: { getCurrency: 'ETH' } });

    const rows = await books.rows('select t::text as line from tracking_points t where country = $1', [COUNTRY]);
    const told = JSON.stringify(rows);
    const authToken = await page.evaluate(
      () => (JSON.parse(localStorage.getItem('userInfo') ?? '{}') as { authToken?: string }).authToken,
    );
    expect(authToken).toBeTruthy();
    for (const secret of [address, address.toLowerCase(), email, authToken, orderNumber(page), 'private', 'Anna', '@'])
      expect(told).not.toContain(secret);

    const [funnel] = await books.rows('select * from purchase_funnel where country = $1', [COUNTRY]);
    const once = { opened: '1', chose_country: '1', chose_pay_currency: '1', chose_crypto: '1', typed_amount: '1' };
    expect(funnel).toMatchObject({
      ...once,
      chose_offer: '1',
      gave_address: '1',
      ordered: '1',
      paid: '1',
      delivered: '1',
    });
  });

  test('says nothing of a browser that asks not to be tracked', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true });
    });
    const points = requestsOf(page, 'addPoint');
    await openQuote(page, { pay: { amount: '50', currency: 'EUR' }, receive: 'BTC' });
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/submit-address/);
    expect(points).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('randomBrowserId'))).toBeNull();
  });

  test('costs a buyer nothing when it cannot be told', async ({ page }) => {
    await page.route('**/addPoint', async (route) => route.abort());
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/addPoint'));
    await openQuote(page, { pay: { amount: '50', currency: 'EUR' }, receive: 'BTC' });
    await failed;
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/submit-address/);
    await expect(page.locator('.toast')).toHaveCount(0);
    expect(faults).toEqual([]);
  });
});

/** What the page has asked for so far. */
function requestsOf(page: Page, name: string): Request[] {
  const found: Request[] = [];
  page.on('request', (request) => {
    if (request.url().includes(name)) found.push(request);
  });
  return found;
}

test.describe('a recorded visit', () => {
  test.describe.configure({ mode: 'serial' });
  test.afterAll(async () => {
    await operateByTwo('set', 'rule', 'sessionReplay', 'no');
  });

  const notice = (page: Page) => page.getByRole('complementary', { name: 'Recording' });
  /** The switch is followed within a second. */
  const answers = async (origin: string) => {
    const response = await fetch(`${origin}/gateway/buying/addReplay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ recording: '3f0c5a52-6d0e-4b53-9a52-0d2f6f1f4c11', sequence: 999, events: '' }),
    });
    return ((await response.json()) as { data: { error?: string } }).data.error;
  };

  test('does not exist while the operator has not switched it on', async ({ page, books, origin }) => {
    await operateByTwo('set', 'rule', 'sessionReplay', 'no');
    await expect.poll(() => answers(origin)).toBe('replay_off');
    const recorder = requestsOf(page, 'recordVisit');
    const refused = page.waitForResponse(/addReplay/);
    await page.goto('/edit?debug=true');
    expect(await (await refused).json()).toMatchObject({ data: { error: 'replay_off' } });
    await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
    expect(recorder).toEqual([]);
    await expect(notice(page)).toHaveCount(0);
    expect(await books.rows('select id from replay_recordings')).toEqual([]);
  });

  test('is not asked for by anybody else, nor on private screens', async ({ page, origin }) => {
    await operateByTwo('set', 'rule', 'sessionReplay', 'yes');
    await expect.poll(() => answers(origin)).toBe('replay_full');
    const asked = requestsOf(page, 'addReplay');
    const loaded = requestsOf(page, 'openReplay');
    for (const query of ['', '?debug=false', '?debug', '?x=debug=true']) {
      await page.goto(`/edit${query}`);
      await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
    }
    expect(loaded).toEqual([]);
    const screens = ['select-card', 'enter-card', 'enter-information', 'verify-id', 'kyc-status', 'email-login'];
    for (const path of [...screens, 'verification-code', 'settings']) {
      await page.goto(`/${path}?debug=true`);
      await page.waitForLoadState('networkidle');
    }
    expect(loaded.length).toBeGreaterThan(0);
    expect(asked).toEqual([]);
  });

  test('holds nothing that was typed, and no private screen', async ({ page, desk, books }) => {
    const before = await recordings(books);
    const [address, email] = [privateKeyToAddress(generatePrivateKey()), newEmail()];
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    await page.goto(`/edit?debug=true&sendCurrency=EUR&getCurrency=ETH&address=${address}`);
    await expect(notice(page)).toContainText('This visit is recorded');
    const amount = page.getByRole('textbox', { name: 'You pay' });
    await amount.fill('91.37');
    await amount.blur();
    await page.getByRole('button', { name: 'Continue' }).click();
    await giveAddress(page, address);
    await expect(notice(page)).toBeVisible();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await logIn(page, desk, email);
    await expect(notice(page)).toHaveCount(0);
    await giveDetails(page);
    await payWith(page, cards.pays);
    await expectStatus(page, 'Delivered', DELIVERY_MS);
    expect(complaints).toEqual([]);

    const [id = ''] = (await recordings(books)).filter((known) => !before.includes(known));
    expect(await operate('list', 'replays')).toContain(id);
    const recorded = await operate('export', 'replay', id);
    const seen = ['You pay', 'Enter Wallet Address', 'Self-hosted wallet', 'Where is this wallet?'];
    expect(seen.filter((words) => !recorded.includes(words))).toEqual([]);
    const typed = ['91.37', address, address.slice(2, 12), email, 'Anna', 'Weber', 'Berlin', orderNumber(page)];
    const elsewhere = ['@example', 'EUR', 'Email', 'Verification code', 'First name', 'Name on card', 'Delivered'];
    expect([...typed, ...elsewhere].filter((secret) => recorded.includes(secret))).toEqual([]);
    const texts = [...recorded.matchAll(/"(?:textContent|text|value)":"([^"]*)"/g)].map(([, text = '']) => text);
    expect(texts.length).toBeGreaterThan(50);
    expect(texts.filter((text) => /\d[.,]\d/.test(text))).toEqual([]);

    const events = JSON.parse(recorded) as { type: number; data: { href?: string } }[];
    expect(events.filter(({ type }) => type === 2).length).toBe(1);
    expect(events.filter(({ type }) => type === 4).map(({ data }) => new URL(data.href ?? '').pathname)).toEqual([
      '/edit',
    ]);
    const [row] = await books.rows<{ line: string }>('select r::text as line from replay_recordings r where id = $1', [
      id,
    ]);
    expect(row?.line).toContain('DE');
  });

  test('ends at the login, and does not begin again behind it', async ({ page, books }) => {
    const before = await recordings(books);
    await page.goto('/edit?debug=true');
    await expect(notice(page)).toBeVisible();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page
      .getByRole('link', { name: 'Log In' })
      .or(page.getByRole('button', { name: 'Log In' }))
      .click();
    await expect(page).toHaveURL(/\/email-login/);
    await expect(notice(page)).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Email' }).fill('typed@example.com');
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
    await expect(notice(page)).toHaveCount(0);
    const [id = ''] = (await recordings(books)).filter((known) => !before.includes(known));
    const held = async (words: string) => (await operate('export', 'replay', id)).includes(words);
    await expect.poll(async () => held('You pay')).toBe(true);
    expect(await held('typed')).toBe(false);
    expect(await held('Email')).toBe(false);
  });

  test('ends when the buyer says so', async ({ page }) => {
    const sent = requestsOf(page, 'addReplay');
    await page.goto('/edit?debug=true');
    await notice(page).getByRole('button', { name: 'Stop' }).click();
    await expect(notice(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Enter Wallet Address' })).toBeVisible();
    // A page that goes sends what waits.
    await page.goto('about:blank');
    const bodies = sent.map((request) => request.postData() ?? '').join('');
    expect(bodies.includes('You pay')).toBe(true);
    expect(bodies.includes('Enter Wallet Address')).toBe(false);
  });
});

async function recordings(books: BooksQuery): Promise<string[]> {
  return (await books.rows<{ id: string }>('select id::text from replay_recordings')).map(({ id }) => id);
}
