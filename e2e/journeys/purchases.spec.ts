/// <reference lib="dom" />

import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expectBalancedLedger, expectServerStatus, readOrder } from '../books/databaseChecks.ts';
import { openCardPayment } from '../buyers/buyer.ts';
import { newEmail } from '../buyers/buyerDetails.ts';
import { checkByLabel } from '../buyers/checkByLabel.ts';
import {
  choosePurchase,
  expectStatus,
  fillCard,
  fillDocument,
  goToCardPage,
  logIn,
  payWithCard,
  readOrderNumber,
  submitDetails,
  testCards,
} from '../buyers/purchaseSteps.ts';
import { test } from '../oneTab.ts';
import { expect } from '../world.ts';

/** Returns an address that has received nothing yet. */
function newAddress(): string {
  return privateKeyToAccount(generatePrivateKey()).address;
}

/** A mainnet native SegWit address. Only one test may pay to it, since that test compares the whole balance. */
const bitcoinAddress = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';

test.afterEach(async ({ books }) => expectBalancedLedger(books));

test('a buyer pays 100 EUR with a test card and receives ether at the address', async ({ page, desk, books }) => {
  const address = newAddress();
  await goToCardPage(page, desk, { pay: { amount: '100', currency: 'EUR' }, receive: 'ETH', address });
  await payWithCard(page, testCards.pays);
  await expectStatus(page, 'Delivered');
  const order = await readOrder(books, readOrderNumber(page));
  expect(await desk.balance('ethereum', 'ETH', address)).toBe(BigInt(order.receive_units));
  expect(order.captured_units).toBe('10000');
});

test('a buyer pays in dollars and receives bitcoin', async ({ page, desk, books }) => {
  await goToCardPage(page, desk, { pay: { amount: '150', currency: 'USD' }, receive: 'BTC', address: bitcoinAddress });
  await payWithCard(page, testCards.pays);
  await expectStatus(page, 'Delivered');
  const order = await readOrder(books, readOrderNumber(page));
  expect(await desk.balance('bitcoin', 'BTC', bitcoinAddress)).toBe(BigInt(order.receive_units));
});

test('a buyer pays in yen, which have no decimals, and receives a token', async ({ page, desk, books }) => {
  const address = newAddress();
  await goToCardPage(page, desk, { pay: { amount: '20000', currency: 'JPY' }, receive: 'USDC_BASE', address });
  await payWithCard(page, testCards.pays);
  await expectStatus(page, 'Delivered');
  const order = await readOrder(books, readOrderNumber(page));
  expect(order.pay_units).toBe('20000');
  expect(await desk.balance('base', 'USDC', address)).toBe(BigInt(order.receive_units));
});

test('a declined card leaves the order open for another card', async ({ page, origin, desk, books }) => {
  const address = newAddress();
  await openCardPayment({ page, origin, desk }, { pay: { amount: '60', currency: 'EUR' }, receive: 'ETH', address });
  const orderNo = readOrderNumber(page);
  await payWithCard(page, testCards.declined);
  const decline = page.getByRole('alert').first();
  await expect(decline).toBeInViewport();
  await expect(page.locator(':focus').filter({ has: decline })).toHaveCount(1);
  await expectServerStatus(books, orderNo, 'awaiting_payment');
  await fillCard(page, testCards.pays);
  await page.getByRole('button', { name: /^Pay / }).click();
  await expectStatus(page, 'Delivered');
  expect(await desk.balance('ethereum', 'ETH', address)).toBe(BigInt((await readOrder(books, orderNo)).receive_units));
});

test('a buyer approves a card payment with 3-D Secure', async ({ page, origin, desk, books }) => {
  const address = newAddress();
  await openCardPayment(
    { page, origin, desk },
    { pay: { amount: '70', currency: 'EUR' }, receive: 'ETH_BASE', address },
  );
  await payWithCard(page, testCards.threeDSecure);
  await page.frameLocator('iframe[src*="3ds"]').getByRole('button', { name: 'Complete authentication' }).click();
  await expectStatus(page, 'Delivered');
  const order = await readOrder(books, readOrderNumber(page));
  expect(await desk.balance('base', 'ETH', address)).toBe(BigInt(order.receive_units));
});

