/// <reference lib="dom" />

import type { Page, Request } from '@playwright/test';
import { clickAndWaitForCopied } from '../buyers/purchaseSteps.ts';
import { modifyAnswer, refuseCall, removeEmbeddedAnswers, withholdAnswers } from '../gallery/interceptedAnswers.ts';
import { test } from '../oneTab.ts';
import { stopIntercepting } from '../page/interceptCalls.ts';
import { expect } from '../world.ts';

const EURO_TO_BITCOIN = '/edit?defaultSendCurrency=EUR&defaultGetCurrency=BTC';

const payField = (page: Page) => page.getByRole('textbox', { name: 'You pay' });
const receiveField = (page: Page) => page.getByRole('textbox', { name: 'You get (estimate)' });
const continueButton = (page: Page) => page.getByRole('button', { name: 'Continue' });
const methods = (page: Page) => page.getByRole('radiogroup', { name: 'Payment Method' }).getByRole('radio');

async function openQuotedEdit(page: Page, path = EURO_TO_BITCOIN): Promise<void> {
  await page.goto(path);
  await expect(continueButton(page)).toBeEnabled();
  await expect(page.getByText(/^Fee: /).first()).toBeVisible();
}

/** Returns a list to which every later request of the call `name` is added. */
function listRequests(page: Page, name: string): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(`/gateway/buying/${name}`)) requests.push(request);
  });
  return requests;
}

test('redirects the root to Edit', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/edit$/);
});

