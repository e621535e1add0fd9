import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expectServerStatus, readOrder } from '../books/databaseChecks.ts';
import { logInAsBuyer, newBuyer, openCardPayment, placeOrder, submitBuyerDetails } from '../buyers/buyer.ts';
import { newEmail } from '../buyers/buyerDetails.ts';
import { createGatewayClient, placeTransferOrder } from '../buyers/gatewayClient.ts';
import {
  acceptRequotes,
  enterAddress,
  expectStatus,
  logIn,
  openQuote,
  payWithCard,
  readOrderNumber,
  submitDetails,
  testCards,
} from '../buyers/purchaseSteps.ts';
import { interceptCall } from '../page/interceptCalls.ts';
import { expectToast, recordToasts } from '../page/recordToasts.ts';
import { expect } from '../world.ts';
import { test } from './lateTest.ts';

const AFTER_QUOTE_SECONDS = 61;
const newPurchase = () => ({
  pay: { amount: '100', currency: 'EUR' },
  receive: 'ETH_BASE',
  address: privateKeyToAccount(generatePrivateKey()).address,
});

test('renews a quote that has expired when the buyer presses Continue', async ({ page, controls }) => {
  const purchase = newPurchase();
  await openQuote(page, purchase);
  await controls.advanceClock(AFTER_QUOTE_SECONDS);
  await page.getByRole('button', { name: 'Continue' }).click();
  await enterAddress(page, purchase.address);
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeEnabled();
});

test('renews a quote that has expired when the order is placed, and the buyer accepts the new amount', async ({
  page,
  desk,
  books,
  controls,
}) => {
  await recordToasts(page);
  const purchase = newPurchase();
  let isQuoteExpired = false;
  await page.route('**/coinOrder', async (route) => {
    if (!isQuoteExpired) {
      isQuoteExpired = true;
      await controls.advanceClock(AFTER_QUOTE_SECONDS);
    }
    await route.continue();
  });
  const refused = page.waitForResponse(
    async (response) => response.url().endsWith('/coinOrder') && (await response.text()).includes('"respCode":"5003"'),
  );
  await openQuote(page, purchase);
  await page.getByRole('button', { name: 'Continue' }).click();
  await enterAddress(page, purchase.address);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await logIn(page, desk, newEmail());
  await refused;
  await expectToast(page, 'Price expired. Here is a new quote.');
  await acceptRequotes(page, /enter-information/);
  await submitDetails(page);
  await payWithCard(page, testCards.pays);
  await expectStatus(page, 'Delivered');
  const order = await readOrder(books, readOrderNumber(page));
  expect(await desk.balance('base', 'ETH', purchase.address)).toBe(BigInt(order.receive_units));
});

test('renews the quote if the login takes longer than the quote is valid', async ({ page, desk, books, controls }) => {
  const purchase = newPurchase();
  await openQuote(page, purchase);
  await page.getByRole('button', { name: 'Continue' }).click();
  await enterAddress(page, purchase.address);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/email-login/);
  await controls.advanceClock(3 * AFTER_QUOTE_SECONDS);
  await logIn(page, desk, newEmail());
  await acceptRequotes(page, /enter-information/);
  await submitDetails(page);
  await expect(page).toHaveURL(/enter-card/);
  await expectServerStatus(books, readOrderNumber(page), 'awaiting_payment');
});

test('an unpaid order expires, and its page offers a new order', async ({ page, origin, desk, books, controls }) => {
  const { orderNo } = await openCardPayment({ page, origin, desk }, newPurchase());
  await controls.advanceClock(15 * 60 + 1);
  await expectServerStatus(books, orderNo, 'expired');
  // The card page navigates automatically. Wait for that: the browser would drop one of two simultaneous navigations.
  await expect(page).toHaveURL(/\/payment-status\?orderNo=/);
  await expectStatus(page, 'Expired');
  await expect(page.getByRole('link', { name: 'Place a new order' })).toHaveAttribute('href', '/edit');
  await page.goto(`/order-status?orderNo=${orderNo}`);
  await expectStatus(page, 'Expired');
});

test('the card page shows an expiry that happens while it loads', async ({ page, origin, desk, books, controls }) => {
  const buyer = await submitBuyerDetails(await newBuyer(origin, desk));
  const orderNo = await placeOrder(buyer, newPurchase(), 'credit_debit_card');
  await logInAsBuyer(page, origin, buyer);
  const following = page.waitForResponse(/orderEvents/);
  let isFirst = true;
  await interceptCall(page, 'checkoutInfo', async (call) => {
    if (!isFirst) return false;
    isFirst = false;
    const early = await call.fetchAnswer();
    await following;
    await controls.advanceClock(15 * 60 + 1);
    await expectServerStatus(books, orderNo, 'expired');
    await call.answer(early as object);
    return true;
  });
  await page.goto(`/enter-card?orderNo=${orderNo}`);
  await expect(page).toHaveURL(/\/payment-status\?orderNo=/);
  await expectStatus(page, 'Expired');
});

test('voids the authorization if the identity is not verified in time', async ({
  page,
  origin,
  desk,
  books,
  controls,
}) => {
  const { orderNo } = await openCardPayment(
    { page, origin, desk },
    { ...newPurchase(), pay: { amount: '900', currency: 'EUR' } },
  );
  await payWithCard(page, testCards.pays);
  await expectServerStatus(books, orderNo, 'awaiting_identity');
  await controls.advanceClock(24 * 3600 + 1);
  await expectServerStatus(books, orderNo, 'cancelled');
  expect((await readOrder(books, orderNo)).captured_units).toBe('0');
});

test('refunds a transfer that arrives after the three days for payment', async ({ origin, desk, books, controls }) => {
  const client = createGatewayClient(origin);
  const authToken = await client.logIn(desk, newEmail());
  const { orderNo, reference } = await placeTransferOrder(client, authToken);
  await controls.advanceClock(3 * 24 * 3600 + 1);
  await expectServerStatus(books, orderNo, 'expired');
  await desk.sendBankTransfer({ reference, amount: '100', currency: 'EUR' });
  await expectServerStatus(books, orderNo, 'refunded');
  const detail = await client.data('orderDetail', { authToken: await client.logIn(desk, newEmail()), orderNo });
  expect(detail).toMatchObject({ status: 'refunded', exception: 'paid_late', owner: false });
});
