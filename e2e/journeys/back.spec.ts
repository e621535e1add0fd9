/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { logInAsBuyer, newBuyer, placeOrder, submitBuyerDetails } from '../buyers/buyer.ts';
import { newEmail } from '../buyers/buyerDetails.ts';
import { checkByLabel } from '../buyers/checkByLabel.ts';
import {
  choosePurchase,
  enterAddress,
  expectStatus,
  fillDocument,
  goToCardPage,
  goToTransferPage,
  logIn,
  openQuote,
  payWithCard,
  submitDetails,
  testCards,
} from '../buyers/purchaseSteps.ts';
import { countOrders, type ExpectedPageName, goBackTo } from '../page/browserBack.ts';
import type { SandboxClient } from '../sandboxClient.ts';
import { test as base, expect } from '../world.ts';

/** Enables the back/forward cache, as in a buyer's browser. */
const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    { scope: 'worker' },
  ],
});

test.describe.configure({ mode: 'parallel' });

type World = { readonly page: Page; readonly desk: SandboxClient; readonly origin: string };

const wanted = (amount = '60') => ({
  pay: { amount, currency: 'EUR' },
  receive: 'ETH_BASE',
  address: privateKeyToAccount(generatePrivateKey()).address,
});

/** Any status after the payment. */
const PAID = /Paid|Converting|Converted|Delivering|Delivered/;

async function buyByWallet(page: Page, desk: SandboxClient): Promise<string> {
  const email = newEmail();
  const purchase = wanted();
  await openQuote(page, purchase);
  await checkByLabel(page.getByRole('radio', { name: 'Google Pay' }));
  await page.getByRole('button', { name: 'Continue' }).click();
  await enterAddress(page, purchase.address);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await logIn(page, desk, email);
  await submitDetails(page);
  await page.frameLocator('iframe[src*="/elements/express"]').getByRole('button', { name: 'Google Pay' }).click();
  const sheet = page.frameLocator('iframe[src*="/elements/wallet"]');
  await sheet.getByRole('radio', { name: /4242/ }).check();
  await sheet.getByRole('button', { name: 'Pay', exact: true }).click();
  await expectStatus(page, PAID);
  return email;
}

/** Logs in on the way to an account page. */
async function logInFirst(page: Page, desk: SandboxClient, path: string): Promise<string> {
  const email = newEmail();
  await openQuote(page, wanted());
  await page.goto(path);
  await logIn(page, desk, email);
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  return email;
}

type Path = {
  readonly name: string;
  /** Reaches the page where Back is pressed; returns the buyer's email address. */
  readonly reach: (world: World) => Promise<string>;
  readonly back: readonly ExpectedPageName[];
  /** Number of the buyer's orders at the end; 1 by default. */
  readonly orders?: number;
};

const paths: readonly Path[] = [
  {
    name: 'the code, before any order',
    reach: async ({ page }) => {
      const email = newEmail();
      await choosePurchase(page, wanted());
      await page.getByRole('textbox', { name: 'Email' }).fill(email);
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page).toHaveURL(/\/verification-code/);
      return email;
    },
    back: ['confirm', 'submit', 'edit'],
    orders: 0,
  },
  {
    name: 'the card of a first purchase',
    reach: ({ page, desk }) => goToCardPage(page, desk, wanted()),
    back: ['order', 'order', 'edit'],
  },
  {
    name: 'a purchase that is paid after a step back',
    reach: async ({ page, desk }) => {
      const email = await goToCardPage(page, desk, wanted());
      await goBackTo(page, 'order');
      await page.getByRole('link', { name: /^Pay / }).click();
      await payWithCard(page, testCards.pays);
      await expectStatus(page, PAID);
      return email;
    },
    back: ['order', 'edit', 'edit'],
  },
  {
    name: 'a transfer’s instructions',
    reach: ({ page, desk }) => goToTransferPage(page, desk, wanted()),
    back: ['edit', 'edit', 'edit'],
  },
  {
    name: 'a second purchase, with a saved card',
    reach: async ({ page, desk }) => {
      const email = await goToCardPage(page, desk, wanted());
      await checkByLabel(page.getByRole('checkbox', { name: 'Save this card' }));
      await payWithCard(page, testCards.pays);
      await expectStatus(page, PAID);
      await choosePurchase(page, wanted());
      await checkByLabel(page.getByRole('radio', { name: /4242/ }));
      await page.getByRole('button', { name: /^Pay / }).click();
      await expectStatus(page, PAID);
      return email;
    },
    back: ['edit', 'edit', 'edit'],
    orders: 2,
  },
  {
    name: 'a purchase that is paid with a wallet',
    reach: ({ page, desk }) => buyByWallet(page, desk),
    back: ['edit', 'edit', 'edit'],
  },
  {
    name: 'a document that was asked for',
    reach: async ({ page, desk }) => {
      const email = await goToCardPage(page, desk, wanted('900'));
      await payWithCard(page, testCards.pays);
      await page.getByRole('link', { name: 'Verify ID' }).first().click();
      await page.getByRole('button', { name: 'Continue to identity check' }).click();
      await fillDocument(page, email);
      await page.getByRole('button', { name: 'Approve' }).click();
      await expectStatus(page, PAID);
      return email;
    },
    back: ['verifier', 'order', 'edit', 'edit', 'edit'],
  },
  {
    name: 'an unpaid order of the list',
    reach: async ({ page, desk, origin }) => {
      const buyer = await submitBuyerDetails(await newBuyer(origin, desk));
      await placeOrder(buyer, wanted(), 'credit_debit_card');
      await logInAsBuyer(page, origin, buyer);
      await page.goto('/my-orders');
      await page.getByRole('link', { name: /→/ }).click();
      await page.getByRole('link', { name: /^Pay / }).click();
      await expect(page).toHaveURL(/\/enter-card/);
      return buyer.email;
    },
    back: ['order', 'orders'],
  },
  ...['/my-orders', '/settings'].map(
    (path): Path => ({
      name: `${path} after a login`,
      reach: ({ page, desk }) => logInFirst(page, desk, path),
      back: ['edit'],
      orders: 0,
    }),
  ),
];

for (const { name, reach, back, orders = 1 } of paths)
  test(`Back from ${name} creates no second order`, async ({ page, desk, origin, books }) => {
    const email = await reach({ page, desk, origin });
    await goBackTo(page, ...back);
    expect(await countOrders(books, email)).toBe(orders);
  });

test('Back while the order is being created continues with that order', async ({ page, desk, origin, books }) => {
  const buyer = await submitBuyerDetails(await newBuyer(origin, desk));
  await logInAsBuyer(page, origin, buyer);
  let markArrived = () => undefined as unknown;
  const arrived = new Promise((resolve) => (markArrived = () => resolve(undefined)));
  await page.route(
    '**/coinOrder',
    async (route) => {
      await route.fetch();
      markArrived();
    },
    { times: 1 },
  );
  await choosePurchase(page, wanted());
  await arrived;
  await page.goBack();
  await expect(page).toHaveURL(/\/enter-card\?orderNo=/);
  expect(await countOrders(books, buyer.email)).toBe(1);
});
