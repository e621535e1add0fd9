import type { Browser, Locator, Page } from '@playwright/test';
import { calls } from '@slipway/contract/calls.ts';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import type { Desk } from '../desk.ts';
import { createGatewayClient, type GatewayClient } from '../gatewayClient.ts';
import { newDetails, newEmail } from '../person.ts';
import { expect } from '../world.ts';

/** A desk: what most persons at an operator sit at. */
export const DESK = { width: 1440, height: 900 };

/** Enters as somebody of the sandbox, by one press, whoever was in before. */
export async function enterAs(page: Page, consoleUrl: string, name: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${consoleUrl}/`);
  await page.getByRole('button', { name: new RegExp(`^${name}\\b`, 'i') }).click();
  await expect(page.getByRole('navigation', { name: 'Places' })).toBeVisible();
}

/** The console in a browser of somebody's own, at a place. */
export async function openAs(browser: Browser, consoleUrl: string, name: string, place: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: DESK, isMobile: false, hasTouch: false })).newPage();
  await enterAs(page, consoleUrl, name);
  await page.goto(`${consoleUrl}/${place}`);
  return page;
}

type Held = { readonly orderNo: string; readonly address: string; readonly client: GatewayClient };

/**
 * An order by transfer that a risk rule holds: somebody else has paid it. `payerAccount`: where the money came from; empty where
 * the bank tells none. Above the limit, the buyer shows a document first.
 */
export async function heldByAnotherPayer(
  { origin, desk }: { readonly origin: string; readonly desk: Desk },
  { amount, payerAccount }: { readonly amount: string; readonly payerAccount?: string },
): Promise<Held> {
  const client = createGatewayClient(origin);
  const authToken = await client.logIn(desk, newEmail());
  const details = newDetails();
  await client.data('addKyc', { ...details, authToken });
  if (Number(amount) > 700) await showDocument(client, authToken, details);
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
  const status = async () => (await client.data('orderDetail', { orderNo, authToken }))['status'];
  await expect.poll(status).toBe('on_hold');
  return { orderNo, address, client };
}

async function showDocument(
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
  const level = async () => String((await client.data('authInfo', { authToken }))['kyc_level']);
  await expect.poll(level).toBe('2');
}

/** Where a screen says what it is about. */
export function headOf(page: Page): Locator {
  return page
    .getByRole('main')
    .locator('header')
    .filter({ has: page.getByRole('heading', { level: 1 }) });
}

/** Whether the screen has come whole: its heading and everything that it asks for. */
export async function expectArrived(page: Page): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page.locator('.skeleton')).toHaveCount(0);
}

/** Some facts are collected once a minute, and a visit costs seconds of a processor. */
const VISITS_MS = [500, 1_000, 2_000, 5_000];

/** Opens the address again and again until `isThere`: for what a page learns only when it is loaded. */
export async function visitUntil(page: Page, address: string, isThere: () => Promise<boolean>): Promise<void> {
  await expect(async () => {
    await page.goto(address);
    await expectArrived(page);
    expect(await isThere()).toBe(true);
  }).toPass({ intervals: VISITS_MS });
}

/** Chooses a way on and gives a reason; nothing is sent. */
export async function writeDecision(page: Page, way: RegExp, why: string): Promise<void> {
  await page.getByRole('radio', { name: way }).click();
  await page.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Looked at, nothing is wrong' }).click();
  await page.getByLabel('In your words, kept for ever').fill(why);
}

/** Says yes to what waits for a second person on the page that is shown. */
export async function sayYes(page: Page, act: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Answer' }).click();
  await page.getByLabel('Why you answer so, kept for ever').fill('looked at it myself');
  await page.getByRole('dialog').getByRole('button', { name: act }).click();
}
