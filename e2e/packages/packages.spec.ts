import { rm } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { newEmail } from '../buyers/buyerDetails.ts';
import { enterAddress, expectStatus, logIn, payWithCard, submitDetails, testCards } from '../buyers/purchaseSteps.ts';
import type { OperatorCli, OwnDataCommand } from '../operatorCli.ts';
import { createPartnerKey } from '../partners/partnerServer.ts';
import { expect, test } from '../world.ts';
import { createTemporaryFolder, packPackages, type ServedApp, serveFreshApp, type Tarballs } from './freshApp.ts';

let folder = '';
let tarballs: Tarballs = {};
const served: ServedApp[] = [];

test.beforeAll(async () => {
  folder = await createTemporaryFolder();
  tarballs = await packPackages(folder);
});
test.afterAll(async () => {
  for (const app of served) await app.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Registers the origin as that of a partner's site, as the operator does. */
async function register(operator: OperatorCli<OwnDataCommand>, origin: string): Promise<void> {
  await operator.runByTwo('set', 'partner', 'packages', 'name=Packages', 'kind=partner_site', `origins=${origin}`);
}

/** Buys in the window until the delivery, and checks that the page that opened the window receives the event. */
async function buyIn(flow: Page, desk: Parameters<typeof logIn>[1], app: Page): Promise<void> {
  await enterAddress(flow, privateKeyToAccount(generatePrivateKey()).address);
  await flow.getByRole('button', { name: 'Confirm' }).click();
  await logIn(flow, desk, newEmail());
  await submitDetails(flow);
  await payWithCard(flow, testCards.pays);
  await expectStatus(flow, 'Delivered');
  await expect(app.getByRole('status')).toHaveText(/ delivered$/);
}

test('a fresh Vite app shows the frame and receives the delivery event', async ({
  page,
  context,
  desk,
  origin,
  operator,
}) => {
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

test('the Next.js example fixes the purchase on its server and receives the delivery event', async ({
  page,
  context,
  desk,
  origin,
  operator,
}) => {
  const app = await serveFreshApp('nextjs', tarballs, async (at) => {
    await register(operator, at);
    const { apiKey, privateKey } = await createPartnerKey(operator, 'packages');
    return {
      NEXT_PUBLIC_SLIPWAY: origin,
      SLIPWAY_URL: origin,
      SLIPWAY_PARTNER: 'packages',
      SLIPWAY_KEY: apiKey,
      SLIPWAY_PRIVATE_KEY: privateKey,
    };
  });
  served.push(app);
  await page.goto(app.origin);
  const opening = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Buy' }).click();
  await buyIn(await opening, desk, page);
});
