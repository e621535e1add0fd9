/// <reference lib="dom" />

import type { FrameLocator, Locator, Page } from '@playwright/test';
import type { SandboxClient } from '../sandboxClient.ts';
import { expect } from '../world.ts';
import { buildDetailsFor, newDetails, newEmail } from './buyerDetails.ts';
import { newCardExpiry } from './cardExpiry.ts';
import { checkByLabel } from './checkByLabel.ts';

/** Numbers of test cards from the acquirer's documentation. */
export const testCards = {
  pays: '4242 4242 4242 4242',
  /** The other cards are issued in the United States, and the buyers are in Germany. */
  german: '4000 0027 6000 0016',
  declined: '4000 0000 0000 0002',
  noFunds: '4000 0000 0000 9995',
  threeDSecure: '4000 0000 0000 3220',
} as const;

export type PurchaseChoice = {
  readonly pay: { readonly amount: string; readonly currency: string };
  readonly receive: string;
  readonly address: string;
};

/** Goes from Edit through Confirm Address, as a buyer who is not logged in. */
export async function choosePurchase(page: Page, wanted: PurchaseChoice): Promise<void> {
  await openQuote(page, wanted);
  await page.getByRole('button', { name: 'Continue' }).click();
  await enterAddress(page, wanted.address);
  await page.getByRole('button', { name: 'Confirm' }).click();
}

/** Opens Edit and waits for a live quote for the purchase. */
export async function openQuote(page: Page, { pay, receive }: Omit<PurchaseChoice, 'address'>): Promise<void> {
  const query = new URLSearchParams({ sendCurrency: pay.currency, getCurrency: receive });
  await page.goto(`/edit?${query}`);
  // The first quote rewrites the amount in the currency's format; wait for it before typing.
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
  const amount = page.getByRole('textbox', { name: 'You pay' });
  await amount.fill(pay.amount);
  await amount.blur();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
  await expect.poll(async () => (await amount.inputValue()).replaceAll(',', '')).toMatch(new RegExp(`^${pay.amount}`));
  await expect(page.getByRole('textbox', { name: /You get/ })).not.toHaveValue('');
}

export async function enterAddress(page: Page, address: string): Promise<void> {
  await expect(page).toHaveURL(/\/submit-address/);
  await page.getByRole('textbox', { name: 'Wallet Address' }).fill(address);
  await checkByLabel(page.getByRole('radio', { name: /Self-hosted wallet/ }));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/confirm-address/);
}

/** Logs in on the login page, which then leads to the page that required it. */
export async function logIn(page: Page, desk: SandboxClient, email: string): Promise<void> {
  await expect(page).toHaveURL(/\/email-login/);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/verification-code/);
  await page.getByRole('textbox', { name: 'Verification code' }).fill(await desk.loginCode(email));
}

export async function submitDetails(page: Page, email?: string): Promise<void> {
  await fillDetails(page, email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

export async function fillDetails(page: Page, email?: string): Promise<void> {
  const { birthDate, phone } = email === undefined ? newDetails() : buildDetailsFor(email);
  await expect(page).toHaveURL(/\/enter-information/);
  await page.getByRole('textbox', { name: 'First name' }).fill('Anna');
  await page.getByRole('textbox', { name: 'Last name' }).fill('Weber');
  await page.getByRole('textbox', { name: 'Date of birth' }).fill(birthDate);
  await chooseOption(page, 'Citizenship', 'Germany');
  await page.getByRole('textbox', { name: 'City' }).fill('Berlin');
  await chooseOption(page, 'Purpose and nature of account', 'Personal investment');
  await page.getByRole('textbox', { name: 'Contact number' }).fill(phone);
}

/** Fills in the verifier's page with the buyer's details of {@link fillDetails}. */
export async function fillDocument(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Date of birth in the document' }).fill(buildDetailsFor(email).birthDate);
}

/** Chooses an option of a native or a custom combobox. */
export async function chooseOption(page: Page, name: string, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name });
  if ((await box.evaluate((element) => element.tagName)) === 'SELECT') {
    await box.selectOption({ label: option });
    return;
  }
  await box.click();
  if ((await box.evaluate((element) => element.tagName)) === 'INPUT') await box.fill(option);
  await page.getByRole('option', { name: option }).first().click();
}

