/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { newEmail } from '../buyers/buyerDetails.ts';
import {
  enterAddress,
  expectStatus,
  logIn,
  openQuote,
  payWithCard,
  readOrderNumber,
  submitDetails,
  testCards,
} from '../buyers/purchaseSteps.ts';
import { test } from '../oneTab.ts';
import { collectRequests } from '../page/collectRequests.ts';
import type { ReadOnlyDatabase } from '../readOnlyDatabase.ts';
import { expect } from '../world.ts';

/** Only this journey uses this country, which identifies its points and orders. */
const COUNTRY = 'AT';

type Point = { readonly type: string; readonly place: string; readonly extras: Record<string, unknown> };

/** Returns the points that the page's browser has reported. */
async function readPoints(books: ReadOnlyDatabase, page: Page): Promise<Point[]> {
  const browserId = await page.evaluate(() => localStorage.getItem('randomBrowserId'));
  const query = 'select type, place, extras from tracking_points where user_id = $1 order by id';
  return books.rows<Point>(query, [browserId]);
}

/** Presses the button of a country or currency, and chooses another one in its sheet. */
async function chooseInSheet(page: Page, button: string, option: RegExp): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('option', { name: option }).click();
}

test.describe('the funnel', () => {
  test('reports a purchase step by step without personal data', async ({ page, desk, books }) => {
    await page.setExtraHTTPHeaders({ 'x-sandbox-country': COUNTRY });
    const [address, email] = [privateKeyToAddress(generatePrivateKey()), newEmail()];
    await page.goto(`/edit?partnerId=nobody&address=${address}&reference=private-reference`);
    await chooseInSheet(page, 'Austria', /^Japan/);
    await chooseInSheet(page, 'JPY', /^EUR/);
    await chooseInSheet(page, 'BTC', /^ETH Ether Ethereum/);
    const amount = page.getByRole('textbox', { name: 'You pay' });
    await amount.fill('87.65');
    await amount.blur();
    // An unchanged field reports no point.
    await amount.focus();
    await amount.blur();
    await page.getByRole('button', { name: 'Continue' }).click();
    await enterAddress(page, address);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await logIn(page, desk, email);
    await submitDetails(page);
    await payWithCard(page, testCards.pays);
    await expectStatus(page, 'Delivered');

    await expect
      .poll(async () => (await readPoints(books, page)).map(({ type }) => type))
      .toEqual([
        'buyCryptoGate',
        'selectCountry',
        'selectPayCurrency',
        'selectGetCurrency',
        'inputPayAmount',
        'selectOffer',
        'inputAddress',
      ]);
    const points = await readPoints(books, page);
    expect(points[0]?.place).toBe('/edit?partnerId=nobody');
    expect(points[1]?.extras).toEqual({ country: 'JP' });
    expect(points[4]?.extras).toMatchObject({ side: 'Pay', amount: '87.65', sendCurrency: 'EUR', getCurrency: 'ETH' });
    expect(points[6]).toEqual({ type: 'inputAddress', place: '/submit-address', extras: { getCurrency: 'ETH' } });

    const rows = await books.rows('select t::text as line from tracking_points t where country = $1', [COUNTRY]);
    const storedPoints = JSON.stringify(rows);
    const authToken = await page.evaluate(
      () => (JSON.parse(localStorage.getItem('userInfo') ?? '{}') as { authToken?: string }).authToken,
    );
    expect(authToken).toBeTruthy();
    for (const secret of [
      address,
      address.toLowerCase(),
      email,
      authToken,
      readOrderNumber(page),
      'private',
      'Anna',
      '@',
    ])
      expect(storedPoints).not.toContain(secret);

    const [funnel] = await books.rows('select * from purchase_funnel where country = $1', [COUNTRY]);
    expect(funnel).toMatchObject({
      opened: '1',
      chose_country: '1',
      chose_pay_currency: '1',
      chose_crypto: '1',
      typed_amount: '1',
      chose_offer: '1',
      gave_address: '1',
      ordered: '1',
      paid: '1',
      delivered: '1',
    });
  });

  test('reports nothing for a browser that asks not to be tracked', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true });
    });
    const points = collectRequests(page, 'addPoint');
    await openQuote(page, { pay: { amount: '50', currency: 'EUR' }, receive: 'BTC' });
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/submit-address/);
    expect(points).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('randomBrowserId'))).toBeNull();
  });

  test('does not affect the buyer when a report fails', async ({ page }) => {
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
