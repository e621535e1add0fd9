/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import type { ErrorKey } from '@slipway/contract/errors.ts';
import { enterAddress } from '../buyers/purchaseSteps.ts';
import { WALLETS } from '../gallery/galleryWorld.ts';
import { modifyAnswer, refuseCall } from '../gallery/interceptedAnswers.ts';
import { addressDraft, logInAsAnna, presetDraft } from '../gallery/sceneSetup.ts';
import { test } from '../oneTab.ts';
import { interceptCall, stopIntercepting } from '../page/interceptCalls.ts';
import { expectToast, recordToasts } from '../page/recordToasts.ts';
import { expect } from '../world.ts';

const EURO_TO_BITCOIN = '/edit?defaultSendCurrency=EUR&defaultGetCurrency=BTC';

const UNPAID_ORDER = {
  orderNo: '7KQ2M4XD9TAB37KQ2M4X',
  service: 'slipway',
  nextStepContent: '/select-card?orderNo=7KQ2M4XD9TAB37KQ2M4X',
  serviceLogoUrl: '',
};

const payField = (page: Page) => page.getByRole('textbox', { name: 'You pay' });
const receiveField = (page: Page) => page.getByRole('textbox', { name: 'You get (estimate)' });
const continueButton = (page: Page) => page.getByRole('button', { name: 'Continue' });

for (const { code, key, path } of [
  { code: '5001', key: 'region_denied', path: '/access-denied' },
  { code: '5004', key: 'risk_control', path: '/transaction-restricted' },
] as const satisfies readonly { code: string; key: ErrorKey; path: string }[]) {
  test(`the response code ${code} leads to ${path}`, async ({ page }) => {
    await refuseCall(page, 'offerInquiry', key);
    await page.goto(EURO_TO_BITCOIN);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  });
}

test('an expired session shows a message, and the login returns to the page', async ({ page, gallery }) => {
  await recordToasts(page);
  await logInAsAnna(page, gallery);
  await refuseCall(page, 'cardList', 'invalid_auth_token');
  await page.goto('/cards');
  await expect(page).toHaveURL(/\/email-login$/);
  await expectToast(page, 'Your session has ended. Please log in again.');
  expect(await page.evaluate(() => sessionStorage.getItem('loginSuccessRedirectUrl'))).toBe('/cards');
});

for (const respCode of ['200', '509']) {
  test(`the message of an order response with code ${respCode} is shown on Edit`, async ({ page, gallery }) => {
    await recordToasts(page);
    await logInAsAnna(page, gallery);
    await presetDraft(page, { ...addressDraft, offerType: 'slipway' });
    await interceptCall(page, 'coinOrder', async (call) => {
      await call.answer({
        respCode,
        respMessage: 'We are closed today',
        data: respCode === '200' ? UNPAID_ORDER : null,
      });
      return true;
    });
    await page.goto('/select-card');
    await page.getByRole('button', { name: /^Accept/ }).click();
    await expect(page).toHaveURL(/\/edit/);
    await expectToast(page, 'We are closed today');
  });
}

