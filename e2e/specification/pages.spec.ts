/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import { presetStorageItem } from '../buyers/buyer.ts';
import { newEmail } from '../buyers/buyerDetails.ts';
import { checkByLabel } from '../buyers/checkByLabel.ts';
import { enterAddress, logIn } from '../buyers/purchaseSteps.ts';
import { answerCall, modifyAnswer, refuseCall, withholdAnswers } from '../gallery/interceptedAnswers.ts';
import { addressDraft, logInAsAnna, presetDraft } from '../gallery/sceneSetup.ts';
import { test } from '../oneTab.ts';
import { interceptCall, stopIntercepting } from '../page/interceptCalls.ts';
import { expect } from '../world.ts';

const BITCOIN = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const ETHER = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const EURO_TO_BITCOIN = 'defaultSendCurrency=EUR&defaultGetCurrency=BTC';

const continueButton = (page: Page) => page.getByRole('button', { name: 'Continue' });
const start = (page: Page) => page.getByRole('button', { name: 'Get started' });
const amount = (page: Page) => page.getByRole('textbox', { name: 'I want to buy' });

async function openMenu(page: Page) {
  await page.getByRole('button', { name: 'Menu' }).click();
  return page.getByRole('dialog', { name: 'Menu' });
}

test('the page’s title is that of its route, in the page’s language', async ({ browser, origin }) => {
  for (const [locale, edit, login] of [
    ['en-US', 'Buy Crypto', 'Log in'],
    ['zh-CN', '购买加密货币', '登录'],
  ] as const) {
    const context = await browser.newContext({ locale, serviceWorkers: 'block' });
    const page = await context.newPage();
    const document = await context.request.get(`${origin}/edit`, { headers: { 'accept-language': locale } });
    expect(await document.text()).toContain(`<title>${edit}</title>`);
    await page.goto(`${origin}/edit`);
    await expect(page).toHaveTitle(edit);
    // The page that the server sends for this route has the product's name until the app knows the route.
    const shell = await context.request.get(`${origin}/my-orders`);
    expect(await shell.text()).toContain('<title>Slipway</title>');
    await page.goto(`${origin}/my-orders`);
    await expect(page).toHaveTitle(login);
    await context.close();
  }
});

test('each navigation scrolls to the top', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto(`/edit?${EURO_TO_BITCOIN}`);
  await expect(continueButton(page)).toBeEnabled();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await continueButton(page).click();
  await expect(page).toHaveURL(/\/submit-address/);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('the back arrow goes back one step', async ({ page }) => {
  await page.goto(`/edit?${EURO_TO_BITCOIN}`);
  await expect(continueButton(page)).toBeEnabled();
  await continueButton(page).click();
  await enterAddress(page, BITCOIN);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/submit-address/);
});

test('the back arrow leads to Edit after a login', async ({ page, gallery }) => {
  await logInAsAnna(page, gallery);
  await presetStorageItem(page, 'sessionStorage', 'loginSuccessRedirectUrl', '/settings');
  await page.goto('/cards');
  await page.goto('/email-login');
  await expect(page).toHaveURL(/\/settings$/);
  await page.getByRole('button', { name: 'Back' }).click();
  // One step back would be the login.
  await expect(page).toHaveURL(/\/edit$/);
});

test('the full order page uses currencies, amount, provider and token of its query', async ({ page }) => {
  const inquiryRequest = page.waitForRequest(/offerInquiry$/);
  const continued = page.waitForRequest(/offerInquiryInfo$/);
  const query = new URLSearchParams({
    defaultSendCurrency: 'CHF',
    defaultGetCurrency: 'ETH',
    defaultSendCurrencyAmount: '130',
    offerType: 'slipway',
    token: 'of an earlier quote',
  });
  await page.goto(`/order?${query}`);
  expect((await continued).postDataJSON()).toMatchObject({ token: 'of an earlier quote' });
  expect((await inquiryRequest).postDataJSON()).toMatchObject({
    sendCurrency: 'CHF',
    getCurrency: 'ETH',
    sendCurrencyAmount: '130',
    offerType: 'slipway',
  });
  await expect(page.getByText(/130\.00.CHF/).first()).toBeVisible();
});

