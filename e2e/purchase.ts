/// <reference lib="dom" />

import type { FrameLocator, Page } from '@playwright/test';
import { newCardExpiry } from './cardExpiry.ts';
import type { Desk } from './desk.ts';
import { checkLabelled } from './labelled.ts';
import { detailsOf, newDetails, newEmail } from './person.ts';
import { expect } from './world.ts';

/** Cards of the acquirer's stand-in, as its documentation names them. */
export const cards = {
  pays: '4242 4242 4242 4242',
  /** The others are of the United States, which is not where the buyers are. */
  german: '4000 0027 6000 0016',
  declined: '4000 0000 0000 0002',
  noFunds: '4000 0000 0000 9995',
  threeDSecure: '4000 0000 0000 3220',
} as const;

export type Wanted = {
  readonly pay: { readonly amount: string; readonly currency: string };
  readonly receive: string;
  readonly address: string;
};

/** Edit to Confirm Address: the choices of a buyer who is not logged in. */
export async function choose(page: Page, wanted: Wanted): Promise<void> {
  await openQuote(page, wanted);
  await page.getByRole('button', { name: 'Continue' }).click();
  await giveAddress(page, wanted.address);
  await page.getByRole('button', { name: 'Confirm' }).click();
}

/** Edit with a live quote for what is wanted. */
export async function openQuote(page: Page, { pay, receive }: Omit<Wanted, 'address'>): Promise<void> {
  const query = new URLSearchParams({ sendCurrency: pay.currency, getCurrency: receive });
  await page.goto(`/edit?${query}`);
  // The first quote writes its amount as the currency is written: not while it is being typed over.
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
  const amount = page.getByRole('textbox', { name: 'You pay' });
  await amount.fill(pay.amount);
  await amount.blur();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
  await expect.poll(async () => (await amount.inputValue()).replaceAll(',', '')).toMatch(new RegExp(`^${pay.amount}`));
  await expect(page.getByRole('textbox', { name: /You get/ })).not.toHaveValue('');
}

export async function giveAddress(page: Page, address: string): Promise<void> {
  await expect(page).toHaveURL(/\/submit-address/);
  await page.getByRole('textbox', { name: 'Wallet Address' }).fill(address);
  await checkLabelled(page.getByRole('radio', { name: /Self-hosted wallet/ }));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/confirm-address/);
}

/** From the login page to wherever the buyer was going. */
export async function logIn(page: Page, desk: Desk, email: string): Promise<void> {
  await expect(page).toHaveURL(/\/email-login/);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/verification-code/);
  await page.getByRole('textbox', { name: 'Verification code' }).fill(await desk.loginCode(email));
}

export async function giveDetails(page: Page, email?: string): Promise<void> {
  await fillDetails(page, email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

export async function fillDetails(page: Page, email?: string): Promise<void> {
  const { birthDate, phone } = email === undefined ? newDetails() : detailsOf(email);
  await expect(page).toHaveURL(/\/enter-information/);
  await page.getByRole('textbox', { name: 'First name' }).fill('Anna');
  await page.getByRole('textbox', { name: 'Last name' }).fill('Weber');
  await page.getByRole('textbox', { name: 'Date of birth' }).fill(birthDate);
  await choosing(page, 'Citizenship', 'Germany');
  await page.getByRole('textbox', { name: 'City' }).fill('Berlin');
  await choosing(page, 'Purpose and nature of account', 'Personal investment');
  await page.getByRole('textbox', { name: 'Contact number' }).fill(phone);
}

/** On the verifier's page: a document of this buyer, whose details are those of {@link fillDetails}. */
export async function fillDocument(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Date of birth in the document' }).fill(detailsOf(email).birthDate);
}

/** A combobox, by its own list or by a native one. */
export async function choosing(page: Page, name: string, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name });
  if ((await box.evaluate((element) => element.tagName)) === 'SELECT') {
    await box.selectOption({ label: option });
    return;
  }
  await box.click();
  if ((await box.evaluate((element) => element.tagName)) === 'INPUT') await box.fill(option);
  await page.getByRole('option', { name: option }).first().click();
}

/** The acquirer's own fields, in a frame of its origin. */
export function cardFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe').first();
}

export async function fillCard(page: Page, number: string, expiry = newCardExpiry()): Promise<void> {
  const frame = cardFrame(page);
  await frame.getByRole('textbox', { name: 'Card number' }).fill(number);
  await frame.getByRole('textbox', { name: 'Expiry date' }).fill(expiry);
  await frame.getByRole('textbox', { name: 'Security code' }).fill('123');
}

export async function giveBilling(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Name on card' }).fill('Anna Weber');
  await choosing(page, 'Country', 'Germany');
  await page.getByRole('textbox', { name: 'City' }).fill('Berlin');
  await page.getByRole('textbox', { name: 'ZIP code' }).fill('10115');
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('Invalidenstraße 44');
}

export async function payWith(page: Page, number: string): Promise<void> {
  await expect(page).toHaveURL(/\/enter-card/);
  await fillCard(page, number);
  await giveBilling(page);
  await page.getByRole('button', { name: /^Pay / }).click();
}

/** Everything of a new buyer up to the card page. */
export async function reachCard(page: Page, desk: Desk, wanted: Wanted, email = newEmail()): Promise<string> {
  await choose(page, wanted);
  await logIn(page, desk, email);
  await giveDetails(page, email);
  await expect(page).toHaveURL(/\/enter-card/);
  return email;
}

export function orderNumber(page: Page): string {
  const orderNo = new URL(page.url()).searchParams.get('orderNo');
  if (!orderNo) throw new Error(`no order number in ${page.url()}`);
  return orderNo;
}

export async function expectStatus(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

/** The price may have moved by a little, more than once: then the new amount is agreed to, and the way goes on. */
export async function agreeIfAsked(page: Page, then: RegExp): Promise<void> {
  await page.addLocatorHandler(page.getByRole('button', { name: /^Accept \d/ }), async (agree) => agree.click(), {
    noWaitAfter: true,
  });
  await expect(page).toHaveURL(then);
}

/** Edit to Confirm Address, to be paid by bank transfer. */
export async function chooseTransfer(page: Page, wanted: Wanted): Promise<void> {
  await openQuote(page, wanted);
  await checkLabelled(page.getByRole('radio', { name: 'Bank transfer' }));
  await expect(page.getByText('1–3 working days')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await giveAddress(page, wanted.address);
  await page.getByRole('button', { name: 'Confirm' }).click();
}

/** Everything of a new buyer up to the instructions of the transfer. */
export async function reachTransfer(page: Page, desk: Desk, wanted: Wanted, email = newEmail()): Promise<string> {
  await chooseTransfer(page, wanted);
  await logIn(page, desk, email);
  await giveDetails(page, email);
  await expect(page).toHaveURL(/\/payment-status\?orderNo=/);
  await expectStatus(page, 'Awaiting your transfer');
  return email;
}

/** What a button of the page puts into the clipboard, as it is pasted into a bank's form. */
export async function copied(page: Page, button: string): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole('button', { name: button })).toHaveAttribute('data-copied');
  return page.evaluate(() => navigator.clipboard.readText());
}