test('shows the header and all parts of a quote', async ({ page }) => {
  await openQuotedEdit(page);
  await expect(page).toHaveTitle('Buy Crypto');
  await expect(page.getByRole('heading', { level: 1, name: 'Buy', exact: true })).toBeVisible();
  const country = page.getByRole('button', { name: /Germany/ });
  await expect(country.locator('img')).toBeVisible();
  await expect(payField(page)).toHaveValue('100.00');
  await expect(page.getByRole('button', { name: /^EUR/ })).toBeVisible();
  await expect(receiveField(page)).toHaveValue(/^0\.\d{8}$/);
  await expect(page.getByRole('button', { name: /^BTC/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Payment Method' })).toBeVisible();
  expect(await methods(page).count()).toBeGreaterThan(1);
  await expect(page.getByText(/^Fee: .*\d\.\d{2}.EUR/)).toHaveCount(await methods(page).count());
  await expect(page.locator('.summary-head')).toContainText(/100\.00.EUR.*0\.\d{8}.BTC/);
  await expect(page.getByRole('timer')).toHaveText(/^\d{1,2} s$/);
  await expect(page.getByText(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/)).toHaveText('2025-08-12 10:55');
});

test('compares no fees for one payment method, and has a More button for more than six', async ({ page }) => {
  await modifyAnswer(page, 'priceList', ({ priceList }) => ({ priceList: priceList.slice(0, 1) }));
  await page.goto(EURO_TO_BITCOIN);
  await expect(methods(page)).toHaveCount(1);
  await expect(page.getByText(/^Fee: /)).toHaveCount(0);
  await stopIntercepting(page);
  await modifyAnswer(page, 'priceList', ({ priceList }) => ({
    priceList: Array.from({ length: 7 }, () =>
      priceList.find(({ payMethod }) => payMethod === 'credit_debit_card'),
    ).filter((price) => price !== undefined),
  }));
  await page.goto(`${EURO_TO_BITCOIN}&defaultSendCurrencyAmount=150`);
  await expect(methods(page)).toHaveCount(6);
  await page.getByRole('button', { name: 'More' }).click();
  await expect(methods(page)).toHaveCount(7);
});

test('shows five skeletons while the payment methods load, and Try again if that fails', async ({ page }) => {
  await withholdAnswers(page, 'priceList');
  await page.goto(EURO_TO_BITCOIN);
  await expect(page.locator('.method-tile-skeleton')).toHaveCount(5);
  await stopIntercepting(page);
  await refuseCall(page, 'priceList', 'fault', { reference: '7KQ2M4' });
  await page.goto(EURO_TO_BITCOIN);
  await expect(page.getByText('Oops! Try again later.')).toBeVisible();
  await stopIntercepting(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(methods(page).first()).toBeVisible();
  // A later failure removes the methods of the previous quote.
  await refuseCall(page, 'priceList', 'fault', { reference: '7KQ2M4' });
  await payField(page).fill('150');
  await payField(page).blur();
  await expect(page.getByText('Oops! Try again later.')).toBeVisible();
  await expect(methods(page)).toHaveCount(0);
});

test('the summary has no row for a zero fee, and cannot be expanded without a network fee', async ({ page }) => {
  const networkFee = page.getByText('Network fee', { exact: true });
  const methodFee = page.getByText('Payment method fee', { exact: true });
  await openQuotedEdit(page);
  await expect(networkFee).toBeVisible();
  await expect(methodFee).toBeVisible();
  const head = page.locator('.summary-head');
  await head.click();
  await expect(networkFee).toHaveCount(0);
  const openWithFees = async (fees: Partial<Record<'transNetworkFee' | 'processingFee', string>>) => {
    await stopIntercepting(page);
    await modifyAnswer(page, 'offerInquiry', (quote) => ({ ...quote, ...fees }));
    await modifyAnswer(page, 'priceList', ({ priceList }) => ({
      priceList: priceList.map((price) => ({ ...price, ...fees })),
    }));
    await openQuotedEdit(page);
  };
  await openWithFees({ processingFee: '0.00' });
  await expect(networkFee).toBeVisible();
  await expect(methodFee).toHaveCount(0);
  await openWithFees({ transNetworkFee: '0.00' });
  await expect(networkFee).toHaveCount(0);
  await expect(head).toBeDisabled();
});

test('a picker has a search, popular entries, groups by letter and a text for no results', async ({ page }) => {
  await openQuotedEdit(page);
  await page.getByRole('button', { name: /^BTC/ }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('region', { name: 'Popular' }).getByRole('button').first()).toBeVisible();
  await expect(sheet.getByRole('group', { name: 'B', exact: true }).getByRole('option').first()).toBeVisible();
  await expect(sheet.locator('.picker-rail')).toBeVisible();
  const { height = 0 } = page.viewportSize() ?? {};
  await expect
    .poll(async () => {
      const box = await sheet.boundingBox();
      return box === null ? 0 : Math.round(box.y + box.height);
    })
    .toBe(height);
  await sheet.getByRole('combobox').fill('dogcoin');
  await expect(sheet.getByText('It appears no result that matches your search. Please try another.')).toBeVisible();
  // Only its copy button copies a contract address. A press on the address itself selects the row.
  await sheet.getByRole('combobox').fill('USDC');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await clickAndWaitForCopied(sheet.locator('.picker-copy').first(), sheet.locator('.picker-contract').first());
  await sheet
    .locator('.picker-contract')
    .last()
    .click({ position: { x: 8, y: 8 } });
  await expect(sheet).toBeHidden();
});

test('shows “Copied” for one and a half seconds after an address was copied', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await openQuotedEdit(page);
  await page.getByRole('button', { name: /^BTC/ }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('combobox').fill('USDC');
  const contract = sheet.locator('.picker-contract').first();
  await expect(contract).toBeVisible();
  await page.clock.pauseAt(Date.now() + 10_000);
  await sheet.locator('.picker-copy').first().click();
  await expect(contract).toContainText('Copied');
  await page.clock.runFor(1_400);
  await expect(contract).toContainText('Copied');
  await page.clock.runFor(200);
  await expect(contract).not.toContainText('Copied');
});

test('shows “Country not found” for an unknown country', async ({ page }) => {
  await openQuotedEdit(page);
  await page.getByRole('button', { name: /Germany/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Select Country' });
  await sheet.getByRole('combobox').fill('Atlantis');
  await expect(sheet.getByText('Country not found')).toBeVisible();
});

test('shows the error parameter of the URL in a toast for two seconds', async ({ page }) => {
  // Pause the clock until the toast is measured: on a busy machine its two seconds could pass before that.
  await page.clock.install({ time: Date.now() - 1_000 });
  await page.clock.pauseAt(Date.now());
  await page.goto(`${EURO_TO_BITCOIN}&error=${encodeURIComponent('<b>No</b> order')}`, { waitUntil: 'commit' });
  const toast = page.locator('.toast');
  const shown = await toast.evaluate((element) => ({
    text: element.textContent,
    top: element.getBoundingClientRect().top,
  }));
  expect(shown.text).toBe('<b>No</b> order');
  expect(shown.top).toBeGreaterThan((page.viewportSize()?.height ?? 0) / 2);
  await page.clock.fastForward(1_900);
  await expect(toast).toBeVisible();
  await page.clock.fastForward(200);
  await expect(toast).toHaveCount(0);
});

test('requests a quote when an amount’s field loses focus, and only if the amount changed', async ({ page }) => {
  await openQuotedEdit(page);
  const inquiries = listRequests(page, 'offerInquiry');
  await payField(page).fill('150');
  await expect(payField(page)).toBeFocused();
  expect(inquiries).toHaveLength(0);
  await payField(page).blur();
  await expect(receiveField(page)).toHaveValue(/^0\.\d{8}$/);
  await expect.poll(() => inquiries.length).toBe(1);
  await payField(page).focus();
  await payField(page).blur();
  await expect(continueButton(page)).toBeEnabled();
  expect(inquiries).toHaveLength(1);
});

test('while a quote is requested the other field is empty, loading and read-only', async ({ page }) => {
  await openQuotedEdit(page);
  const inquiries = listRequests(page, 'offerInquiry');
  await withholdAnswers(page, 'offerInquiry');
  await payField(page).fill('160');
  await payField(page).blur();
  await expect(receiveField(page)).toHaveValue('');
  await expect(receiveField(page)).toHaveAttribute('aria-busy', 'true');
  await expect(receiveField(page)).toHaveAttribute('readonly', '');
  await expect(continueButton(page)).toBeDisabled();
  await expect(page.getByRole('timer')).toHaveCount(0);
  await expect.poll(() => inquiries.length).toBe(1);
  expect(inquiries[0]?.postDataJSON()).toMatchObject({
    intercept: 2,
    sendCurrencyAmount: '160',
    getCurrencyAmount: '',
  });
});

test('aborts the request of an earlier amount', async ({ page }) => {
  await openQuotedEdit(page);
  const aborted: string[] = [];
  page.on('requestfailed', (request) => {
    if (request.url().endsWith('/offerInquiry')) aborted.push(request.failure()?.errorText ?? '');
  });
  await withholdAnswers(page, 'offerInquiry');
  await payField(page).fill('170');
  await payField(page).blur();
  await expect(receiveField(page)).toHaveAttribute('aria-busy', 'true');
  await payField(page).fill('180');
  await payField(page).blur();
  await expect.poll(() => aborted).toContain('net::ERR_ABORTED');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('counts a quote down to its expiry, then disables Continue and requests a new one', async ({ page }) => {
  const lifetime = 40;
  await page.clock.install();
  const inquiries = listRequests(page, 'offerInquiry');
  await modifyAnswer(page, 'offerInquiry', (quote) => ({
    ...quote,
    expireTime: Math.floor(Date.now() / 1000) + lifetime,
  }));
  await openQuotedEdit(page);
  const timer = page.getByRole('timer');
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000);
  let seconds = 0;
  // The tick at which the clock was paused may not be rendered yet.
  await expect(async () => {
    const previous = seconds;
    seconds = Number.parseInt(await timer.innerText(), 10);
    expect(seconds).toBe(previous);
  }).toPass();
  // One more for the server's clock, of which the page knows only whole seconds.
  expect(seconds).toBeLessThanOrEqual(lifetime + 1);
  for (const left of [seconds - 1, seconds - 2]) {
    await page.clock.runFor(1_000);
    await expect(timer).toHaveText(`${left} s`);
  }
  await expect(continueButton(page)).toBeEnabled();
  await withholdAnswers(page, 'offerInquiry');
  const { length: requested } = inquiries;
  await page.clock.runFor(lifetime * 1_000);
  await expect.poll(() => inquiries.length).toBe(requested + 1);
  await expect(continueButton(page)).toBeDisabled();
});

test('Continue keeps the method and shows loading until the offers arrive', async ({ page }) => {
  await openQuotedEdit(page);
  await page.getByRole('radio', { name: /Bank transfer/ }).check({ force: true });
  await withholdAnswers(page, 'offerList');
  await continueButton(page).click();
  await expect(page).toHaveURL(/\/select-offer/);
  await expect(page.locator('.offer-skeleton').first()).toBeVisible();
  const draft = await page.evaluate(() => sessionStorage.getItem('globalState'));
  expect(JSON.parse(draft ?? '{}').draft.payMethod).toBe('bank_transfer');
});

test('another country changes the pay currency, unless the link fixes it', async ({ page }) => {
  const changeCountry = async (from: RegExp, to: string) => {
    await page.getByRole('button', { name: from }).click();
    const sheet = page.getByRole('dialog', { name: 'Select Country' });
    await sheet.getByRole('combobox').fill(to);
    await sheet.getByRole('option', { name: to }).click();
  };
  await openQuotedEdit(page, '/edit?defaultGetCurrency=BTC&defaultSendCurrencyAmount=300');
  const inquiries = listRequests(page, 'offerInquiry');
  await changeCountry(/Germany/, 'Sweden');
  await expect(page.getByRole('button', { name: /^SEK/ })).toBeVisible();
  await expect.poll(() => inquiries.at(-1)?.postDataJSON()).toMatchObject({ sendCurrency: 'SEK' });
  await expect(receiveField(page)).toHaveValue(/^0\.\d{8}$/);
  await openQuotedEdit(page, '/edit?sendCurrency=EUR&defaultGetCurrency=BTC&defaultSendCurrencyAmount=300');
  await changeCountry(/Sweden/, 'Norway');
  await expect(page.getByRole('button', { name: /Norway/ })).toBeVisible();
  await expect(payField(page)).toHaveValue('300.00');
  await expect(page.getByText(/300\.00.EUR/).first()).toBeVisible();
});

test('requests both currency lists at once and shows skeletons', async ({ page }) => {
  const pay = listRequests(page, 'payList');
  const receive = listRequests(page, 'getList');
  await withholdAnswers(page, 'payList', 'getList');
  await page.goto('/edit?offerType=slipway');
  await expect.poll(() => [pay.length, receive.length]).toEqual([1, 1]);
  for (const [request] of [pay, receive]) {
    expect(request?.postDataJSON()).toMatchObject({ intercept: 2, offerType: 'slipway' });
  }
  await expect(page.locator('main [aria-busy="true"]').first()).toBeVisible();
  // The skeletons replace both currency buttons.
  await expect(page.locator('.slip .skeleton')).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^EUR/ })).toHaveCount(0);
  await expect(receiveField(page)).toHaveAttribute('readonly', '');
});

test('quotes an amount that is typed before the currency lists load', async ({ page }) => {
  const inquiries = listRequests(page, 'offerInquiry');
  const lists = Promise.withResolvers<void>();
  await removeEmbeddedAnswers(page);
  await page.route('**/gateway/buying/payList', async (route) => {
    await lists.promise;
    await route.fallback();
  });
  await page.goto('/edit');
  await payField(page).fill('250');
  await payField(page).press('Enter');
  await expect(payField(page)).toHaveValue('250');
  lists.resolve();
  await expect(continueButton(page)).toBeEnabled();
  await expect(payField(page)).toHaveValue('250.00');
  expect(inquiries.at(-1)?.postDataJSON()).toMatchObject({ sendCurrencyAmount: '250', getCurrencyAmount: '' });
  await page.unrouteAll({ behavior: 'wait' });
});

for (const path of ['/edit', '/?defaultGetCurrency=ETH']) {
  test(`keeps an amount typed at ${path} before the app loads, and the field keeps the focus`, async ({ page }) => {
    const app = Promise.withResolvers<void>();
    await page.route('**/assets/index-*.js', async (route) => {
      await app.promise;
      await route.fallback();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await payField(page).click();
    await page.keyboard.type('2,5');
    app.resolve();
    await expect(page.getByRole('button', { name: /^EUR/ })).toBeVisible();
    await expect(payField(page)).toBeFocused();
    await expect(payField(page)).toHaveValue('2,5');
    await page.keyboard.type('0');
    await page.keyboard.press('Enter');
    await expect(payField(page)).toHaveValue('2.50');
    await payField(page).fill('260');
    await page.keyboard.press('Enter');
    await expect(payField(page)).toHaveValue('260.00');
    await expect(continueButton(page)).toBeEnabled();
    await page.unrouteAll({ behavior: 'wait' });
  });
}

test('typing before the app loads does not change an amount that the link fixes', async ({ page }) => {
  const app = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await app.promise;
    await route.fallback();
  });
  await page.goto('/edit?sendCurrency=EUR&sendCurrencyAmount=100', { waitUntil: 'commit' });
  await payField(page).fill('250');
  app.resolve();
  await expect(continueButton(page)).toBeEnabled();
  await expect(payField(page)).toHaveValue('100.00');
  await expect(payField(page)).toHaveAttribute('readonly', '');
  await page.unrouteAll({ behavior: 'wait' });
});

test('fills no amount into an empty field while it has the focus', async ({ page }) => {
  const lists = Promise.withResolvers<void>();
  await removeEmbeddedAnswers(page);
  await page.route('**/gateway/buying/payList', async (route) => {
    await lists.promise;
    await route.fallback();
  });
  await page.goto('/edit');
  await payField(page).focus();
  lists.resolve();
  await expect(receiveField(page)).toHaveValue(/^0\.\d{8}$/);
  await expect(payField(page)).toHaveValue('');
  await page.keyboard.type('130');
  await page.keyboard.press('Enter');
  await expect(payField(page)).toHaveValue('130.00');
  await page.unrouteAll({ behavior: 'wait' });
});

test('hydrates the prerendered screen without replacing it', async ({ page }) => {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  const app = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await app.promise;
    await route.fallback();
  });
  await page.goto('/edit', { waitUntil: 'commit' });
  const drawn = await page.locator('.slip:visible').elementHandle();
  app.resolve();
  await expect(continueButton(page)).toBeEnabled();
  expect(await drawn?.evaluate((slip) => slip.isConnected)).toBe(true);
  await expect(page.locator('[inert]')).toHaveCount(0);
  expect(faults).toEqual([]);
  await page.unrouteAll({ behavior: 'wait' });
});

test('the first quote is embedded in the page and expires like any other', async ({ page }) => {
  await page.clock.install();
  const calls = ['payList', 'getList', 'offerInquiry', 'priceList'].map((name) => listRequests(page, name));
  const counts = () => calls.map((requests) => requests.length);
  await openQuotedEdit(page, '/edit');
  await expect(receiveField(page)).toHaveValue(/^0\.\d{8}$/);
  await expect(page.getByRole('timer')).toHaveText(/^[1-5]\d s$/);
  expect(counts()).toEqual([0, 0, 0, 0]);
  await page.clock.runFor(61_000);
  await expect.poll(counts).toEqual([0, 0, 1, 1]);
  await expect(continueButton(page)).toBeEnabled();
  // A buyer whom a partner has referred before keeps that partner's id.
  await page.evaluate(() => localStorage.setItem('partnerId', 'nobody'));
  await openQuotedEdit(page, '/edit');
  expect(calls[2]?.at(-1)?.postDataJSON()).toMatchObject({ partnerId: 'nobody' });
});

test('amounts and currencies that the link fixes cannot be changed', async ({ page }) => {
  await openQuotedEdit(page, '/edit?sendCurrency=EUR&sendCurrencyAmount=100&getCurrency=BTC');
  await expect(payField(page)).toHaveAttribute('readonly', '');
  await expect(receiveField(page)).toHaveAttribute('readonly', '');
  for (const name of [/^EUR/, /^BTC/]) await expect(page.getByRole('button', { name })).toHaveCount(0);
});

test('shows the error of an amount under its field and empties the other field', async ({ page }) => {
  await openQuotedEdit(page);
  await payField(page).fill('1');
  await payField(page).blur();
  await expect(page.getByText('Min. amount is 20.00 EUR')).toBeVisible();
  await expect(payField(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(receiveField(page)).toHaveValue('');
  await expect(page.getByText(/^Fee: /)).toHaveCount(0);
  await expect(page.getByRole('timer')).toHaveCount(0);
});

test('posts calls as JSON to one host', async ({ page, origin }) => {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await openQuotedEdit(page);
  expect(new Set(requests.map((request) => new URL(request.url()).origin))).toEqual(new Set([origin]));
  const inquiry = requests.find((request) => request.url().includes('/gateway/buying/offerInquiry'));
  expect(inquiry?.method()).toBe('POST');
  expect(inquiry?.headers()['content-type']).toBe('application/json');
});

test('reports the choices of country and currencies as points', async ({ page }) => {
  const points = listRequests(page, 'addPoint');
  const listPointTypes = () => points.map((request) => (request.postDataJSON() as { type: string }).type);
  const choose = async (button: RegExp, wanted: string) => {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('dialog').getByRole('combobox').fill(wanted);
    await page.getByRole('option', { name: wanted }).getByText(wanted).first().click();
    await expect(page.locator('dialog[open]')).toHaveCount(0);
  };
  await openQuotedEdit(page);
  await choose(/Germany/, 'Sweden');
  await choose(/^(SEK|EUR)/, 'CHF');
  await choose(/^BTC/, 'Chainlink');
  await expect
    .poll(listPointTypes)
    .toEqual(expect.arrayContaining(['selectCountry', 'selectPayCurrency', 'selectGetCurrency']));
});
