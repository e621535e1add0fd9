import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { orderByCard, payByCard } from '../cardPurchase.ts';
import { DESK, enterAs } from '../console/consolePage.ts';
import { createGatewayClient } from '../gatewayClient.ts';
import { expectAccessible } from '../inspect.ts';
import { newEmail } from '../person.ts';
import { expect } from '../world.ts';
import { test } from './exclusiveTest.ts';

test.use({ viewport: DESK, isMobile: false, hasTouch: false });

const LOST_WEI = 1_234_567n;
const LOST = '0.000000000001234567';

test('coins that are gone halt their payouts until two persons book them as lost; then the books agree and the order goes on', async ({
  browser,
  page,
  world,
  desk,
  controls,
}) => {
  const { consoleUrl } = world;
  await controls.loseCoins('polygon', LOST_WEI);
  await enterAs(page, consoleUrl, 'tess');
  await page.goto(`${consoleUrl}/reconciliation`);
  await page.getByRole('button', { name: 'Check now' }).click();
  const card = page.getByRole('region', { name: /POL at Polygon/ });
  await expect(card).toBeVisible();
  await expect(card.getByText(/^Halted/)).toBeVisible();
  await expect(card).toContainText('No row explains it');
  await expectAccessible(page, 'Reconciliation, a difference');

  // Rows stay as they were before somebody's eyes; but whoever asks for a check sees what it finds.
  const RECONCILIATION = '**/gateway/console/reconciliation';
  await page.route(RECONCILIATION, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { readonly data: { readonly differences: readonly object[] } };
    const differences = body.data.differences.slice(0, 1).map((one) => ({ ...one, id: 0 }));
    await route.fulfill({ response, json: { ...body, data: { ...body.data, differences } } });
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'What can be done' }).first()).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Check now' }).click();
  const news = page.getByRole('button', { name: /new.*Show/ });
  await expect(news).toBeVisible();
  await expect(news).toBeHidden();

  // Paid for while nothing of it leaves: its page says why it waits.
  const client = createGatewayClient(world.origin);
  const authToken = await client.logIn(desk, newEmail());
  const { address } = privateKeyToAccount(generatePrivateKey());
  const orderNo = await orderByCard(client, authToken, { getCurrency: 'POL', address });
  await payByCard(client, authToken, orderNo, Number(new URL(world.deskUrl).port));
  const statusOf = async () => String((await client.data('orderDetail', { orderNo, authToken }))['status']);
  await expect.poll(statusOf).toBe('converted');
  const order = await (await browser.newContext({ viewport: DESK, isMobile: false })).newPage();
  await enterAs(order, consoleUrl, 'sam');
  await order.goto(`${consoleUrl}/orders/${orderNo}`);
  await expect(order.getByText(/nothing of this asset leaves while the ledger and a place/).first()).toBeVisible();
  expect(await statusOf()).toBe('converted');

  await page.reload();
  await expect(card).toContainText(/[1-9]\d* orders?/);
  const lost = card.getByRole('radio', { name: new RegExp(`^Book ${LOST.replace('.', '\\.')} POL as lost`) });
  await expect(card.getByText(/Left: 0\.0+/).first()).toBeVisible();
  await lost.click();
  await card.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Nobody can explain it any more' }).click();
  await card.getByLabel('In your words, kept for ever').fill('the node and the explorer agree: it is gone');
  await card.getByRole('button', { name: 'Ask a second person' }).click();
  await expect(card.getByText(/^Asked/)).toBeVisible();

  const other = await (await browser.newContext({ viewport: DESK, isMobile: false })).newPage();
  await enterAs(other, consoleUrl, 'cleo');
  await other.goto(`${consoleUrl}/people/requests`);
  const request = other
    .getByRole('region', { name: 'Waits for a second person' })
    .getByRole('listitem')
    .filter({ hasText: /Book difference \d+ as lost/ });
  await request.getByRole('button', { name: 'Answer' }).click();
  await other.getByLabel('Why you answer so, kept for ever').fill('seen on the chain');
  await other
    .getByRole('dialog')
    .getByRole('button', { name: /Book difference \d+ as lost/ })
    .click();

  // The comparison that the booking has asked for lifts the halt by itself.
  await expect(card.getByText('settled')).toBeVisible();
  await page.getByRole('button', { name: /gone/ }).click();
  await expect(card).toBeHidden();
  const agreed = page.getByRole('row', { name: /^POL Polygon/ });
  await expect(agreed.getByRole('cell').nth(2)).toHaveText(/^0\.0+$/);
  await expect(page.getByText(/balances agree to the last digit\./)).toBeVisible();
  await expect.poll(statusOf).toBe('delivered');
  expect(await desk.balance('polygon', 'POL', address)).toBeGreaterThan(0n);
});
