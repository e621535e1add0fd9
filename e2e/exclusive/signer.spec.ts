import type { Locator, Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { newEmail } from '../buyers/buyerDetails.ts';
import { payByCard, placeFirstCardOrder } from '../buyers/cardPurchase.ts';
import { createGatewayClient } from '../buyers/gatewayClient.ts';
import { DESKTOP_WINDOW, logInAsPerson, reloadUntil } from '../console/consolePage.ts';
import { joinWithPasskey } from '../console/joinWithPasskey.ts';
import { createConsoleCaller } from '../page/consoleCaller.ts';
import { expectAccessible } from '../page/inspectPage.ts';
import { expect } from '../world.ts';
import { test } from './exclusiveTest.ts';

test.use({ viewport: DESKTOP_WINDOW, isMobile: false, hasTouch: false });

async function enterReason(page: Page, form: Locator, reason: string, explanation: string): Promise<void> {
  await form.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: reason }).click();
  await form.getByLabel('Explanation, recorded permanently in the audit trail').fill(explanation);
}

test('a treasurer stops the signer by passkey, and paid orders wait until two people restart it', async ({
  browser,
  world,
  desk,
}) => {
  const { consoleUrl, origin } = world;
  const page = await joinWithPasskey(browser, consoleUrl, { name: 'tara', role: 'treasurer' });

  // The command palette finds the action on any page, and opens the signer's page.
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('stop sign');
  await page.getByRole('option', { name: 'Stop signing' }).click();
  await expect(page).toHaveURL(/\/treasury\/signer$/);
  const card = page.getByRole('region', { name: 'Signer' });
  await expect(card.getByText('Active', { exact: true })).toBeVisible();
  await expect(card.getByRole('img', { name: /^Per hour: .* used of 100,000\.00.EUR$/ })).toBeVisible();
  await expectAccessible(page, 'the signer, which signs');

  const stopping = page.getByRole('region', { name: 'Stop signing' });
  await expect(stopping).toContainText('Nothing more is signed, and paid orders wait');
  await enterReason(page, stopping, 'Unexpected transaction signed', 'two payouts that nobody knows');
  // Enter in the form does not submit it.
  await page.keyboard.press('Enter');
  await expect(card.getByText('Active', { exact: true })).toBeVisible();
  await stopping.getByRole('button', { name: 'Stop signing' }).click();
  const stopped = page.getByRole('region', { name: 'Stopped by tara' });
  await expect(stopped).toContainText('two payouts that nobody knows');
  await expect(card.getByText('Stopped', { exact: true })).toBeVisible();
  await expectAccessible(page, 'the signer, which is stopped');

  const client = createGatewayClient(origin);
  const authToken = await client.logIn(desk, newEmail());
  const { address } = privateKeyToAccount(generatePrivateKey());
  const orderNo = await placeFirstCardOrder(client, authToken, { getCurrency: 'ETH', address });
  await payByCard(client, authToken, orderNo, Number(new URL(world.deskUrl).port));
  const callConsole = createConsoleCaller(page, consoleUrl);
  const readWait = async () => (await callConsole('order', { orderNo })).wait?.for;
  await expect.poll(readWait).toContain('a person has stopped the signer');
  // A waiting step does not change the order, so the page shows it only after a reload.
  const reason = page.getByText(/Waiting for.*a person has stopped the signer/);
  await reloadUntil(page, `${consoleUrl}/orders/${orderNo}`, () => reason.isVisible());
  expect(await desk.balance('ethereum', 'ETH', address)).toBe(0n);

  await page.goto(`${consoleUrl}/today`);
  const health = page.getByRole('region', { name: 'Health' });
  await expect(health.getByRole('listitem').filter({ hasText: 'Signer' })).toContainText('stopped by tara');
  await expect(page.getByText('A person has stopped the signer: nothing is signed')).toBeVisible();

  await page.goto(`${consoleUrl}/treasury/signer`);
  await enterReason(page, stopped, 'Checked, no problem found', 'they were ours');
  await stopped.getByRole('button', { name: 'Request approval' }).click();
  await expect(stopped.getByText(/they were ours/)).toBeVisible();

  const second = await (await browser.newContext({ viewport: DESKTOP_WINDOW, isMobile: false })).newPage();
  await logInAsPerson(second, consoleUrl, 'cleo');
  await second.goto(`${consoleUrl}/treasury/signer`);
  await second.getByRole('region', { name: 'Stopped by tara' }).getByRole('button', { name: 'Review request' }).click();
  await second.getByLabel('Reason, recorded in the audit trail').fill('I have looked too');
  await second
    .getByRole('dialog')
    .getByRole('button', { name: /^Restart signing/ })
    .click();
  await expect(second.getByRole('region', { name: 'Signer' }).getByText('Active', { exact: true })).toBeVisible();
  await expect.poll(async () => (await client.data('orderDetail', { orderNo, authToken }))['status']).toBe('delivered');
  expect(await desk.balance('ethereum', 'ETH', address)).toBeGreaterThan(0n);
  await expect(page.getByRole('region', { name: 'Stopped by tara' })).toBeHidden();
});

test('a person on a phone stops the signer and approves its restart from the alert', async ({ browser, world }) => {
  const { consoleUrl } = world;
  const phone = await (await browser.newContext({ viewport: DESKTOP_WINDOW, isMobile: false })).newPage();
  await logInAsPerson(phone, consoleUrl, 'tess');
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto(`${consoleUrl}/treasury/signer`);
  const stopping = phone.getByRole('region', { name: 'Stop signing' });
  await enterReason(phone, stopping, 'Planned work', 'a drill');
  await stopping.getByRole('button', { name: 'Stop signing' }).click();
  await expect(phone.getByRole('region', { name: 'Stopped by tess' })).toBeVisible();

  const other = await (await browser.newContext({ viewport: DESKTOP_WINDOW, isMobile: false })).newPage();
  await logInAsPerson(other, consoleUrl, 'dora');
  await other.goto(`${consoleUrl}/treasury/signer`);
  const stopped = other.getByRole('region', { name: 'Stopped by tess' });
  await enterReason(other, stopped, 'Work completed', 'the drill is over');
  await stopped.getByRole('button', { name: 'Request approval' }).click();
  await expect(stopped.getByText('the drill is over')).toBeVisible();

  await phone.goto(`${consoleUrl}/today`);
  const row = phone
    .getByRole('listitem')
    .filter({ hasText: 'A person has stopped the signer: nothing is signed' })
    .filter({ has: phone.getByRole('button', { name: 'View' }) })
    .first();
  await row.getByRole('button', { name: 'View' }).click();
  await expect(
    phone.getByRole('heading', { name: 'A person has stopped the signer: nothing is signed' }),
  ).toBeVisible();
  await phone.getByRole('button', { name: 'Stop signing…' }).click();
  await expect(phone.getByRole('region', { name: 'Stop signing' })).toContainText(
    'Nothing more is signed, and paid orders wait',
  );
  await expectAccessible(phone, 'an alert at night');
  await phone
    .getByRole('region', { name: 'Waiting for a second approval' })
    .getByRole('button', { name: 'Review request' })
    .click();
  await phone.getByLabel('Reason, recorded in the audit trail').fill('it was mine');
  await phone
    .getByRole('dialog')
    .getByRole('button', { name: /^Restart signing/ })
    .click();
  await expect(stopped).toBeHidden();
});
