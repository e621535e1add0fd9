import { rm } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { Operator, WordsOnOwn } from '../operator.ts';
import { newKeyOf } from '../partnerServer.ts';
import { newEmail } from '../person.ts';
import { cards, expectStatus, giveAddress, giveDetails, logIn, payWith } from '../purchase.ts';
import { expect, test } from '../world.ts';
import { packPackages, type ServedApp, serveFreshApp, type Tarballs, temporaryFolder } from './freshApp.ts';

let folder = '';
let tarballs: Tarballs = {};
const served: ServedApp[] = [];

test.beforeAll(async () => {
  folder = await temporaryFolder();
  tarballs = await packPackages(folder);
});
test.afterAll(async () => {
  for (const app of served) await app.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The operator's part: the site is registered. */
async function register(operator: Operator<WordsOnOwn>, origin: string): Promise<void> {
  await operator.runByTwo('set', 'partner', 'packages', 'name=Packages', 'kind=partner_site', `origins=${origin}`);
}

/** From the window's first page to the coins, as the page behind it hears. */
async function buyIn(flow: Page, desk: Parameters<typeof logIn>[1], app: Page): Promise<void> {
  await giveAddress(flow, privateKeyToAccount(generatePrivateKey()).address);
  await flow.getByRole('button', { name: 'Confirm' }).click();
  await logIn(flow, desk, newEmail());
  await giveDetails(flow);
  await payWith(flow, cards.pays);
  await expectStatus(flow, 'Delivered');
  await expect(app.getByRole('status')).toHaveText(/ delivered$/);
}

test('a fresh Vite app has the frame, and hears of the delivery', async ({ page, context, desk, origin, operator }) => {
  const app = await serveFreshApp('vite', tarballs, async (at) => {
    await register(operator, at);
    return { VITE_SLIPWAY: origin };
  });
  served.push(app);
  await page.goto(app.origin);
  const opening = context.waitForEvent('page');
  await page.frameLocator('iframe').getByRole('button', { name: 'Continue' }).click();
  await buyIn(await opening, desk, page);
});

test('a fresh Next.js app fixes the purchase on its server, and hears of the delivery', async ({
  page,
  context,
  desk,
  origin,
  operator,
}) => {
  const app = await serveFreshApp('next', tarballs, async (at) => {
    await register(operator, at);
    const { apiKey, privateKey } = await newKeyOf(operator, 'packages');
    return { NEXT_PUBLIC_SLIPWAY: origin, SLIPWAY_KEY: apiKey, SLIPWAY_PRIVATE_KEY: privateKey };
  });
  served.push(app);
  await page.goto(app.origin);
  const opening = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Buy' }).click();
  await buyIn(await opening, desk, page);
});
