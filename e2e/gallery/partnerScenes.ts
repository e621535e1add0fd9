import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import type {
  PartnerPageCallData,
  PartnerPageCallName,
  PartnerPageCallRequest,
} from '@slipway/contract/partnerPageCalls.ts';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createSlipway } from '../../embed/node/node.ts';
import { newEmail } from '../buyers/buyerDetails.ts';
import { payByCard, placeFirstCardOrder } from '../buyers/cardPurchase.ts';
import { createGatewayClient } from '../buyers/gatewayClient.ts';
import { addVirtualAuthenticator } from '../emulation/virtualAuthenticator.ts';
import type { OperatorCli, OwnDataCommand } from '../operatorCli.ts';
import { createPartnerKey } from '../partners/partnerServer.ts';
import type { SandboxClient } from '../sandboxClient.ts';
import { expect, type World } from '../world.ts';

/** A screen of the partner pages in one state. */
export type PartnerScene = {
  readonly name: string;
  /** Path below `/partners/`. */
  readonly path: string;
  /** True if no member is logged in. */
  readonly isLoggedOut?: true;
  /** Prepares answers before the page is opened. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Actions that reach the state. */
  readonly open?: (page: Page) => Promise<void>;
};

/** Every screen of the partner pages with data in it. Pictures and inspections use the same scenes. */
export const partnerScenes: readonly PartnerScene[] = [
  { name: 'login', path: '', isLoggedOut: true },
  { name: 'join', path: 'join#7KQ2M4XD9TAB3HWPEN56', isLoggedOut: true },
  { name: 'overview', path: '' },
  { name: 'orders', path: 'orders' },
  { name: 'orders-failed', path: 'orders', prepare: (page) => abortPartnerCall(page, 'orders') },
  { name: 'order', path: 'orders', open: (page) => openFirstLink(page, 'Order') },
  { name: 'deliveries', path: 'deliveries' },
  { name: 'delivery', path: 'deliveries', open: (page) => openFirstLink(page, 'Event') },
  { name: 'sessions', path: 'sessions' },
  { name: 'shares', path: 'shares', prepare: (page) => answerPartnerCall(page, 'shares', SHARES) },
  { name: 'shares-of-one-order', path: 'shares' },
  { name: 'keys', path: 'keys', open: selectRedirectOrigins },
  { name: 'doctor', path: 'doctor', open: requestPageCheck },
  { name: 'members', path: 'members' },
];

const inEuro = (amount: string) => ({ amount, unit: 'EUR' });
const inDollar = (amount: string) => ({ amount, unit: 'USD' });

/** Invented, since a run cannot earn shares in several months. */
const SHARES: PartnerPageCallData<'shares'> = {
  share: '1.5',
  owed: [inEuro('412.65'), inDollar('88.20')],
  earned: [
    { month: '2026-11', orders: 274, share: inEuro('412.65') },
    { month: '2026-11', orders: 61, share: inDollar('88.20') },
    { month: '2026-10', orders: 1208, share: inEuro('1811.90') },
    { month: '2026-09', orders: 1, share: inEuro('-1.50') },
  ],
  payments: [
    {
      id: 'b',
      bookedOn: '2026-11-04',
      amount: inEuro('1811.90'),
      until: '2026-11-01T00:00:00.000Z',
      reference: 'SLIPWAY-SHARES-PAGES-2026-10',
    },
    { id: 'a', bookedOn: '2026-10-02', amount: inEuro('-12.00'), until: '2026-10-01T00:00:00.000Z', reference: null },
  ],
};

async function answerPartnerCall<Name extends PartnerPageCallName>(
  page: Page,
  name: Name,
  data: PartnerPageCallData<Name>,
): Promise<void> {
  await page.route(`**/gateway/partner-pages/${name}`, (route) =>
    route.fulfill({ json: { respCode: '200', respMessage: 'ok', data } }),
  );
}

async function abortPartnerCall(page: Page, name: PartnerPageCallName): Promise<void> {
  await page.route(`**/gateway/partner-pages/${name}`, (route) => route.abort());
}

async function openFirstLink(page: Page, column: string): Promise<void> {
  await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible();
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByRole('table')).toHaveCount(0);
}

async function selectRedirectOrigins(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Change' }).click();
  await page.getByRole('option', { name: 'Redirect origins' }).click();
}

