import type { Page, Request } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { openCardPayment } from '../buyers/buyer.ts';
import { newEmail } from '../buyers/buyerDetails.ts';
import { endSession } from '../buyers/endSession.ts';
import {
  chooseOption,
  enterAddress,
  expectStatus,
  fillBillingAddress,
  fillCard,
  fillDetails,
  findCardFrame,
  logIn,
  openQuote,
  testCards,
} from '../buyers/purchaseSteps.ts';
import { changeLanguage } from '../gallery/changeAppearance.ts';
import { test } from '../oneTab.ts';
import { interceptCall } from '../page/interceptCalls.ts';
import { expect } from '../world.ts';

const wanted = { pay: { amount: '80', currency: 'EUR' }, receive: 'ETH_BASE' } as const;
/** The answer of a server without its database. */
const UNAVAILABLE = { respCode: '503', respMessage: '', data: { error: 'unavailable', facts: {} } };
/** Any status after the payment. */
const PAID = /Paid|Converting|Converted|Delivering|Delivered/;

function newAddress(): string {
  return privateKeyToAccount(generatePrivateKey()).address;
}

test.describe('an expired session', () => {
  test('does not show the next person what the previous one typed', async ({ page, desk }) => {
    await page.goto('/enter-information');
    await logIn(page, desk, newEmail());
    await page.getByRole('textbox', { name: 'First name' }).fill('Anna');
    await endSession(page);
    await page.goto('/my-orders');
    await logIn(page, desk, newEmail());
    await expect(page).toHaveURL(/\/my-orders/);
    await page.goto('/enter-information');
    await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('');
  });
});

test('keys of an input method neither choose a country nor close the list', async ({ page, desk }) => {
  await page.goto('/enter-information');
  await logIn(page, desk, newEmail());
  const citizenship = page.getByRole('combobox', { name: 'Citizenship' });
  await citizenship.fill('ger');
  await expect(page.getByRole('option', { name: 'Germany' })).toBeVisible();
  for (const key of ['Enter', 'Escape']) await citizenship.dispatchEvent('keydown', { key, isComposing: true });
  await expect(page.getByRole('option', { name: 'Germany' })).toBeVisible();
  await expect(citizenship).toHaveValue('ger');
  await citizenship.press('Enter');
  await expect(citizenship).toHaveValue('Germany');
});

test('city suggestions that arrive after the field lost focus stay hidden until it is focused again', async ({
  page,
  desk,
}) => {
  const requested = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.goto('/enter-information');
  await logIn(page, desk, newEmail());
  await chooseOption(page, 'Citizenship', 'Germany');
  await interceptCall(page, 'getCity', async (call) => {
    const answer = await call.fetchAnswer();
    requested.resolve();
    await released.promise;
    await call.answer(answer as object);
    answered.resolve();
    return true;
  });
  const city = page.getByRole('textbox', { name: 'City' });
  const suggestions = page.getByRole('group', { name: 'Suggested cities' });
  await city.fill('Ber');
  await requested.promise;
  await city.blur();
  released.resolve();
  await answered.promise;
  await expect(suggestions).toHaveCount(0);
  await city.focus();
  await expect(suggestions).toBeVisible();
  await city.blur();
  await expect(suggestions).toBeVisible();
});

test.describe('pressing each button twice', () => {
  test('creates one order and one payment', async ({ page, desk, books }) => {
    await openQuote(page, wanted);
    await page.getByRole('button', { name: 'Continue' }).dblclick();
    await enterAddress(page, newAddress());
    await page.getByRole('button', { name: 'Confirm' }).dblclick();
    const email = newEmail();
    await logIn(page, desk, email);
    await fillDetails(page);
    await page.getByRole('button', { name: 'Continue' }).dblclick();
    await expect(page).toHaveURL(/\/enter-card/);
    await fillCard(page, testCards.pays);
    await fillBillingAddress(page);
    await page.getByRole('button', { name: /^Pay / }).dblclick();
    await expectStatus(page, PAID);
    const counted = await books.rows<{ orders: number; attempts: number }>(
      `select count(distinct orders.id)::int as orders, count(payment_attempts.id)::int as attempts
       from orders join buyers on buyers.id = orders.buyer_id
       left join payment_attempts on payment_attempts.order_id = orders.id
       where buyers.email = $1`,
      [email],
    );
    expect(counted).toEqual([{ orders: 1, attempts: 1 }]);
  });
});

test.describe('Pay with nothing entered', () => {
  test('shows every error at once, focuses the first, and pays once when all are corrected', async ({
    page,
    origin,
    desk,
    books,
  }) => {
    const { email } = await openCardPayment({ page, origin, desk }, { ...wanted, address: newAddress() });
    let tokenRequestCount = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/v1/confirmation_tokens')) tokenRequestCount += 1;
    });
    const pay = page.getByRole('button', { name: /^Pay / });
    const number = findCardFrame(page).getByRole('textbox', { name: 'Card number' });
    const name = page.getByRole('textbox', { name: 'Name on card' });

    await pay.click();
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await expect(number).toHaveAttribute('aria-invalid', 'true');
    await expect(number).toBeFocused();
    await expect(page.locator('iframe').first()).toBeFocused();

    await fillCard(page, testCards.pays);
    await pay.click();
    await expect(name).toBeFocused();

    await changeLanguage(page, 'zh-CN');
    await changeLanguage(page, 'en-US');
    await expect(number).toHaveValue(testCards.pays);
    await fillBillingAddress(page);
    await pay.click();
    await expectStatus(page, PAID);
    expect(tokenRequestCount).toBe(1);
    const attempts = await books.rows(
      `select payment_attempts.id from payment_attempts join orders on orders.id = payment_attempts.order_id
       join buyers on buyers.id = orders.buyer_id where buyers.email = $1`,
      [email],
    );
    expect(attempts).toHaveLength(1);
  });
});

