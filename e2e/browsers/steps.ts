import { buildDetailsFor } from '../buyers/buyerDetails.ts';
import { newCardExpiry } from '../buyers/cardExpiry.ts';
import type { PurchaseChoice } from '../buyers/purchaseSteps.ts';
import type { SandboxClient } from '../sandboxClient.ts';
import type { Page } from './page.ts';

/** Enters the amount on Edit, chooses the method and confirms the address. */
export async function choosePurchase(page: Page, wanted: PurchaseChoice, method: 'card' | 'transfer'): Promise<void> {
  const { amount } = wanted.pay;
  await page.waitForUrl(/\/edit/);
  // The first quote rewrites the amount, so wait for it before typing.
  await page.waitForControl('button', 'Continue');
  await page.fill('You pay', amount);
  await page.leave('You pay');
  await page.waitForValue('You pay', new RegExp(String.raw`^${amount}\.00$`));
  await page.waitForValue(/^You get/, /\d/);
  if (method === 'transfer') await page.check('radio', /^Bank transfer/);
  await page.press('button', 'Continue');
  await confirmAddress(page, wanted.address);
}

export async function confirmAddress(page: Page, address: string): Promise<void> {
  await page.waitForUrl(/\/submit-address/);
  await page.fill(/^Wallet Address/, address);
  await page.check('radio', /Self-hosted wallet/);
  await page.press('button', 'Continue');
  await page.waitForUrl(/\/confirm-address/);
  await page.press('button', 'Confirm');
}

/** Logs in on the login page, which then returns to the page that required it. */
export async function logIn(page: Page, desk: SandboxClient, email: string): Promise<void> {
  await page.waitForUrl(/\/email-login/);
  await page.fill('Email', email);
  await page.press('button', 'Continue');
  await page.waitForUrl(/\/verification-code/);
  await page.fill('Verification code', await desk.loginCode(email));
}

export async function enterDetails(page: Page, email: string): Promise<void> {
  const { birthDate, phone } = buildDetailsFor(email);
  await page.waitForUrl(/\/enter-information/);
  await page.fill('First name', 'Anna');
  await page.fill('Last name', 'Weber');
  await page.fill('Date of birth', birthDate);
  await page.choose('Citizenship', 'Germany');
  await page.fill('City', 'Berlin');
  await page.choose(/^Purpose and nature of account/, 'Personal investment');
  await page.fill('Contact number', phone);
  await page.press('button', 'Continue');
}

/** Enters a card and its billing address, and pays. The card's fields are in a frame of the acquirer's origin. */
export async function payWithNewCard(page: Page, number: string, save = false): Promise<void> {
  await page.waitForUrl(/\/enter-card/);
  const fields = await page.enterFrame('iframe');
  await fields.fill('Card number', number);
  await fields.fill('Expiry date', newCardExpiry());
  await fields.fill('Security code', '123');
  await page.fill('Name on card', 'Anna Weber');
  await page.choose('Country', 'Germany');
  await page.fill('City', 'Berlin');
  await page.fill('ZIP code', '10115');
  await page.fill('Address', 'Invalidenstraße 44');
  if (save) await page.check('checkbox', /^Save this card/);
  await page.press('button', /^Pay /);
}

/** Waits for the heading and returns the order number of the page. */
export async function waitForStatus(page: Page, heading: string): Promise<string> {
  await page.waitForRole('heading', heading);
  const { searchParams } = await page.waitForUrl(/[?&]orderNo=/);
  return searchParams.get('orderNo') ?? '';
}
