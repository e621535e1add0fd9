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
  type PurchaseChoice,
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

type JourneyFixtures = { readonly page: Page; readonly desk: SandboxClient; readonly origin: string };

function newPurchase(amount = '60'): PurchaseChoice {
  const { address } = privateKeyToAccount(generatePrivateKey());
  return { pay: { amount, currency: 'EUR' }, receive: 'ETH_BASE', address };
}

/** Any status after the payment. */
const PAID = /Paid|Converting|Converted|Delivering|Delivered/;

async function buyByWallet(page: Page, desk: SandboxClient): Promise<string> {
  const email = newEmail();
  const purchase = newPurchase();
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

/** Begins a purchase, opens an account page, and logs in on the way to it. Returns the email address. */
async function openAccountPage(page: Page, desk: SandboxClient, path: string): Promise<string> {
  const email = newEmail();
  await openQuote(page, newPurchase());
  await page.goto(path);
  await logIn(page, desk, email);
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  return email;
}

type Path = {
  readonly name: string;
  /** Reaches the page where Back is pressed; returns the buyer's email address. */
  readonly reach: (fixtures: JourneyFixtures) => Promise<string>;
  /** The pages to which Back leads, one press each. */
  readonly back: readonly ExpectedPageName[];
  /** Number of the buyer's orders at the end; 1 by default. */
  readonly orderCount?: number;
};

const paths: readonly Path[] = [
  {
    name: 'the login code, before any order',
    reach: async ({ page }) => {
      const email = newEmail();
      await choosePurchase(page, newPurchase());
      await page.getByRole('textbox', { name: 'Email' }).fill(email);
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page).toHaveURL(/\/verification-code/);
      return email;
    },
    back: ['confirm', 'submit', 'edit'],
    orderCount: 0,
  },
  {
    name: 'the card page of a first purchase',
    reach: ({ page, desk }) => goToCardPage(page, desk, newPurchase()),
    back: ['order', 'order', 'edit'],
  },
  {
    name: 'a purchase that is paid after a step back',
    reach: async ({ page, desk }) => {
      const email = await goToCardPage(page, desk, newPurchase());
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
    reach: ({ page, desk }) => goToTransferPage(page, desk, newPurchase()),
    back: ['edit', 'edit', 'edit'],
  },
  {
    name: 'a second purchase, with a saved card',
    reach: async ({ page, desk }) => {
      const email = await goToCardPage(page, desk, newPurchase());
      await checkByLabel(page.getByRole('checkbox', { name: 'Save this card' }));
      await payWithCard(page, testCards.pays);
      await expectStatus(page, PAID);
      await choosePurchase(page, newPurchase());
      await checkByLabel(page.getByRole('radio', { name: /4242/ }));
      await page.getByRole('button', { name: /^Pay / }).click();
      await expectStatus(page, PAID);
      return email;
    },
    back: ['edit', 'edit', 'edit'],
    orderCount: 2,
  },
  {
    name: 'a purchase that is paid with a wallet',
    reach: ({ page, desk }) => buyByWallet(page, desk),
    back: ['edit', 'edit', 'edit'],
  },
  {
    name: 'a requested identity check',
    reach: async ({ page, desk }) => {
      const email = await goToCardPage(page, desk, newPurchase('900'));
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
    name: 'an unpaid order of My Orders',
    reach: async ({ page, desk, origin }) => {
      const buyer = await submitBuyerDetails(await newBuyer(origin, desk));
      await placeOrder(buyer, newPurchase(), 'credit_debit_card');
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
      reach: ({ page, desk }) => openAccountPage(page, desk, path),
      back: ['edit'],
      orderCount: 0,
    }),
  ),
];

for (const { name, reach, back, orderCount = 1 } of paths)
  test(`Back from ${name} creates no second order`, async ({ page, desk, origin, books }) => {
    const email = await reach({ page, desk, origin });
    await goBackTo(page, ...back);
    expect(await countOrders(books, email)).toBe(orderCount);
  });

test('pressing Back while the order is being created leads to that order', async ({ page, desk, origin, books }) => {
  const buyer = await submitBuyerDetails(await newBuyer(origin, desk));
  await logInAsBuyer(page, origin, buyer);
  const created = Promise.withResolvers<void>();
  await page.route(
    '**/coinOrder',
    // The page never gets the answer.
    async (route) => {
      await route.fetch();
      created.resolve();
    },
    { times: 1 },
  );
  await choosePurchase(page, newPurchase());
  await created.promise;
  await page.goBack();
  await expect(page).toHaveURL(/\/enter-card\?orderNo=/);
  expect(await countOrders(books, buyer.email)).toBe(1);
});
