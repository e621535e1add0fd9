import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { createSlipway } from '../../../embed/node/node.ts';
import { newEmail } from '../../buyers/buyerDetails.ts';
import { placeFirstCardOrder } from '../../buyers/cardPurchase.ts';
import { createGatewayClient } from '../../buyers/gatewayClient.ts';
import {
  enterAddress,
  expectStatus,
  logIn,
  payWithCard,
  readOrderNumber,
  submitDetails,
  testCards,
} from '../../buyers/purchaseSteps.ts';
import { type Examples, openExamples } from '../../partners/runExample.ts';
import { serveNextjsExample } from '../../partners/serveNextjsExample.ts';
import type { SandboxClient } from '../../sandboxClient.ts';
import { expect, test } from '../../world.ts';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

let examples: Examples;
test.beforeAll(async ({ world }) => {
  examples = await openExamples(world);
});
test.afterEach(() => examples.stopAll());

/** Goes from Confirm Address to the card page as a new buyer and returns the number of the order. */
async function reachCardPage(flow: Page, desk: SandboxClient): Promise<string> {
  await flow.getByRole('button', { name: 'Confirm' }).click();
  await logIn(flow, desk, newEmail());
  await submitDetails(flow);
  await expect(flow).toHaveURL(/\/enter-card/);
  return readOrderNumber(flow);
}

test('the HTML example shows the number of the order that its buyer creates', async ({ page, context, desk }) => {
  const { url } = await examples.start('html');
  await page.goto(url);
  const opening = context.waitForEvent('page');
  await page.frameLocator('iframe').getByRole('button', { name: 'Continue' }).click();
  const flow = await opening;
  await enterAddress(flow, ADDRESS);
  const orderNo = await reachCardPage(flow, desk);
  await expect(page.getByRole('status')).toHaveText(new RegExp(`^Order ${orderNo}`));
});

test('the Next.js example opens the purchase that its server has fixed, and none without a session', async ({
  page,
  context,
  origin,
}) => {
  // Registers the partner that both examples use.
  await examples.start('html');
  const { SLIPWAY_KEY, SLIPWAY_PRIVATE_KEY, SLIPWAY_PARTNER } = examples.readKeys('example-site');
  const variables = { SLIPWAY_URL: origin, SLIPWAY_KEY, SLIPWAY_PRIVATE_KEY, SLIPWAY_PARTNER };
  const served = await serveNextjsExample(examples.firstPort, variables);
  try {
    await page.goto(served.url);
    const opening = context.waitForEvent('page');
    await page.getByRole('button', { name: 'Buy' }).click();
    const flow = await opening;
    // The amount is fixed, so the purchase begins with the address.
    await expect(flow).toHaveURL(/\/submit-address/);
    await expect(flow.getByText(/60\.00\s*EUR/).first()).toBeVisible();
    await flow.close();

    // The example's server now has an invalid key and gets no session.
    process.env['SLIPWAY_KEY'] = `${SLIPWAY_KEY.slice(0, -4)}AAAA`;
    await page.getByRole('button', { name: 'Buy' }).click();
    await expect(page.getByRole('status')).toHaveText('The purchase cannot begin: session_failed');
  } finally {
    await served.stop();
  }
});

test('the webhook receiver stores each event once and fetches those that it missed', async ({ origin, desk }) => {
  const receiver = await examples.start('webhook-receiver');
  const folder = examples.stateFolder('webhook-receiver');
  // The cursor is stored with the first page that has events.
  const readState = (file: string) => (existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : '');
  const readStoredEvents = (orderNo: string) =>
    readState('events.jsonl')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as StoredEvent]))
      .filter(({ data }) => data.orderNo === orderNo);
  const placeOrder = async () => {
    const client = createGatewayClient(origin);
    const authToken = await client.logIn(desk, newEmail());
    return placeFirstCardOrder(client, authToken, {
      getCurrency: 'ETH_BASE',
      address: ADDRESS,
      partnerId: 'example-site',
    });
  };

  const first = await placeOrder();
  await expect.poll(() => readStoredEvents(first).map(({ type }) => type)).toEqual(['order.created']);
  const [{ id, ...event } = throwMissingEvent()] = readStoredEvents(first);
  const { SLIPWAY_KEY, SLIPWAY_WEBHOOK_SECRET } = examples.readKeys('example-site');
  const body = JSON.stringify(event);
  const postSignedEvent = async (secret: string) => {
    const now = new Date();
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, now, body),
    };
    return (await fetch(receiver.url, { method: 'POST', body, headers })).status;
  };
  expect(await postSignedEvent(SLIPWAY_WEBHOOK_SECRET)).toBe(204);
  expect(await postSignedEvent(`whsec_${Buffer.alloc(24, 7).toString('base64')}`)).toBe(400);
  expect(readStoredEvents(first)).toHaveLength(1);
  await receiver.stop();

  const second = await placeOrder();
  const slipway = createSlipway({ origin, apiKey: SLIPWAY_KEY });
  const readNewestEvent = async () => (await slipway.call('events', { limit: 200 })).events.at(-1);
  await expect.poll(async () => (await readNewestEvent())?.data.orderNo).toBe(second);
  await examples.start('webhook-receiver');
  await expect.poll(() => readState('cursor')).toBe((await readNewestEvent())?.id);
  expect(readStoredEvents(first)).toHaveLength(1);
  expect(readStoredEvents(second)).toHaveLength(1);
});

type StoredEvent = { readonly id: string; readonly type: string; readonly data: { readonly orderNo: string } };

function throwMissingEvent(): never {
  throw new Error('no event is stored');
}

test('a buyer pays by card in the merchant checkout, and the coins arrive at the merchant’s address', async ({
  page,
  desk,
}) => {
  const { url, output } = await examples.start('merchant-checkout');
  await page.goto(url);
  await expect(page.getByRole('row', { name: 'Total' })).toContainText('60.00 EUR');
  await page.getByRole('button', { name: 'Pay by card' }).click();
  await expect(page).toHaveURL(/\/confirm-address/);
  const orderNo = await reachCardPage(page, desk);
  await payWithCard(page, testCards.pays);
  await expectStatus(page, 'Delivered');
  await page.getByRole('link', { name: /^Back to / }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your order' })).toBeVisible();
  await expect(page.getByRole('status')).toHaveText('Paid. Thank you!');
  await expect.poll(output).toContain('delivered, paid');
  const { orders } = readMerchantOrders();
  const paid = orders.find(({ payment }) => payment?.orderNo === orderNo);
  expect(await desk.balance('base', 'USDC', paid?.address ?? '')).toBeGreaterThan(0n);
});

type StoredOrder = { readonly address: string; readonly payment?: { readonly orderNo: string } };

function readMerchantOrders(): { readonly orders: readonly StoredOrder[] } {
  const file = join(examples.stateFolder('merchant-checkout'), 'orders.json');
  return { orders: JSON.parse(readFileSync(file, 'utf8')) as readonly StoredOrder[] };
}

test('the headless example buys by bank transfer, and the coins arrive on the chain', async ({ desk }) => {
  const output = await examples.runToEnd('headless-bank-transfer');
  const [, amount = '', address = ''] = /Delivered ([\d.]+) USDC to (0x\w+)/.exec(output) ?? [];
  expect(output).toMatch(/Transaction 0x[0-9a-f]{64}/);
  const [whole = '', fraction = ''] = amount.split('.');
  expect(await desk.balance('base', 'USDC', address)).toBe(BigInt(whole + fraction.padEnd(6, '0')));
});
