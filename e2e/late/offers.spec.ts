/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expectBalancedLedger, expectServerStatus, readOrder } from '../books/databaseChecks.ts';
import { enterAddress, expectStatus, openQuote, readOrderNumber } from '../buyers/purchaseSteps.ts';
import { goBackTo } from '../page/browserBack.ts';
import { expect } from '../world.ts';
import { test } from './offersTest.ts';

const wanted = () => ({
  pay: { amount: '100', currency: 'EUR' },
  receive: 'ETH_BASE',
  address: privateKeyToAccount(generatePrivateKey()).address,
});

const findOffer = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });

/** Orders from a provider on Edit, up to the page with the instructions for that provider. */
async function orderFrom(page: Page, provider: string, address: string): Promise<string> {
  await openQuote(page, wanted());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/select-offer/);
  await findOffer(page, provider).click();
  await enterAddress(page, address);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/wait-payment/);
  return readOrderNumber(page);
}

/** Opens the provider's own page in a new window, through the page that announces where it leads. */
async function goToProvider(page: Page, provider: string): Promise<Page> {
  await page.getByRole('link', { name: `Continue to ${provider}` }).click();
  await expect(page.getByRole('heading', { name: `You are leaving for ${provider}` })).toBeVisible();
  return leaveFor(page, provider);
}

async function leaveFor(page: Page, provider: string): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: `Go to ${provider}` }).click();
  const checkout = await opening;
  await expect(checkout.getByText('Secure checkout')).toBeVisible();
  await expect(page).toHaveURL(/\/wait-payment\?orderNo=/);
  return checkout;
}

test('lists the offers of several providers, the best one first, with their requirements', async ({ page }) => {
  await openQuote(page, wanted());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(findOffer(page, 'Slipway')).toBeVisible();
  await expect(findOffer(page, 'MoonPay')).toContainText('ID document');
  await expect(findOffer(page, 'Coinbase')).toContainText('Account needed');
  await expect(findOffer(page, 'Ramp Network')).toBeVisible();
  await expect(findOffer(page, 'Transak')).toBeVisible();
  await expect(page.getByText('Best rate')).toHaveCount(1);
});

test('Back from a provider’s order leads to the order’s page, then to Edit', async ({ page, books }) => {
  const { address } = wanted();
  await orderFrom(page, 'Coinbase', address);
  await goBackTo(page, 'wait', 'wait', 'edit');
  const orders = await books.rows('select 1 from orders where address = $1', [address]);
  expect(orders).toHaveLength(1);
});

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };
const bought = [
  { provider: 'MoonPay', viewport: PHONE },
  { provider: 'Coinbase', viewport: DESKTOP },
  { provider: 'Ramp Network', viewport: DESKTOP },
  { provider: 'Transak', viewport: PHONE },
] as const;

for (const { provider, viewport } of bought)
  test(`an order bought at ${provider} is delivered by that provider, at ${viewport.width} px`, async ({
    page,
    desk,
    books,
  }) => {
    await page.setViewportSize(viewport);
    const { address } = wanted();
    const orderNo = await orderFrom(page, provider, address);
    const checkout = await goToProvider(page, provider);
    await checkout.getByRole('button', { name: /^Pay 100\.00 EUR/ }).click();
    await expect(checkout).toHaveURL(/\/(?:wait-payment|order-status)\?orderNo=/);
    await expectServerStatus(books, orderNo, 'delivered');
    // The page that the buyer left follows automatically.
    await expect(page).toHaveURL(/\/order-status\?orderNo=/);
    await expectStatus(page, 'Delivered');
    await expect(page.getByText(`${provider} takes this payment and sends the coins.`)).toBeVisible();
    await expect(page.getByRole('link', { name: `Get help from ${provider}` })).toHaveAttribute('href', /^https:/);
    expect(await desk.balance('base', 'ETH', address)).toBeGreaterThan(0n);
    await expectBalancedLedger(books);
  });

test('a provider’s single-use link is replaced by a new one at the next visit', async ({ page, books }) => {
  const orderNo = await orderFrom(page, 'Coinbase', wanted().address);
  const first = await goToProvider(page, 'Coinbase');
  await page.goto(`/redirect?orderNo=${orderNo}`);
  const second = await leaveFor(page, 'Coinbase');
  expect(second.url()).not.toBe(first.url());
  await second.getByRole('button', { name: 'Pay with a card that is declined' }).click();
  await expectServerStatus(books, orderNo, 'failed');
  await page.goto(`/order-status?orderNo=${orderNo}`);
  await expect(page.getByText('The payment did not go through at Coinbase.')).toBeVisible();
});

test('offers a link if the browser opens no window', async ({ page }) => {
  await orderFrom(page, 'MoonPay', wanted().address);
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.reload();
  await page.getByRole('link', { name: 'Continue to MoonPay' }).click();
  await page.getByRole('button', { name: 'Go to MoonPay' }).click();
  await expect(page.getByRole('alert')).toContainText("Couldn't launch MoonPay, Please try again");
  await page.getByRole('link', { name: 'Open it in this tab' }).click();
  await expect(page.getByText('Secure checkout')).toBeVisible();
});

test('shows that a provider did not answer, and does not wait for it', async ({ page, controls }) => {
  await controls.injectFaults([{ standIn: 'moonpay', call: '/v3/currencies/', effect: 'hang', times: 5 }]);
  // Use another amount: the answer to an equal inquiry is cached for some seconds.
  await openQuote(page, { ...wanted(), pay: { amount: '130', currency: 'EUR' } });
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(findOffer(page, 'Slipway')).toBeVisible();
  await expect(page.getByText('One provider did not answer in time.')).toBeVisible();
});

test('shows the buyer that a provider sent less than it had offered', async ({ page, books, controls }) => {
  await controls.injectFaults([{ standIn: 'moonpay', call: 'checkout', effect: 'worse_price', size: 4 }]);
  const orderNo = await orderFrom(page, 'MoonPay', wanted().address);
  const checkout = await goToProvider(page, 'MoonPay');
  await checkout.getByRole('button', { name: /^Pay 100\.00 EUR/ }).click();
  await expectServerStatus(books, orderNo, 'delivered');
  await page.goto(`/order-status?orderNo=${orderNo}`);
  await expect(page.getByText('MoonPay gave you less for your money than it had offered here.')).toBeVisible();
  expect((await readOrder(books, orderNo)).status).toBe('delivered');
});

test('delivers an order although its webhooks are lost and one is forged', async ({ page, books, controls }) => {
  await controls.injectFaults([
    { standIn: 'moonpay', call: 'webhook', effect: 'webhook_forged' },
    { standIn: 'moonpay', call: 'webhook', effect: 'webhook_lost', times: 3 },
  ]);
  const orderNo = await orderFrom(page, 'MoonPay', wanted().address);
  const checkout = await goToProvider(page, 'MoonPay');
  await checkout.getByRole('button', { name: /^Pay 100\.00 EUR/ }).click();
  await expectServerStatus(books, orderNo, 'delivered');
});
