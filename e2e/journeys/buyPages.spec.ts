/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { openCardPayment } from '../buyers/buyer.ts';
import { checkByLabel } from '../buyers/checkByLabel.ts';
import { expectStatus } from '../buyers/purchaseSteps.ts';
import { test } from '../oneTab.ts';
import { expectAccessible, expectNoSidewaysScrolling } from '../page/inspectPage.ts';
import { expect } from '../world.ts';

const bitcoinAddress = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const etherAddress = privateKeyToAddress(generatePrivateKey());

/** Checks WCAG 2.2 AA and, on the narrowest phone, sideways scrolling. Only for states that the gallery does not inspect. */
async function expectAccessibleOnNarrowPhone(page: Page): Promise<void> {
  await expectAccessible(page, page.url());
  const viewport = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScrolling(page, page.url());
  if (viewport) await page.setViewportSize(viewport);
}

const problems: string[] = [];

test.beforeEach(({ page }) => {
  problems.length = 0;
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
});

test.afterEach(() => expect(problems, 'reported on the console').toEqual([]));

test.describe('/buy', () => {
  const findAmount = (page: Page) => page.getByRole('textbox', { name: 'I want to buy' });
  const findAddress = (page: Page) => page.getByRole('textbox', { name: 'To my wallet address' });
  const findStartButton = (page: Page) => page.getByRole('button', { name: 'Get started' });

  test('opens Edit in a new window with all entries', async ({ page, origin }) => {
    await page.goto('/buy?defaultGetCurrency=ETH&offerType=slipway&origin=https://shop.example');
    await expect(page.getByRole('heading', { level: 2, name: /ETH/ })).toBeVisible();
    await expect(page.getByText(/^\$[\d,]+$/)).toBeVisible();
    await expect(findAmount(page)).toHaveAttribute('placeholder', /^[\d.,]+~[\d.,]+$/);
    await expect(findStartButton(page)).toBeDisabled();
    await findAmount(page).fill('0.05');
    await findAddress(page).fill(`  ${etherAddress} `);
    await expect(findAddress(page)).toHaveValue(etherAddress);
    const opening = page.waitForEvent('popup');
    await findStartButton(page).click();
    const edit = await opening;
    await edit.waitForURL(/\/edit\?/);
    expect(Object.fromEntries(new URL(edit.url()).searchParams)).toEqual({
      address: etherAddress,
      origin: 'https://shop.example',
      offerType: 'slipway',
      defaultGetCurrency: 'ETH',
      defaultGetCurrencyAmount: '0.05',
    });
    await expect(edit.getByRole('textbox', { name: /You get/ })).toHaveValue(/^0\.050*$/);
    expect(await edit.evaluate(() => window.opener)).toBeNull();
    await expect(findStartButton(page)).toBeEnabled();
    await edit.getByRole('button', { name: 'Continue' }).click();
    await expect(edit).toHaveURL(/\/submit-address/);
    await expect(edit.getByRole('textbox', { name: 'Wallet Address' })).toHaveValue(etherAddress);
    expect(page.url()).toContain(`${origin}/buy`);
  });

  test('a fixed crypto cannot be changed and stays fixed on Edit', async ({ page, origin }) => {
    await page.goto(`/buy?getCurrency=BTC&getCurrencyAmount=0.01&walletAddress=${bitcoinAddress}`);
    await expect(page.getByRole('heading', { level: 2, name: /BTC/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change' })).toHaveCount(0);
    const opening = page.waitForEvent('popup');
    await findStartButton(page).click();
    const edit = await opening;
    await edit.waitForURL(/\/edit\?/);
    const carried = new URL(edit.url()).searchParams;
    expect(carried.get('getCurrency')).toBe('BTC');
    expect(carried.get('getCurrencyAmount')).toBe('0.01');
    expect(carried.get('origin')).toBe(origin);
    // While a quote is loading, the field is always read-only.
    await expect(edit.getByRole('button', { name: 'Continue' })).toBeEnabled();
    await expect(edit.getByRole('textbox', { name: /You get/ })).toHaveAttribute('readonly', '');
  });

  test('shows each error when it occurs and removes it when it is corrected', async ({ page }) => {
    await page.goto('/buy?getCurrency=BTC');
    await findAmount(page).focus();
    await expect(page.getByText('Please enter the amount')).toHaveCount(0);
    await findAmount(page).blur();
    await expect(page.getByText('Please enter the amount')).toBeVisible();
    await findAmount(page).fill('0.00000001');
    await expect(page.getByText(/^Min\. amount is [\d.]+ BTC$/)).toBeVisible();
    await findAmount(page).fill('900');
    await expect(page.getByText(/^Max\. amount is [\d.]+ BTC$/)).toBeVisible();
    await page.getByRole('button', { name: 'Max' }).click();
    await expect(page.getByText(/amount is/)).toHaveCount(0);
    await findAddress(page).focus();
    await findAddress(page).blur();
    await expect(page.getByText('Please enter your BTC address')).toBeVisible();
    await findAddress(page).fill(etherAddress);
    await findAddress(page).blur();
    await expect(
      page.getByText('Incorrect address, check the characters and address length before trying again'),
    ).toBeVisible();
    await expect(findStartButton(page)).toBeDisabled();
    await page.getByRole('button', { name: 'Clear the amount' }).click();
    await expect(findAmount(page)).toHaveValue('');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(findAddress(page)).toHaveValue('');
  });

  test('closes the window that it has opened if the address is refused', async ({ page, context }) => {
    await page.goto('/buy?getCurrency=BTC&getCurrencyAmount=0.01');
    await expect(page.getByRole('heading', { level: 2, name: /BTC/ })).toBeVisible();
    // Submit before the field loses focus, so that the address is checked while the window is already open.
    await findAddress(page).fill(etherAddress);
    const opening = page.waitForEvent('popup');
    await findStartButton(page).evaluate((button: HTMLButtonElement) => button.form?.requestSubmit());
    const opened = await opening;
    if (!opened.isClosed()) await opened.waitForEvent('close');
    await expect(page.getByText('Incorrect address,', { exact: false })).toBeVisible();
    expect(context.pages()).toEqual([page]);
  });

  test('offers a link with an error if the browser blocks the window', async ({ page }) => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await page.goto(`/buy?getCurrency=BTC&getCurrencyAmount=0.01&receiveAddress=${bitcoinAddress}`);
    await findStartButton(page).click();
    await expect(page.getByText("Couldn't launch Slipway, Please try again")).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open Slipway' })).toHaveAttribute('href', /^\/edit\?address=bc1q/);
  });

  test('explains the volume to touch and keyboard users', async ({ page }) => {
    await page.goto('/buy');
    const explain = page.getByRole('button', { name: 'About 24h volume' });
    const explanation = page.getByText('How much of a cryptocurrency was traded in the last 24 hours.');
    await explain.tap();
    await expect(explanation).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(explanation).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(explanation).toBeVisible();
  });

  test('lets the buyer change the crypto', async ({ page }) => {
    await page.goto('/buy');
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('option', { name: /^LINK/ }).click();
    await expect(page.getByRole('heading', { level: 2, name: /LINK/ })).toBeVisible();
  });
});

test.describe('/buy/{getCurrency} and /buy-v1', () => {
  for (const path of ['/buy/BTC', '/buy-v1/BTC']) {
    test(`${path} sells only bitcoin`, async ({ page }) => {
      const quoteRequest = page.waitForRequest(/offerInquiry$/);
      await page.goto(path);
      expect((await quoteRequest).postDataJSON()).toMatchObject({ getCurrency: 'BTC', offerType: 'slipway' });
      // While a quote is loading, the field is always read-only.
      await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
      await expect(page.getByRole('textbox', { name: /You get/ })).toHaveAttribute('readonly', '');
      await expect(page.getByRole('button', { name: /^BTC/ })).toHaveCount(0);
      await expect(page).toHaveTitle(/Buy Crypto/);
    });
  }

  test('/buy-v1 lets the buyer choose the crypto', async ({ page }) => {
    await page.goto('/buy-v1');
    await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
    await expect(page.getByRole('button', { name: /^BTC/ })).toBeVisible();
  });

  for (const path of ['/buy/NOPE', '/buy?getCurrency=NOPE', '/edit?getCurrency=NOPE']) {
    test(`${path} shows that this crypto is not sold, and offers no other one instead`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: 'We do not sell NOPE' })).toBeVisible();
      await expectAccessibleOnNarrowPhone(page);
      await page.getByRole('link', { name: 'Choose another crypto' }).click();
      await expect(page.getByRole('button', { name: /Continue|Get started/ })).toBeVisible();
      // The browser logs the HTTP status of the error response, which is expected here.
      problems.length = 0;
    });
  }
});