test.describe('an amount that is being typed', () => {
  test('is quoted before Continue proceeds, even if the field keeps the focus', async ({ page }) => {
    await openQuote(page, wanted);
    const quoteRequest = page.waitForRequest(/offerInquiry$/);
    await page.getByRole('textbox', { name: 'You pay' }).fill('250.5');
    await expect(page.locator('.slip')).toHaveAttribute('data-stale', '');
    // Click like a screen reader: without a pointer and without moving the focus.
    await page.getByRole('button', { name: 'Continue' }).evaluate((button: HTMLButtonElement) => button.click());
    expect((await quoteRequest).postDataJSON()).toMatchObject({ sendCurrencyAmount: '250.5' });
    expect(new URL(page.url()).pathname).toBe('/edit');
    const offers = page.waitForRequest(/offerList$/);
    await page.getByRole('button', { name: 'Continue' }).click();
    await offers;
    await expect(page).toHaveURL(/\/submit-address/);
    await expect(page.getByText(/for 250\.50/)).toBeVisible();
  });

  test('has thousands separators except while its field has the focus', async ({ page }) => {
    await openQuote(page, wanted);
    const amount = page.getByRole('textbox', { name: 'You pay' });
    await amount.fill('1500');
    await expect(amount).toHaveValue('1500');
    await amount.blur();
    await expect(amount).toHaveValue('1,500.00');
    const { length: quoteCount } = await collectRequestsDuring(page, /offerInquiry$/, async () => {
      await amount.click();
      await expect(amount).toHaveValue('1500.00');
      await page.keyboard.press('Tab');
      await expect(amount).toHaveValue('1,500.00');
    });
    expect(quoteCount, 'requests for an unchanged amount').toBe(0);
    // The Tab key selects a field's content, so typing replaces it.
    await page.keyboard.press('Shift+Tab');
    await expect(amount).toBeFocused();
    await page.keyboard.type('2000');
    await expect(amount).toHaveValue('2000');
    await amount.blur();
    await expect(amount).toHaveValue('2,000.00');
    await amount.fill('1700');
    await expect(amount).toHaveValue('1700');
  });

  test('keeps its quote if it is changed back to its former value', async ({ page }) => {
    await openQuote(page, wanted);
    const amount = page.getByRole('textbox', { name: 'You pay' });
    const { length: quoteCount } = await collectRequestsDuring(page, /offerInquiry$/, async () => {
      await amount.fill('81');
      await amount.fill('80.00');
      await amount.blur();
      await expect(page.locator('.slip')).not.toHaveAttribute('data-stale', '');
      await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
    });
    expect(quoteCount, 'requests for an unchanged amount').toBe(0);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/submit-address/);
    await expect(page.getByText(/for 80\.00/)).toBeVisible();
  });
});

test.describe('a failed request for', () => {
  test('a price: shows an error, and can be retried', async ({ page }) => {
    const refused = { error: 'price_unavailable', facts: {} };
    await page.route('**/gateway/buying/offerInquiry', (route) =>
      route.fulfill({ json: { respCode: '502', respMessage: '', data: refused } }),
    );
    await page.goto('/edit?getCurrency=BTC');
    await expect(page.getByText('There is no reliable price right now.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
    await page.unroute('**/gateway/buying/offerInquiry');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
  });

  test('payment methods: shows the specified text, and can be retried', async ({ page }) => {
    // Send an error response: the page retries a request without a response automatically.
    await page.route('**/gateway/buying/priceList', (route) => route.fulfill({ status: 503, json: UNAVAILABLE }));
    await page.goto('/edit?getCurrency=BTC');
    await expect(page.getByText('Oops! Try again later.')).toBeVisible();
    await page.unroute('**/gateway/buying/priceList');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('radio', { name: /^Card/ })).toBeVisible();
  });

  test('payment methods, answered with an empty list: can be retried', async ({ page }) => {
    await page.route('**/gateway/buying/priceList', (route) =>
      route.fulfill({ json: { respCode: '200', respMessage: '', data: { priceList: [] } } }),
    );
    await page.goto('/edit?getCurrency=BTC');
    await expect(page.getByText('No payment methods available. Please refresh the page.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
    await page.unroute('**/gateway/buying/priceList');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
  });

  test('an order’s detail: shows an error, and can be retried', async ({ page, origin, desk }) => {
    const { orderNo } = await openCardPayment({ page, origin, desk }, { ...wanted, address: newAddress() });
    await page.route('**/gateway/buying/orderDetail', (route) => route.fulfill({ status: 503, json: UNAVAILABLE }));
    await page.goto(`/order-status?orderNo=${orderNo}`);
    await expect(page.getByText('The service is not available right now.')).toBeVisible();
    await page.unroute('**/gateway/buying/orderDetail');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('');
    await expect(page.getByText('80.00 EUR').first()).toBeVisible();
  });
});

/** Returns the addresses of the requests that match `address` while `action` runs. */
async function collectRequestsDuring(page: Page, address: RegExp, action: () => Promise<void>): Promise<string[]> {
  const addresses: string[] = [];
  const record = (request: Request) => {
    if (address.test(request.url())) addresses.push(request.url());
  };
  page.on('request', record);
  await action();
  page.off('request', record);
  return addresses;
}
