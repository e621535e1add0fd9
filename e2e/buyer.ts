/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { type CallData, calls } from '@slipway/contract/calls.ts';
import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import type { Desk } from './desk.ts';
import { createGatewayClient, type GatewayClient } from './gatewayClient.ts';
import { detailsOf, newEmail } from './person.ts';
import { expectStatus, type Wanted } from './purchase.ts';
import { expect } from './world.ts';

/** A buyer who is logged in, and what a browser must hold to be theirs. */
export type Buyer = {
  readonly client: GatewayClient;
  readonly email: string;
  readonly authToken: string;
  readonly userInfo: CallData<'authInfo'>;
};

/** Logged in for the first time: no details, no orders. */
export async function newBuyer(origin: string, desk: Desk): Promise<Buyer> {
  const client = createGatewayClient(origin);
  const email = newEmail();
  const authToken = await client.logIn(desk, email);
  return withUserInfo({ client, email, authToken });
}

/** The same buyer, who has given the basic details. */
export async function giveDetailsOf(buyer: Buyer): Promise<Buyer> {
  const { client, authToken, email } = buyer;
  await client.data('addKyc', { ...detailsOf(email), authToken });
  return withUserInfo(buyer);
}

async function withUserInfo(buyer: Omit<Buyer, 'userInfo'>): Promise<Buyer> {
  const { client, authToken } = buyer;
  return { ...buyer, userInfo: calls.authInfo.data.parse(await client.data('authInfo', { authToken })) };
}

/** The number of a new order, for a quote of this moment. */
export async function placeOrder(
  { client, authToken }: Buyer,
  { pay, receive, address }: Wanted,
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

/** The context's browser is from now on the buyer's, once the page has been opened the next time. */
export async function enterAs(page: Page, origin: string, { client, userInfo }: Buyer): Promise<void> {
  await page.context().addCookies(client.cookies().map((cookie) => ({ ...cookie, url: origin })));
  await keep(page, 'localStorage', 'userInfo', JSON.stringify(userInfo));
}

/** Whatever the page itself stores later is not overwritten. */
export async function keep(
  page: Page,
  area: 'localStorage' | 'sessionStorage',
  key: string,
  value: string,
): Promise<void> {
  await page.addInitScript(
    (entry) => {
      // A frame of another kind has no storage, and needs none.
      if (window !== window.top || window[entry.area].getItem(entry.key) !== null) return;
      window[entry.area].setItem(entry.key, entry.value);
    },
    { area, key, value },
  );
}

/** Where a journey is: its page, and the world around it. */
type Surroundings = { readonly page: Page; readonly origin: string; readonly desk: Desk };

/**
 * A new buyer at the page that takes the payment of an order, which was made by the calls that the screens before it make.
 * For journeys that begin there: those before are the subject of others, which go through them (`reachCard`).
 */
export async function startAtCard(
  surroundings: Surroundings,
  wanted: Wanted,
  payMethod: PayMethod = 'credit_debit_card',
): Promise<{ readonly email: string; readonly orderNo: string }> {
  const started = await start(surroundings, wanted, payMethod, '/enter-card');
  await expect(surroundings.page).toHaveURL(/\/enter-card/);
  return started;
}

/** The same at the instructions of a transfer (`reachTransfer`). */
export async function startAtTransfer(
  surroundings: Surroundings,
  wanted: Wanted,
): Promise<{ readonly email: string; readonly orderNo: string }> {
  const started = await start(surroundings, wanted, 'bank_transfer', '/payment-status');
  await expectStatus(surroundings.page, 'Awaiting your transfer');
  return started;
}

async function start({ page, origin, desk }: Surroundings, wanted: Wanted, payMethod: PayMethod, path: string) {
  const buyer = await giveDetailsOf(await newBuyer(origin, desk));
  const orderNo = await placeOrder(buyer, wanted, payMethod);
  await enterAs(page, origin, buyer);
  await page.goto(`${path}?orderNo=${orderNo}`);
  return { email: buyer.email, orderNo };
}