test.describe('/order', () => {
  const purchaseQuery = 'defaultSendCurrency=EUR&defaultGetCurrency=BTC&defaultSendCurrencyAmount=120';

  test('asks for the payment method, then continues with the address of the link', async ({ page }) => {
    await page.goto(`/order?${purchaseQuery}&address=${bitcoinAddress}`);
    await expect(page.getByRole('radio', { name: /Card/ })).toBeChecked();
    await checkByLabel(page.getByRole('radio', { name: /Bank transfer/ }));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/submit-address/);
    await expect(page.getByText(/for 120\.00/)).toBeVisible();
    const field = page.getByRole('textbox', { name: 'Wallet Address' });
    await expect(field).toHaveValue(bitcoinAddress);
    await expect(field).toBeEditable();
    expect(await readDraft(page)).toMatchObject({ payMethod: 'bank_transfer', offerType: 'slipway' });
  });

  test('a payment method in the query leads straight to the offers', async ({ page }) => {
    const offers = page.waitForRequest(/offerList$/);
    await page.goto(`/order?${purchaseQuery}&payMethod=bank_transfer`);
    expect((await offers).postDataJSON()).toMatchObject({ payMethod: 'bank_transfer' });
    await expect(page).toHaveURL(/\/submit-address/);
  });

  test('the side parameter decides which of two amounts is used', async ({ page }) => {
    for (const [side, amounts] of [
      ['Get', { sendCurrencyAmount: '', getCurrencyAmount: '0.004' }],
      ['Pay', { sendCurrencyAmount: '120', getCurrencyAmount: '' }],
    ] as const) {
      const quoteRequest = page.waitForRequest(/offerInquiry$/);
      await page.goto(`/order?${purchaseQuery}&defaultGetCurrencyAmount=0.004&side=${side}`);
      expect((await quoteRequest).postDataJSON()).toMatchObject(amounts);
    }
  });

  test('buyers from a partner site pay by card, with the operator as provider', async ({ page }) => {
    await page.goto(`/order?${purchaseQuery}&payMethod=bank_transfer&origin=https://shop.partner.example`);
    await expect(page).toHaveURL(/\/submit-address/);
    expect(await readDraft(page)).toMatchObject({ payMethod: 'credit_debit_card', offerType: 'slipway' });
  });

  test('buyers of the payment partner choose the method', async ({ page }) => {
    await page.goto(`/order?${purchaseQuery}&payMethod=bank_transfer&partnerId=payments`);
    await expect(page.getByRole('radio', { name: /Bank transfer/ })).toBeChecked();
    await expect(page.getByText('You came here from Payment partner.')).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/order');
    expect(await page.evaluate(() => localStorage.getItem('partnerId'))).toBe('payments');
  });

  test('a redirect URL that the partner may not use is discarded', async ({ page }) => {
    await page.goto(`/order?${purchaseQuery}&partnerId=shop&redirectUrl=https://evil.example/`);
    await expect(page).toHaveURL(/\/submit-address/);
    expect(await readDraft(page)).toMatchObject({ redirectUrl: '' });
    await page.goto(`/order?${purchaseQuery}&partnerId=shop&redirectUrl=https://shop.partner.example/done`);
    await expect(page).toHaveURL(/\/submit-address/);
    expect(await readDraft(page)).toMatchObject({ redirectUrl: 'https://shop.partner.example/done' });
  });

  test('shows an error for an amount that cannot be bought, with a link to change it', async ({ page }) => {
    await page.goto('/order?defaultSendCurrency=EUR&defaultGetCurrency=BTC&defaultSendCurrencyAmount=1');
    await expect(page.getByText('Min. amount is 20.00 EUR')).toBeVisible();
    await page.getByRole('link', { name: 'Change the amount' }).click();
    await expect(page.getByRole('textbox', { name: 'You pay' })).toHaveValue('1');
  });
});

