import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { newEmail } from '../buyers/buyerDetails.ts';
import { payByCard, placeFirstCardOrder } from '../buyers/cardPurchase.ts';
import { createGatewayClient } from '../buyers/gatewayClient.ts';
import { DESKTOP_WINDOW, logInAsPerson } from '../console/consolePage.ts';
import { expectAccessible } from '../page/inspectPage.ts';
import { expect } from '../world.ts';
import { test } from './exclusiveTest.ts';

test.use({ viewport: DESKTOP_WINDOW, isMobile: false, hasTouch: false });

/** A small phone. */
const PHONE_WINDOW = { width: 360, height: 740 };
const LOST_WEI = 1_234_567n;
const LOST = '0.000000000001234567';

test('missing coins halt payouts until two people book the loss; then the ledger agrees and the order is delivered', async ({
  browser,
  page,
  world,
  desk,
  controls,
}) => {
  const { consoleUrl } = world;
  await controls.loseCoins('polygon', LOST_WEI);
  await logInAsPerson(page, consoleUrl, 'tess');
  await page.goto(`${consoleUrl}/reconciliation`);
  await page.getByRole('button', { name: 'Check now' }).click();
  const card = page.getByRole('region', { name: /POL at Polygon/ });
  await expect(card).toBeVisible();
  await expect(card.getByText(/^Halted/)).toBeVisible();
  await expect(card).toContainText('Unexplained');
  await expectAccessible(page, 'Reconciliation, a difference');

  // Changed rows stay hidden until the reader asks for them, or until a check that the reader requested has ended.
  await page.route('**/gateway/console/reconciliation', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { readonly data: { readonly differences: readonly object[] } };
    const differences = body.data.differences.slice(0, 1).map((one) => ({ ...one, id: 0 }));
    await route.fulfill({ response, json: { ...body, data: { ...body.data, differences } } });
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Actions' }).first()).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Check now' }).click();
  const showButton = page.getByRole('button', { name: /new.*Show/ });
  await expect(showButton).toBeVisible();
  await expect(showButton).toBeHidden();

  // The page of a paid order gives the reason why the order waits.
  const client = createGatewayClient(world.origin);
  const authToken = await client.logIn(desk, newEmail());
  const { address } = privateKeyToAccount(generatePrivateKey());
  const orderNo = await placeFirstCardOrder(client, authToken, { getCurrency: 'POL', address });
  await payByCard(client, authToken, orderNo, Number(new URL(world.deskUrl).port));
  const readStatus = async () => String((await client.data('orderDetail', { orderNo, authToken }))['status']);
  await expect.poll(readStatus).toBe('converted');
  const order = await (await browser.newContext({ viewport: DESKTOP_WINDOW, isMobile: false })).newPage();
  await logInAsPerson(order, consoleUrl, 'sam');
  await order.goto(`${consoleUrl}/orders/${orderNo}`);
  await expect(
    order.getByText(/payouts of this asset are halted while the ledger and an external account/).first(),
  ).toBeVisible();
  expect(await readStatus()).toBe('converted');

  await page.reload();
  await expect(card).toContainText(/[1-9]\d* orders?/);
  const lost = card.getByRole('radio', { name: new RegExp(`^Write off ${LOST.replace('.', '\\.')} POL`) });
  await expect(card.getByText(/Remaining: 0\.0+/).first()).toBeVisible();
  await lost.click();
  await card.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Cannot be explained' }).click();
  await card
    .getByLabel('Explanation, recorded permanently in the audit trail')
    .fill('the node and the explorer agree: it is gone');
  await card.getByRole('button', { name: 'Request approval' }).click();
  await expect(card.getByText(/^Submitted/)).toBeVisible();

  const other = await (await browser.newContext({ viewport: DESKTOP_WINDOW, isMobile: false })).newPage();
  await logInAsPerson(other, consoleUrl, 'cleo');
  await other.goto(`${consoleUrl}/people/requests`);
  const request = other
    .getByRole('region', { name: 'Waiting for a second approval' })
    .getByRole('listitem')
    .filter({ hasText: /Write off difference \d+/ });
  await request.getByRole('button', { name: 'Review request' }).click();
  await other.getByLabel('Reason, recorded in the audit trail').fill('seen on the chain');
  await other
    .getByRole('dialog')
    .getByRole('button', { name: /Write off difference \d+/ })
    .click();

  // Booking requests a comparison, which lifts the halt automatically.
  await expect(card.getByText('resolved')).toBeVisible();
  await page.getByRole('button', { name: /gone/ }).click();
  await expect(card).toBeHidden();
  const agreed = page.getByRole('row', { name: /^POL Polygon/ });
  await expect(agreed.getByRole('cell').nth(2)).toHaveText(/^0\.0+$/);
  await expect(page.getByText(/balances match\./)).toBeVisible();
  await expect.poll(readStatus).toBe('delivered');
  expect(await desk.balance('polygon', 'POL', address)).toBeGreaterThan(0n);
});

test('several differences are snoozed with one signature, on a desktop and on a phone', async ({
  page,
  world,
  controls,
}) => {
  const { consoleUrl } = world;
  for (const network of ['polygon', 'ethereum']) await controls.loseCoins(network, LOST_WEI);
  await logInAsPerson(page, consoleUrl, 'tess');
  await page.goto(`${consoleUrl}/reconciliation`);
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByRole('button', { name: 'Snooze 2 differences…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Snooze 2 differences?' });
  await expect(dialog.getByRole('checkbox')).toHaveCount(2);
  await expectAccessible(page, 'Reconciliation, snoozing several differences');
  await page.setViewportSize(PHONE_WINDOW);
  await expectAccessible(page, 'Reconciliation, snoozing several differences on a phone');
  await dialog.getByLabel('Reason, recorded in the audit trail').fill('the nodes are being repaired');
  await dialog.getByRole('button', { name: 'Snooze 2' }).click();
  await expect(dialog.getByText('Select a time.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Snooze until' }).click();
  await page.getByRole('option', { name: /^4 hours/ }).click();
  await dialog.getByRole('button', { name: 'Snooze 2' }).click();
  await expect(page.getByText('2 differences are being snoozed.')).toBeVisible();
  await page.setViewportSize(DESKTOP_WINDOW);
  for (const name of [/POL at Polygon/, /ETH at Ethereum/])
    await expect(page.getByRole('region', { name }).getByText(/the nodes are being repaired/)).toBeVisible();
  // Returns the missing coins.
  for (const network of ['polygon', 'ethereum']) await controls.loseCoins(network, -LOST_WEI);
  await page.getByRole('button', { name: 'Check now' }).click();
  for (const name of [/^POL Polygon/, /^ETH Ethereum/])
    await expect(page.getByRole('row', { name }).getByRole('cell').nth(2)).toHaveText(/^0\.0+$/);
});