test('a failed 3-D Secure authentication leaves the order open and charges nothing', async ({
  page,
  origin,
  desk,
  books,
}) => {
  await openCardPayment(
    { page, origin, desk },
    { pay: { amount: '70', currency: 'EUR' }, receive: 'ETH_BASE', address: newAddress() },
  );
  const orderNo = readOrderNumber(page);
  await payWithCard(page, testCards.threeDSecure);
  await page.frameLocator('iframe[src*="3ds"]').getByRole('button', { name: 'Fail authentication' }).click();
  await expectServerStatus(books, orderNo, 'awaiting_payment');
  expect((await readOrder(books, orderNo)).captured_units).toBe('0');
});

test('after a failed 3-D Secure authentication the same card pays without being typed again', async ({
  page,
  origin,
  desk,
  books,
}) => {
  await openCardPayment(
    { page, origin, desk },
    { pay: { amount: '70', currency: 'EUR' }, receive: 'ETH_BASE', address: newAddress() },
  );
  const orderNo = readOrderNumber(page);
  const approval = page.frameLocator('iframe[src*="3ds"]');
  await payWithCard(page, testCards.threeDSecure);
  await approval.getByRole('button', { name: 'Fail authentication' }).click();
  await expectServerStatus(books, orderNo, 'awaiting_payment');
  await page.getByRole('button', { name: /^Pay / }).click();
  await approval.getByRole('button', { name: 'Complete authentication' }).click();
  await expectStatus(page, 'Delivered');
});

test('a saved card pays the next purchase', async ({ page, desk, books }) => {
  const wanted = { pay: { amount: '50', currency: 'EUR' }, receive: 'ETH_BASE', address: newAddress() };
  await goToCardPage(page, desk, wanted);
  await checkByLabel(page.getByRole('checkbox', { name: 'Save this card' }));
  await payWithCard(page, testCards.pays);
  await expectStatus(page, 'Delivered');
  const second = newAddress();
  await choosePurchase(page, { ...wanted, address: second });
  await checkByLabel(page.getByRole('radio', { name: /4242/ }));
  await page.getByRole('button', { name: /^Pay / }).click();
  await expectStatus(page, 'Delivered');
  const order = await readOrder(books, readOrderNumber(page));
  expect(await desk.balance('base', 'ETH', second)).toBe(BigInt(order.receive_units));
});

test('after the tab is closed, the order’s link shows its status', async ({ page, context, origin, desk, books }) => {
  const address = newAddress();
  await openCardPayment({ page, origin, desk }, { pay: { amount: '80', currency: 'EUR' }, receive: 'USDC', address });
  const orderNo = readOrderNumber(page);
  await payWithCard(page, testCards.pays);
  // The order continues without the tab.
  await expect
    .poll(async () => (await readOrder(books, orderNo)).status)
    .toMatch(/^(?:paid|converting|converted|delivering|delivered)$/);
  const again = await context.newPage();
  await page.close();
  await again.goto(`/order-status?orderNo=${orderNo}`);
  await expectStatus(again, 'Delivered');
  expect(await desk.balance('ethereum', 'USDC', address)).toBe(BigInt((await readOrder(books, orderNo)).receive_units));
});

test('the order’s link shows a stranger only the status', async ({ page, browser, desk, origin }) => {
  const address = newAddress();
  await openCardPayment({ page, origin, desk }, { pay: { amount: '80', currency: 'EUR' }, receive: 'ETH', address });
  const stranger = await (await browser.newContext({ baseURL: origin })).newPage();
  await stranger.goto(`/order-status?orderNo=${readOrderNumber(page)}`);
  await expectStatus(stranger, 'Awaiting payment');
  await expect(stranger.getByText('Without a login only its status is shown.')).toBeVisible();
  await expect(stranger.getByText(address.slice(-4))).toHaveCount(0);
});

