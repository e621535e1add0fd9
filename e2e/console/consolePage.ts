import type { Browser, Locator, Page } from '@playwright/test';
import { calls } from '@slipway/contract/calls.ts';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { newDetails, newEmail } from '../buyers/buyerDetails.ts';
import { createGatewayClient, type GatewayClient } from '../buyers/gatewayClient.ts';
import type { SandboxClient } from '../sandboxClient.ts';
import { expect } from '../world.ts';

export const DESKTOP_WINDOW = { width: 1440, height: 900 };

/** Logs in as a sample person of the sandbox with one click. Removes the cookies of an earlier session first. */
export async function logInAsPerson(page: Page, consoleUrl: string, name: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${consoleUrl}/`);
  await page.getByRole('button', { name: new RegExp(`^${name}\\b`, 'i') }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

/** Opens a page of the console in a new browser context, logged in as the person. */
export async function openConsoleAs(browser: Browser, consoleUrl: string, name: string, path: string): Promise<Page> {
  const page = await openDesktopPage(browser);
  await logInAsPerson(page, consoleUrl, name);
  await page.goto(`${consoleUrl}/${path}`);
  return page;
}

/** Opens a page in a new browser context with a desktop window. */
export async function openDesktopPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: DESKTOP_WINDOW, isMobile: false, hasTouch: false });
  return context.newPage();
}

type HeldOrder = { readonly orderNo: string; readonly address: string; readonly client: GatewayClient };

/**
 * Creates an order by bank transfer that a risk rule holds because another person paid it. `payerAccount`: the source
 * account; empty if the bank names none. Above 700 EUR the buyer first submits the document that such an order requires.
 */
export async function createOrderPaidByOther(
  { origin, desk }: { readonly origin: string; readonly desk: SandboxClient },
  { amount, payerAccount }: { readonly amount: string; readonly payerAccount?: string },
): Promise<HeldOrder> {
  const client = createGatewayClient(origin);
  const authToken = await client.logIn(desk, newEmail());
  const details = newDetails();
  await client.data('addKyc', { ...details, authToken });
  if (Number(amount) > 700) await submitDocument(client, authToken, details);
  const address = privateKeyToAddress(generatePrivateKey());
  const wanted = {
    ...calls.offerInquiry.example.request,
    payMethod: 'bank_transfer',
    getCurrency: 'ETH',
    sendCurrencyAmount: amount,
    address,
  };
  const { token } = await client.quote(wanted);
  const submission = { ...calls.coinOrder.example.request, ...wanted, token, authToken };
  const orderNo = String((await client.data('coinOrder', submission))['orderNo']);
  const { transfer } = await client.data('orderDetail', { orderNo, authToken });
  await desk.sendBankTransfer({
    reference: (transfer as { readonly reference: string }).reference,
    amount,
    currency: 'EUR',
    payerName: 'Somebody Else',
    ...(payerAccount !== undefined && { payerAccount }),
  });
  const readStatus = async () => (await client.data('orderDetail', { orderNo, authToken }))['status'];
  await expect.poll(readStatus).toBe('on_hold');
  return { orderNo, address, client };
}

async function submitDocument(
  client: GatewayClient,
  authToken: string,
  details: { readonly firstName: string; readonly lastName: string; readonly birthDate: string },
): Promise<void> {
  const { url } = await client.data('getIdentificationUrl', { authToken });
  const { firstName, lastName, birthDate: dob } = details;
  const answer = await fetch(String(url), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ verdict: 'accepted', firstName, lastName, dob, nationality: 'DEU' }),
  });
  expect(answer.status).toBe(303);
  const readLevel = async () => String((await client.data('authInfo', { authToken }))['kyc_level']);
  await expect.poll(readLevel).toBe('2');
}

/** Finds the header of the screen, which contains its heading. */
export function findScreenHeader(page: Page): Locator {
  return page
    .getByRole('main')
    .locator('header')
    .filter({ has: page.getByRole('heading', { level: 1 }) });
}

/** Waits until the screen shows its heading and all its data. */
export async function waitForScreen(page: Page): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page.locator('.skeleton')).toHaveCount(0);
}

/** Delays between loads. They grow, since some data changes only once a minute, and a load takes seconds of CPU time. */
const RELOAD_INTERVALS_MS = [500, 1_000, 2_000, 5_000];

/** Loads the URL again until `isExpected` returns true, for data that a page reads only when it loads. */
export async function reloadUntil(page: Page, url: string, isExpected: () => Promise<boolean>): Promise<void> {
  await expect(async () => {
    await page.goto(url);
    await waitForScreen(page);
    expect(await isExpected()).toBe(true);
  }).toPass({ intervals: RELOAD_INTERVALS_MS });
}

/** Selects an action and fills its reason and explanation, without submitting it. */
export async function fillDecision(page: Page, action: RegExp, explanation: string): Promise<void> {
  await page.getByRole('radio', { name: action }).click();
  await page.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Checked, no problem found' }).click();
  await page.getByLabel('Explanation, recorded permanently in the audit trail').fill(explanation);
}

/** Approves a request that waits for a second person on the current page. */
export async function approveRequest(page: Page, action: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Review request' }).click();
  await page.getByLabel('Reason, recorded in the audit trail').fill('looked at it myself');
  await page.getByRole('dialog').getByRole('button', { name: action }).click();
}