test('a banned region shows the message without flag or country name', async ({ page }) => {
  await modifyAnswer(page, 'getallcountry', (countries) => ({ ...countries, isBan: 1 as const }));
  await page.goto('/edit');
  await expect(page).toHaveURL(/\/access-denied$/);
  await expect(
    page.getByText('Sorry, the product temporarily does not support services in your region.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /Germany/ })).toHaveCount(0);
  // Every page that a menu or a button could lead to is also blocked, so only the support address is offered.
  await expect(page.getByRole('link')).toHaveCount(1);
  await expect(page.getByRole('link')).toHaveAttribute('href', /^mailto:/);
  await expect(page.getByRole('button')).toHaveCount(0);
});

test('a link whose first script fails to load shows an error, and opens at the next attempt', async ({ page }) => {
  await page.route('**/exchangeLinkTokens*.js', (route) => route.abort());
  await refuseCall(page, 'openSession', 'link_ended');
  await page.goto('/edit?session=not-traded');
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
  expect(page.url()).not.toContain('session=');
  await page.unroute('**/exchangeLinkTokens*.js');
  const openRequest = page.waitForRequest(/openSession$/);
  await page.getByRole('button', { name: 'Update' }).click();
  expect((await openRequest).postDataJSON()).toMatchObject({ session: 'not-traded' });
});

for (const { code, key, place, message } of [
  { code: '500', key: 'pay_limits_exceeded', place: 'receive', message: /20.*30/ },
  { code: '501', key: 'pay_amount_above_maximum', place: 'pay', message: /^Max\. amount is 30 EUR/ },
  { code: '502', key: 'price_unavailable', place: 'receive', message: /^There is no reliable price/ },
  { code: '0', key: 'no_provider', place: 'receive', message: /provider/ },
] as const satisfies readonly { code: string; key: ErrorKey; place: string; message: RegExp }[]) {
  test(`a quote’s error ${code} is shown under the ${place} field`, async ({ page }) => {
    await page.goto(EURO_TO_BITCOIN);
    await expect(continueButton(page)).toBeEnabled();
    await refuseCall(page, 'offerInquiry', key, {
      cost: '1',
      minimum: '20',
      maximum: '30',
      amount: '30',
      symbol: 'EUR',
    });
    await payField(page).fill('200');
    await payField(page).blur();
    const [faulty, other] =
      place === 'pay' ? [payField(page), receiveField(page)] : [receiveField(page), payField(page)];
    await expect(faulty).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator(`[id="${await faulty.getAttribute('aria-describedby')}"]`)).toHaveText(message);
    await expect(other).not.toHaveAttribute('aria-invalid', 'true');
    await expect(payField(page)).toHaveValue(/^200/);
    await expect(receiveField(page)).toHaveValue('');
    await expect(continueButton(page)).toBeDisabled();
  });
}

test('requests a quote even if the list of countries fails', async ({ page }) => {
  await refuseCall(page, 'getallcountry', 'fault', { reference: '7KQ2M4' });
  await page.goto(EURO_TO_BITCOIN);
  await expect(continueButton(page)).toBeEnabled();
});

test('a failure of an optional list does not affect the purchase', async ({ page }) => {
  await refuseCall(page, 'isCreateWallet', 'fault', { reference: '7KQ2M4' });
  const refused = page.waitForResponse(/isCreateWallet$/);
  await presetDraft(page, { offerType: 'slipway' });
  await page.goto('/submit-address');
  await refused;
  await expect(page.getByRole('textbox', { name: 'Wallet Address' })).toBeEditable();
  await expect(page.getByText('7KQ2M4')).toHaveCount(0);
  await enterAddress(page, WALLETS.ether);
});

test('shows an error and Try again in place of the list of exchanges if it fails', async ({ page }) => {
  await refuseCall(page, 'travelExchangeList', 'fault', { reference: '7KQ2M4' });
  await presetDraft(page, { offerType: 'slipway', walletType: 'exchange' });
  await page.goto('/submit-address');
  await expect(page.getByText('7KQ2M4')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Wallet address' })).toBeEditable();
  await stopIntercepting(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('combobox', { name: 'Exchange' })).toBeVisible();
});

test('the list of languages is requested, and a language that is not in it is not shown', async ({
  browser,
  origin,
}) => {
  const context = await browser.newContext({ locale: 'de-DE', serviceWorkers: 'block' });
  const page = await context.newPage();
  const texts = page.waitForResponse('**/languages/de-DE.json');
  await page.goto(`${origin}/edit`);
  expect((await texts).ok()).toBe(true);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE');
  await page.route('**/admin/languages', (route) => route.fulfill({ json: { dataList: [{ localName: 'zh-CN' }] } }));
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  await page.unroute('**/admin/languages');
  await page.route('**/admin/languages', (route) => route.fulfill({ status: 500, body: '' }));
  const listed = page.waitForResponse('**/admin/languages');
  await page.reload();
  await (await listed).finished();
  await expect(page.getByRole('button', { name: 'Weiter' })).toBeVisible();
  await context.close();
});

test('stays in English when a language fails to load', async ({ browser, origin }) => {
  const context = await browser.newContext({ locale: 'de-DE', serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.route('**/languages/*.json*', (route) => route.fulfill({ status: 500, body: '' }));
  const failed = page.waitForResponse('**/languages/de-DE.json*');
  await page.goto(`${origin}/my-orders`);
  expect((await failed).ok()).toBe(false);
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  await context.close();
});

test('Reload on Server Timeout opens Edit if there is no previous page', async ({ page }) => {
  await page.goto('/server-timeout');
  await expect(page.getByText('This site took too long to respond.')).toBeVisible();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page).toHaveURL(/\/edit/);
});