test('no message from the browser changes an order’s status', async ({ page, desk, books, origin }) => {
  await openCardPayment(
    { page, origin, desk },
    { pay: { amount: '90', currency: 'EUR' }, receive: 'ETH', address: newAddress() },
  );
  const orderNo = readOrderNumber(page);
  await page.evaluate((forged) => {
    for (const type of ['payment_intent.succeeded', 'polling_success', 'payment_authorized', 'order.delivered']) {
      window.postMessage({ type, orderNo: forged, status: 'delivered', paymentIntent: { status: 'succeeded' } }, '*');
      window.dispatchEvent(
        new MessageEvent('message', { data: { type, orderNo: forged }, origin: 'https://js.stripe.com' }),
      );
    }
  }, orderNo);
  const webhook = await page.request.post(`${origin}/webhooks/stripe`, {
    data: {
      id: 'evt_forged',
      type: 'payment_intent.succeeded',
      data: { object: { id: 'pi_forged', metadata: { orderNo } } },
    },
    headers: { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` },
  });
  expect(webhook.status()).toBe(400);
  await page.goto(`/order-status?orderNo=${orderNo}&status=delivered&redirect_status=succeeded`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Delivered' })).toHaveCount(0);
  await expectServerStatus(books, orderNo, 'awaiting_payment');
});

// The amount is also above 1,000 EUR, where a payment with a card of another country is held: hence the German card.
test.describe('above 700 EUR', () => {
  async function payUpToIdentityCheck(fixtures: Parameters<typeof openCardPayment>[0], address: string) {
    const { page } = fixtures;
    const { email, orderNo } = await openCardPayment(fixtures, {
      pay: { amount: '1100', currency: 'EUR' },
      receive: 'ETH_BASE',
      address,
    });
    await payWithCard(page, testCards.german);
    await expect(page.getByText('Not charged').first()).toBeVisible();
    await page.getByRole('link', { name: 'Verify ID' }).first().click();
    await page.getByRole('button', { name: 'Continue to identity check' }).click();
    await fillDocument(page, email);
    return { email, orderNo };
  }

  test('captures the payment when the identity is verified', async ({ page, origin, desk, books }) => {
    const address = newAddress();
    const { orderNo } = await payUpToIdentityCheck({ page, origin, desk }, address);
    await page.getByRole('button', { name: 'Approve' }).click();
    await expectServerStatus(books, orderNo, 'delivered');
    const order = await readOrder(books, orderNo);
    expect(order.captured_units).toBe('110000');
    expect(await desk.balance('base', 'ETH', address)).toBe(BigInt(order.receive_units));
  });

  test('voids the authorization and charges nothing when the identity is refused', async ({
    page,
    origin,
    desk,
    books,
  }) => {
    const address = newAddress();
    const { orderNo } = await payUpToIdentityCheck({ page, origin, desk }, address);
    await page.getByRole('button', { name: 'Refuse' }).click();
    await expectServerStatus(books, orderNo, 'cancelled');
    expect((await readOrder(books, orderNo)).captured_units).toBe('0');
    expect(await desk.balance('base', 'ETH', address)).toBe(0n);
    const postings = await books.rows(
      'select 1 from ledger_postings p join orders o on o.id = p.order_id where o.order_no = $1',
      [orderNo],
    );
    expect(postings).toEqual([]);
  });

  test('waits while the identity is under review, and delivers when it is accepted', async ({
    page,
    origin,
    desk,
    books,
  }) => {
    const { email, orderNo } = await payUpToIdentityCheck({ page, origin, desk }, newAddress());
    await page.getByRole('button', { name: 'Keep for review' }).click();
    await expectServerStatus(books, orderNo, 'awaiting_identity');
    await desk.verdict(email, 'accepted');
    await expectServerStatus(books, orderNo, 'delivered');
  });
});

test('a Chinese browser gets the page in Chinese', async ({ browser, origin }) => {
  const context = await browser.newContext({ locale: 'zh-CN', baseURL: origin });
  const page = await context.newPage();
  await page.goto('/edit');
  await expect(page.getByRole('button', { name: '继续' })).toBeVisible();
  await context.close();
});

test('a logged-in buyer goes straight to the card page', async ({ page, desk }) => {
  const email = newEmail();
  const wanted = { pay: { amount: '40', currency: 'EUR' }, receive: 'POL', address: newAddress() };
  await choosePurchase(page, wanted);
  await logIn(page, desk, email);
  await submitDetails(page);
  await expect(page).toHaveURL(/\/enter-card/);
  await choosePurchase(page, wanted);
  await expect(page).toHaveURL(/\/enter-card/);
});
