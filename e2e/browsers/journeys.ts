import assert from 'node:assert/strict';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { readOrder } from '../books/databaseChecks.ts';
import { newEmail } from '../buyers/buyerDetails.ts';
import { type PurchaseChoice, testCards } from '../buyers/purchaseSteps.ts';
import type { ReadOnlyDatabase } from '../readOnlyDatabase.ts';
import type { SandboxClient } from '../sandboxClient.ts';
import type { World } from '../world.ts';
import type { Page } from './page.ts';
import { choosePurchase, confirmAddress, enterDetails, logIn, payWithNewCard, waitForStatus } from './steps.ts';

export type JourneyContext = {
  readonly world: World;
  readonly desk: SandboxClient;
  readonly books: ReadOnlyDatabase;
  readonly page: Page;
  goTo(url: string): Promise<void>;
  /** Returns the page of the window that the action opens, resized like the first window. */
  waitForNewWindow(action: () => Promise<void>): Promise<Page>;
};

type Journey = (context: JourneyContext) => Promise<void>;

/** The main purchases. Each has a new buyer and a new browser session. */
export const journeys: Readonly<Record<string, Journey>> = {
  'a login with a code by email lasts over a new load': async ({ world, desk, page, goTo }) => {
    await goTo(`${world.origin}/my-orders`);
    await logIn(page, desk, newEmail());
    await page.waitForUrl(/\/my-orders$/);
    await page.waitForText('main', 'You have no orders yet.');
    await goTo(`${world.origin}/settings`);
    await page.waitForRole('button', /^Log out everywhere/);
  },

  'a purchase by card, and a second one with the saved card': async (context) => {
    const { desk, page } = context;
    const first = newPurchase();
    const email = newEmail();
    await openEdit(context, first);
    await choosePurchase(page, first, 'card');
    await logIn(page, desk, email);
    await enterDetails(page, email);
    await payWithNewCard(page, testCards.pays, true);
    await expectDelivered(context, page, first);

    const second = newPurchase();
    await openEdit(context, second);
    await choosePurchase(page, second, 'card');
    await page.check('radio', /4242/);
    await page.press('button', /^Pay /);
    await expectDelivered(context, page, second);
  },

  'a purchase by bank transfer': async (context) => {
    const { desk, books, page } = context;
    const purchase = newPurchase();
    const email = newEmail();
    await openEdit(context, purchase);
    await choosePurchase(page, purchase, 'transfer');
    await logIn(page, desk, email);
    await enterDetails(page, email);
    const orderNo = await waitForStatus(page, 'Awaiting your transfer');
    const { transfer_reference: reference } = await readOrder(books, orderNo);
    await page.pressToShow('button', 'Copy reference', 'button[data-copied]');
    await desk.sendBankTransfer({ reference, amount: `${purchase.pay.amount}.00`, currency: purchase.pay.currency });
    await expectDelivered(context, page, purchase);
  },

  'a purchase from the plugin in the frame of a shop': async (context) => {
    const { world, desk, page, goTo, waitForNewWindow } = context;
    const address = newAddress();
    const email = newEmail();
    await goTo(world.shopUrl);
    const plugin = await page.enterFrame('#top-up iframe');
    await plugin.waitForControl('button', 'Continue');
    await plugin.fill('You pay', '60');
    await plugin.leave('You pay');
    await plugin.waitForValue('You pay', /^60\.00$/);
    const purchase = await waitForNewWindow(() => plugin.press('button', 'Continue'));
    await confirmAddress(purchase, address);
    await logIn(purchase, desk, email);
    await enterDetails(purchase, email);
    await payWithNewCard(purchase, testCards.pays);
    const orderNo = await waitForStatus(purchase, 'Delivered');
    await page.waitForText('#orders li', orderNo);
    await page.waitForText('#orders li', 'In the wallet');
  },
};

function newAddress(): string {
  return privateKeyToAddress(generatePrivateKey());
}

function newPurchase(): PurchaseChoice {
  return { pay: { amount: '50', currency: 'EUR' }, receive: 'ETH_BASE', address: newAddress() };
}

async function openEdit({ world, goTo }: JourneyContext, { pay, receive }: PurchaseChoice): Promise<void> {
  await goTo(`${world.origin}/edit?${new URLSearchParams({ sendCurrency: pay.currency, getCurrency: receive })}`);
}

/** Waits until the page shows the delivery, and checks the paid amount and the coins at the address. */
async function expectDelivered(
  { books, desk }: JourneyContext,
  page: Page,
  { address }: PurchaseChoice,
): Promise<void> {
  const { receive_units, pay_units } = await readOrder(books, await waitForStatus(page, 'Delivered'));
  assert.equal(pay_units, '5000');
  assert.equal(await desk.balance('base', 'ETH', address), BigInt(receive_units));
}