async function requestPageCheck(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check page' }).click();
  await expect(page.getByRole('region', { name: 'Problems' })).toBeVisible();
}

export type PreparedPartner = {
  /** The browser session of the partner's owner. */
  readonly cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
  /** Disables the partner, so that no more events are sent to it, and stops its site. */
  close(): Promise<void>;
};

type Preparation = {
  readonly page: Page;
  readonly world: Pick<World, 'origin' | 'deskUrl'>;
  readonly desk: SandboxClient;
  readonly operator: OperatorCli<OwnDataCommand>;
};

/** Creates a partner with orders, events, keys, members and requests, and logs its owner in on the page. */
export async function preparePartner({ page, world, desk, operator }: Preparation): Promise<PreparedPartner> {
  const id = `scene${Date.now().toString(36)}${process.env['TEST_WORKER_INDEX'] ?? ''}`;
  const site = await openSite();
  const settings = ['name=Tea house', 'kind=partner_site', 'share=0.015', `webhookUrl=${site.url}/hook`];
  await operator.runByTwo('set', 'partner', id, ...settings, `origins=${site.url},https://tea.example`);
  await operator.runByTwo('rotate-secret', id);
  await operator.runByTwo('rotate-link-key', id);
  const server = createSlipway({ origin: world.origin, ...(await createPartnerKey(operator, id)) });
  const terms = { sendCurrency: 'EUR', sendCurrencyAmount: '120.00', getCurrency: 'ETH', reference: 'cart 17' };
  for (let count = 0; count < 3; count += 1)
    await server.call('createSession', { ...terms, address: privateKeyToAccount(generatePrivateKey()).address });
  await createOrders(id, world, desk);
  const [link = ''] = (await operator.runByTwo('invite-partner', id)).split('\n');
  await addVirtualAuthenticator(page);
  await page.goto(link);
  await page.getByLabel('Your name').fill('Mia Torres');
  await page.getByLabel('Your email address').fill('mia@tea.example');
  await page.getByRole('button', { name: 'Create passkey and join' }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await requestChanges(page, id, operator);
  return {
    cookies: await page.context().cookies(),
    async close() {
      await operator.runByTwo('set', 'partner', id, 'enabled=false');
      site.close();
    },
  };
}

/** Creates two orders of the partner: one is delivered, the other not paid. */
async function createOrders(partnerId: string, world: Preparation['world'], desk: SandboxClient): Promise<void> {
  const client = createGatewayClient(world.origin);
  for (const isPaid of [true, false]) {
    const authToken = await client.logIn(desk, newEmail());
    const { address } = privateKeyToAccount(generatePrivateKey());
    const orderNo = await placeFirstCardOrder(client, authToken, { getCurrency: 'ETH', address, partnerId });
    if (!isPaid) continue;
    await payByCard(client, authToken, orderNo, Number(new URL(world.deskUrl).port));
    await expect
      .poll(async () => String((await client.data('orderDetail', { orderNo, authToken }))['status']))
      .toBe('delivered');
  }
}

/** Creates an open request, one that the operator rejects, and an open invitation. */
async function requestChanges(page: Page, partner: string, operator: Preparation['operator']): Promise<void> {
  const post = async <Name extends PartnerPageCallName>(name: Name, input: PartnerPageCallRequest<Name>) => {
    const response = await page.request.post(`/gateway/partner-pages/${name}`, { data: input });
    const answer: unknown = await response.json();
    expect(answer).toMatchObject({ respCode: '200' });
    return (answer as { readonly data: PartnerPageCallData<Name> }).data;
  };
  const { id } = await post('requestChange', { kind: 'share', values: ['4'] });
  await operator.runAs('anna', 'reject-change', partner, String(id), '--message', 'Our contract says 1.5%.');
  await post('requestChange', { kind: 'origins', values: ['https://tea.example', 'https://shop.tea.example'] });
  await post('inviteMember', { role: 'developer' });
}

/** Starts the partner's site: a page whose policy blocks the frame, and an endpoint that rejects every third event. */
async function openSite() {
  let postCount = 0;
  const server = createServer((request, response) => {
    if (request.method === 'POST') response.writeHead((postCount += 1) % 3 === 0 ? 500 : 204).end();
    else
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': "frame-src 'none'" })
        .end('<!doctype html><title>Tea house</title>');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