test('the short page shows facts about its coin', async ({ page }) => {
  await modifyAnswer(page, 'getCurrencyInfo', (info) => ({ ...info, vol24: '1284500321', isHot: true }));
  await page.goto('/buy?defaultGetCurrency=ETH');
  const heading = page.getByRole('heading', { level: 2, name: /ETH/ });
  await expect(heading).toBeVisible();
  await expect(page.getByText('Ether on Ethereum', { exact: true })).toBeVisible();
  await expect(page.locator('main img[src*="/images/coins/eth"]').first()).toBeVisible();
  await expect(page.getByText('Hot', { exact: true })).toBeVisible();
  await expect(page.getByText('$1,284,500,321')).toBeVisible();
  await expect(page.locator('.buy-amount-symbol')).toHaveText('ETH');
});

test('Max fills in the maximum, which can be bought', async ({ page }) => {
  await page.goto('/buy?defaultGetCurrency=ETH_BASE');
  await expect(amount(page)).toHaveAttribute('placeholder', /~/);
  const [, maximum = ''] = ((await amount(page).getAttribute('placeholder')) ?? '').split('~');
  await page.getByRole('button', { name: 'Max' }).click();
  await expect(amount(page)).toHaveValue(new RegExp(`^${maximum.replace(/0+$/, '')}0*$`));
  const address = page.getByRole('textbox', { name: 'To my wallet address' });
  await address.fill(BITCOIN);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(address).toHaveValue('');
  await address.fill(ETHER);
  const opening = page.waitForEvent('popup');
  await start(page).click();
  const edit = await opening;
  await expect(edit.getByRole('button', { name: 'Continue' })).toBeEnabled();
  await expect(edit.getByRole('textbox', { name: /You get/ })).not.toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Clear the amount' }).click();
  await expect(amount(page)).toHaveValue('');
});

test('Get started waits until the address is checked, and a failed check shows an error', async ({ page }) => {
  await page.goto('/buy?getCurrency=BTC&getCurrencyAmount=0.01');
  await expect(page.getByRole('heading', { level: 2, name: /BTC/ })).toBeVisible();
  await withholdAnswers(page, 'validateGetAddress');
  const address = page.getByRole('textbox', { name: 'To my wallet address' });
  await address.fill(BITCOIN);
  await address.blur();
  await expect(page.locator('button[type=submit]')).toHaveAttribute('aria-busy', 'true');
  await stopIntercepting(page);
  await refuseCall(page, 'validateGetAddress', 'fault', { reference: '7KQ2M4' });
  await page.goto('/buy?getCurrency=BTC&getCurrencyAmount=0.01');
  await address.fill(BITCOIN);
  await address.blur();
  await expect(
    page.getByText('Incorrect address, check the characters and address length before trying again'),
  ).toBeVisible();
});