/** Returns the frame with the acquirer's own fields. */
export function findCardFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe').first();
}

export async function fillCard(page: Page, number: string, expiry = newCardExpiry()): Promise<void> {
  const frame = findCardFrame(page);
  await frame.getByRole('textbox', { name: 'Card number' }).fill(number);
  await frame.getByRole('textbox', { name: 'Expiry date' }).fill(expiry);
  await frame.getByRole('textbox', { name: 'Security code' }).fill('123');
}

export async function fillBillingAddress(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Name on card' }).fill('Anna Weber');
  await chooseOption(page, 'Country', 'Germany');
  await page.getByRole('textbox', { name: 'City' }).fill('Berlin');
  await page.getByRole('textbox', { name: 'ZIP code' }).fill('10115');
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('Invalidenstraße 44');
}

export async function payWithCard(page: Page, number: string): Promise<void> {
  await expect(page).toHaveURL(/\/enter-card/);
  await fillCard(page, number);
  await fillBillingAddress(page);
  await page.getByRole('button', { name: /^Pay / }).click();
}

/** Goes through a new buyer's purchase up to the card page. Returns the buyer's email address. */
export async function goToCardPage(
  page: Page,
  desk: SandboxClient,
  wanted: PurchaseChoice,
  email = newEmail(),
): Promise<string> {
  await choosePurchase(page, wanted);
  await logIn(page, desk, email);
  await submitDetails(page, email);
  await expect(page).toHaveURL(/\/enter-card/);
  return email;
}

export function readOrderNumber(page: Page): string {
  const orderNo = new URL(page.url()).searchParams.get('orderNo');
  if (!orderNo) throw new Error(`no order number in ${page.url()}`);
  return orderNo;
}

export async function expectStatus(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

/** Accepts every requote that the page shows from here on, and waits until the page's URL matches `then`. */
export async function acceptRequotes(page: Page, then: RegExp): Promise<void> {
  await page.addLocatorHandler(page.getByRole('button', { name: /^Accept \d/ }), async (agree) => agree.click(), {
    noWaitAfter: true,
  });
  await expect(page).toHaveURL(then);
}

/** Goes from Edit through Confirm Address, with bank transfer as the payment method. */
export async function chooseTransfer(page: Page, wanted: PurchaseChoice): Promise<void> {
  await openQuote(page, wanted);
  await checkByLabel(page.getByRole('radio', { name: 'Bank transfer' }));
  await expect(page.getByText('1–3 working days')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await enterAddress(page, wanted.address);
  await page.getByRole('button', { name: 'Confirm' }).click();
}

/** Goes through a new buyer's purchase up to the instructions of the transfer. Returns the buyer's email address. */
export async function goToTransferPage(
  page: Page,
  desk: SandboxClient,
  wanted: PurchaseChoice,
  email = newEmail(),
): Promise<string> {
  await chooseTransfer(page, wanted);
  await logIn(page, desk, email);
  await submitDetails(page, email);
  await expect(page).toHaveURL(/\/payment-status\?orderNo=/);
  await expectStatus(page, 'Awaiting your transfer');
  return email;
}

/** Returns what a copy button puts on the clipboard, and fails if the button does not show that it copied. */
export async function readCopiedText(page: Page, button: string): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await clickAndWaitForCopied(page.getByRole('button', { name: button }));
  return page.evaluate(() => navigator.clipboard.readText());
}

/**
 * Clicks a copy button and waits until it has shown "Copied". It shows this for 1.5 s, which a busy machine can miss,
 * so the page itself records it.
 */
export async function clickAndWaitForCopied(button: Locator, shownIn = button): Promise<void> {
  // The text of an earlier copy must disappear first.
  await expect(shownIn).not.toContainText('Copied');
  await shownIn.evaluate((node) => {
    node.removeAttribute('data-e2e-copied');
    new MutationObserver((_, observer) => {
      if (!node.textContent.includes('Copied')) return;
      observer.disconnect();
      node.setAttribute('data-e2e-copied', '');
    }).observe(node, { subtree: true, childList: true, characterData: true });
  });
  await button.click();
  await expect(shownIn).toHaveAttribute('data-e2e-copied');
}
