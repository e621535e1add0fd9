/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { type CallData, calls } from '@slipway/contract/calls.ts';
import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import type { SandboxClient } from '../sandboxClient.ts';
import { expect } from '../world.ts';
import { buildDetailsFor, newEmail } from './buyerDetails.ts';
import { createGatewayClient, type GatewayClient } from './gatewayClient.ts';
import { expectStatus, type PurchaseChoice } from './purchaseSteps.ts';

/** A logged-in buyer, and the data that a browser needs to act as this buyer. */
export type Buyer = {
  readonly client: GatewayClient;
  readonly email: string;
  readonly authToken: string;
  readonly userInfo: CallData<'authInfo'>;
};

/** Creates and logs in a buyer without details or orders. */
export async function newBuyer(origin: string, desk: SandboxClient): Promise<Buyer> {
  const client = createGatewayClient(origin);
  const email = newEmail();
  const authToken = await client.logIn(desk, email);
  return loadUserInfo({ client, email, authToken });
}

/** Submits the buyer's basic details and returns the updated buyer. */
export async function submitBuyerDetails(buyer: Buyer): Promise<Buyer> {
  const { client, authToken, email } = buyer;
  await client.data('addKyc', { ...buildDetailsFor(email), authToken });
  return loadUserInfo(buyer);
}

async function loadUserInfo(buyer: Omit<Buyer, 'userInfo'>): Promise<Buyer> {
  const { client, authToken } = buyer;
  return { ...buyer, userInfo: calls.authInfo.data.parse(await client.data('authInfo', { authToken })) };
}

/** Places an order with a fresh quote and returns its number. */
export async function placeOrder(
  { client, authToken }: Buyer,
  { pay, receive, address }: PurchaseChoice,
  payMethod: PayMethod,
): Promise<string> {
  const wanted = {
    sendCurrency: pay.currency,
    sendCurrencyAmount: pay.amount,
    getCurrency: receive,
    getCurrencyAmount: '',
    payMethod,
  };
  const { token } = await client.quote(wanted);
  const submission = { ...wanted, address, walletType: 'self_hosted', token, authToken };
  return String((await client.data('coinOrder', submission))['orderNo']);
}

/** Logs the context's browser in as the buyer, effective from the next page load. */
export async function logInAsBuyer(page: Page, origin: string, { client, userInfo }: Buyer): Promise<void> {
  await page.context().addCookies(client.cookies().map((cookie) => ({ ...cookie, url: origin })));
  const { email, ...stored } = userInfo;
  await presetStorageItem(page, 'localStorage', 'userInfo', JSON.stringify(stored));
  await presetStorageItem(page, 'localStorage', 'email', email);
}

/** Sets a storage item on each load unless the page has already stored one. */
export async function presetStorageItem(
  page: Page,
  area: 'localStorage' | 'sessionStorage',
  key: string,
  value: string,
): Promise<void> {
  await page.addInitScript(
    (entry) => {
      // Skip frames: some kinds have no storage, and none needs this item.
      if (window !== window.top || window[entry.area].getItem(entry.key) !== null) return;
      window[entry.area].setItem(entry.key, entry.value);
    },
    { area, key, value },
  );
}

/** The page of a journey and the world it runs in. */
type JourneyStart = { readonly page: Page; readonly origin: string; readonly desk: SandboxClient };

/**
 * Creates an order of a new buyer by API calls and opens its payment page. For journeys that begin at this page; other journeys
 * go through the screens before it (`goToCardPage`).
 */
export async function openCardPayment(
  fixtures: JourneyStart,
  wanted: PurchaseChoice,
  payMethod: PayMethod = 'credit_debit_card',
): Promise<{ readonly email: string; readonly orderNo: string }> {
  const started = await openOrderPage(fixtures, wanted, payMethod, '/enter-card');
  await expect(fixtures.page).toHaveURL(/\/enter-card/);
  return started;
}

/** Like {@link openCardPayment}, at the instructions of a bank transfer (`goToTransferPage`). */
export async function openTransferInstructions(
  fixtures: JourneyStart,
  wanted: PurchaseChoice,
): Promise<{ readonly email: string; readonly orderNo: string }> {
  const started = await openOrderPage(fixtures, wanted, 'bank_transfer', '/payment-status');
  await expectStatus(fixtures.page, 'Awaiting your transfer');
  return started;
}

async function openOrderPage(
  { page, origin, desk }: JourneyStart,
  wanted: PurchaseChoice,
  payMethod: PayMethod,
  path: string,
) {
  const buyer = await submitBuyerDetails(await newBuyer(origin, desk));
  const orderNo = await placeOrder(buyer, wanted, payMethod);
  await logInAsBuyer(page, origin, buyer);
  await page.goto(`${path}?orderNo=${orderNo}`);
  return { email: buyer.email, orderNo };
}