test('formats an amount on the short page in the page’s language', async ({ browser, origin }) => {
  const context = await browser.newContext({ locale: 'de-DE', serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${origin}/buy?getCurrency=BTC&getCurrencyAmount=0.01`);
  const field = page.locator('.buy-amount input');
  await expect(field).toHaveValue('0,01');
  await expect(field).toHaveAttribute('placeholder', /^0,\d+~0,\d+$/);
  await field.fill('0,02');
  await expect(field).toHaveValue('0,02');
  await expect(page.locator('.buy-amount [aria-invalid]')).toHaveCount(0);
  await context.close();
});

test('checks the amount on the short page only once the token is loaded', async ({ page }) => {
  await withholdAnswers(page, 'getCurrencyInfo');
  const requested = page.waitForRequest(/getCurrencyInfo$/);
  await page.goto('/buy?getCurrency=BTC');
  await requested;
  await amount(page).focus();
  await amount(page).blur();
  await expect(page.getByText('Please enter the amount')).toHaveCount(0);
  await stopIntercepting(page);
  await expect(page.getByText('Please enter the amount')).toBeVisible();
});

test('checks an amount from the link before the buyer does anything', async ({ page }) => {
  await page.goto(`/buy?getCurrency=BTC&getCurrencyAmount=0.00000001&walletAddress=${BITCOIN}`);
  await expect(page.getByText(/^Min\. amount is/)).toBeVisible();
  await expect(start(page)).toBeDisabled();
  await amount(page).fill('0.01');
  await expect(start(page)).toBeEnabled();
});

test('another code can be requested only after a minute', async ({ page }) => {
  await page.clock.install();
  await page.goto('/email-login');
  await page.getByRole('textbox', { name: 'Email' }).fill(newEmail());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(/A new code can be sent in (?:60|[45]\d).s/)).toBeVisible();
  const resend = page.getByRole('button', { name: 'Send a new code' });
  await expect(resend).toHaveCount(0);
  await page.clock.fastForward(61_000);
  await expect(resend).toBeVisible();
});

test('the card pages ask for a login, which returns to them', async ({ page }) => {
  for (const path of ['/select-card?orderNo=7KQ2M4XD9TAB3', '/enter-card?orderNo=7KQ2M4XD9TAB3']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/email-login/);
    expect(await page.evaluate(() => sessionStorage.getItem('loginSuccessRedirectUrl'))).toBe(path);
  }
});

test('a logged-in buyer skips the login page', async ({ page, gallery }) => {
  await logInAsAnna(page, gallery);
  await page.goto('/email-login');
  await expect(page).toHaveURL(/\/edit/);
});

test('Log In returns to the page where it was pressed', async ({ page, desk }) => {
  await page.goto(`/edit?${EURO_TO_BITCOIN}`);
  await expect(continueButton(page)).toBeEnabled();
  await (await openMenu(page)).getByRole('link', { name: 'Log In' }).click();
  await logIn(page, desk, newEmail());
  await expect(page).toHaveURL(new RegExp(`/edit\\?${EURO_TO_BITCOIN}`));
});

test('a single method leads straight to the offers', async ({ page }) => {
  await modifyAnswer(page, 'priceList', ({ priceList }) => ({
    priceList: priceList.filter(({ payMethod }) => payMethod === 'credit_debit_card'),
  }));
  const offers = page.waitForRequest(/offerList$/);
  await page.goto(`/order?${EURO_TO_BITCOIN}&defaultSendCurrencyAmount=140`);
  expect((await offers).postDataJSON()).toMatchObject({ payMethod: 'credit_debit_card' });
});

test('a single provider is chosen automatically', async ({ page }) => {
  await presetDraft(page);
  await page.goto('/select-offer');
  await expect(page).toHaveURL(/\/submit-address/);
});

test('a fixed address at another provider creates the order at once', async ({ page }) => {
  const fixed = { ...addressDraft, addressFixed: true, offerType: 'ramp', offerName: 'Ramp Network' };
  await presetDraft(page, fixed);
  await modifyAnswer(page, 'offerInquiry', (quote) => quote);
  await refuseCall(page, 'cryptoOrder', 'provider_unavailable');
  let orders = 0;
  await interceptCall(page, 'cryptoOrder', async () => {
    orders += 1;
    return false;
  });
  await page.route('**/gateway/buying/offerInquiry', async (route) => {
    const body = { ...(route.request().postDataJSON() as object), offerType: 'slipway' };
    await route.continue({ postData: JSON.stringify(body) });
  });
  await page.goto('/submit-address');
  // The failure is not shown. The buyer confirms the address, as without a fixed one.
  await expect(page).toHaveURL(/\/confirm-address/);
  expect(orders).toBe(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await answerCall(page, 'cryptoOrder', {
    orderNo: '7KQ2M4XD9TAB37KQ2M4X',
    service: 'Ramp Network',
    nextStepContent: 'https://ramp.example/pay',
    serviceLogoUrl: '',
  });
  await page.goto('/submit-address');
  await expect(page).toHaveURL(/\/wait-payment\?orderNo=7KQ2M4XD9TAB37KQ2M4X/);
});

test('a buyer must log in only after confirming the address', async ({ page }) => {
  await page.goto(`/edit?${EURO_TO_BITCOIN}`);
  await expect(continueButton(page)).toBeEnabled();
  await checkByLabel(page.getByRole('radio', { name: /^Card/ }));
  await continueButton(page).click();
  await enterAddress(page, BITCOIN);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/email-login/);
});