test.describe('/wait-payment and /redirect', () => {
  test('/wait-payment shows the current status of an order', async ({ page, origin, desk }) => {
    const wanted = { pay: { amount: '60', currency: 'EUR' }, receive: 'ETH_BASE', address: etherAddress };
    const { orderNo } = await openCardPayment({ page, origin, desk }, wanted);
    problems.length = 0;
    await page.goto(`/wait-payment?orderNo=${orderNo}`);
    await expectStatus(page, 'Awaiting payment');
    await expect(page.getByText(/^The order must be paid by (?:[A-Z][a-z]{2} \d{1,2}, )?\d\d:\d\d\./)).toBeVisible();
    const elsewhere = await page.context().newPage();
    await elsewhere.goto(`/payment-status?orderNo=${orderNo}`);
    await elsewhere.getByRole('button', { name: 'Cancel order' }).click();
    await elsewhere.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
    await expectStatus(page, 'Cancelled');
  });

  test('each shows an explanation if its parameter is missing', async ({ page }) => {
    await page.goto('/wait-payment');
    await expect(page.getByRole('heading', { level: 1, name: 'There is no order to wait for' })).toBeVisible();
    await page.goto('/redirect');
    await expect(page.getByRole('heading', { level: 1, name: 'This link leads nowhere' })).toBeVisible();
    await page.getByRole('link', { name: 'Buy Crypto' }).click();
    await expect(page).toHaveURL(/\/edit/);
  });

  test('a redirect leads only to URLs of the partner', async ({ page }) => {
    const to = (address: string) => `/redirect?partnerId=shop&redirectUrl=${encodeURIComponent(address)}`;
    await page.goto(to('https://evil.example/'));
    await expect(page.getByRole('heading', { level: 1, name: 'This link leads nowhere' })).toBeVisible();
    await page.route('https://shop.partner.example/**', (route) => route.fulfill({ body: 'Thank you' }));
    await page.goto(to('https://shop.partner.example/done?order=1'));
    await expect(page.getByRole('heading', { level: 1, name: 'You are leaving for Partner site' })).toBeVisible();
    await expect(page.getByText('https://shop.partner.example/done?order=1')).toBeVisible();
    await page.goto(to(`https://shop.partner.example/${'long/'.repeat(200)}`));
    await expect(page.getByText(/^https:\/\/shop\.partner\.example\/(long\/)+l?o?n?g?…$/)).toBeVisible();
    await page.goto(to('https://shop.partner.example/done?order=1'));
    await page.getByRole('button', { name: 'Go to Partner site' }).click();
    await expect(page).toHaveURL('https://shop.partner.example/done?order=1');
  });
});

/** Returns the purchase that the tab stores. */
async function readDraft(page: Page): Promise<unknown> {
  return page.evaluate(() => (JSON.parse(sessionStorage.getItem('globalState') ?? '{}') as { draft?: unknown }).draft);
}
