import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { newEmail } from '../../buyers/buyerDetails.ts';
import { placeFirstCardOrder } from '../../buyers/cardPurchase.ts';
import { createGatewayClient } from '../../buyers/gatewayClient.ts';
import { openConsoleAs } from '../../console/consolePage.ts';
import { addVirtualAuthenticator } from '../../emulation/virtualAuthenticator.ts';
import { expectAccessible } from '../../page/inspectPage.ts';
import type { ReadOnlyDatabase } from '../../readOnlyDatabase.ts';
import { test as base, expect } from '../../world.ts';

type TestPartner = {
  readonly id: string;
  /** The ids of the webhooks that the partner's server has received. */
  readonly webhookIds: readonly string[];
  /** The link with which the first member joins. */
  readonly invitation: string;
};

const test = base.extend<{ readonly partner: TestPartner }>({
  partner: async ({ operator }, use) => {
    const id = `pages${Date.now().toString(36)}`;
    const endpoint = await openEndpoint();
    const settings = [
      'name=Tea house',
      'kind=partner_site',
      'origins=https://tea.example',
      `webhookUrl=${endpoint.url}`,
    ];
    await operator.runByTwo('set', 'partner', id, ...settings);
    await operator.runByTwo('rotate-secret', id);
    const [invitation = ''] = (await operator.runByTwo('invite-partner', id)).split('\n');
    await use({ id, webhookIds: endpoint.ids, invitation });
    await operator.runByTwo('set', 'partner', id, 'enabled=false');
    endpoint.close();
  },
});

test('an invited owner joins, sees the partner’s order, and requests origins that the operator approves or rejects', async ({
  browser,
  books,
  page,
  world,
  desk,
  operator,
  partner,
}) => {
  await addVirtualAuthenticator(page);
  await page.goto(partner.invitation);
  await page.getByLabel('Your name').fill('Mia Torres');
  // Phones must not change what is typed.
  await expect(page.getByLabel('Your email address')).toHaveAttribute('autocapitalize', 'none');
  await page.getByLabel('Your email address').fill('mia@tea.example');
  await expectAccessible(page, 'Join the partner pages');
  await page.getByRole('button', { name: 'Create passkey and join' }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/partners/');
  await expect(page.getByText('Tea house')).toBeVisible();
  await expect(page.getByText('https://tea.example')).toBeVisible();
  await expectAccessible(page, 'The overview of the partner pages');

  const client = createGatewayClient(world.origin);
  const authToken = await client.logIn(desk, newEmail());
  const { address } = privateKeyToAccount(generatePrivateKey());
  const orderNo = await placeFirstCardOrder(client, authToken, { getCurrency: 'ETH', address, partnerId: partner.id });
  await page.getByRole('link', { name: 'Orders' }).click();
  await page.getByRole('link', { name: orderNo.slice(0, 5) }).click();
  await expect(page.getByText('Awaiting payment')).toBeVisible();
  await expectAccessible(page, 'An order on the partner pages');

  // The partner asks Slipway to send an event again, with the same id.
  await expect.poll(() => listDeliveries(books, partner.id)).toEqual(['taken']);
  await page.getByRole('link', { name: 'Deliveries' }).click();
  await expectAccessible(page, 'The deliveries on the partner pages');
  await page.getByRole('link', { name: 'order.created' }).click();
  await expect(page.getByText('Attempt 1')).toBeVisible();
  await expectAccessible(page, 'A delivery on the partner pages');
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => partner.webhookIds.length).toBe(2);
  expect(new Set(partner.webhookIds).size).toBe(1);
  await page.getByRole('link', { name: 'Orders' }).click();
  await page.getByRole('link', { name: orderNo.slice(0, 5) }).click();

  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Log in with your passkey' }).click();
  await expect(page.getByText('Awaiting payment')).toBeVisible();
  await page.getByRole('link', { name: 'Members' }).click();
  await expect(page.getByText('mia@tea.example')).toBeVisible();
  await expectAccessible(page, 'The members on the partner pages');

  await page.getByRole('link', { name: 'Sessions' }).click();
  await expect(page.getByText('No sessions in the last 30 days.')).toBeVisible();
  await expectAccessible(page, 'The sessions on the partner pages');

  // The partner requests an origin. One admin requests the approval in the console, a second one approves by command line.
  await page.getByRole('link', { name: 'Keys and origins' }).click();
  await requestOrigins(page, 'https://tea.example https://www.tea.example');
  const requests = page.getByRole('region', { name: 'Requests' });
  await expect(requests.getByText('Waiting for the operator')).toBeVisible();
  await expectAccessible(page, 'Keys and origins on the partner pages');

  const anna = await openConsoleAs(browser, world.consoleUrl, 'anna', `partners/${partner.id}/requests`);
  await expect(anna.getByText('Mia Torres')).toBeVisible();
  await anna.getByRole('radio', { name: /^Approve/ }).click();
  await fillReason(anna, 'confirmed by telephone');
  await expectAccessible(anna, 'A partner’s request in the console');
  await anna.getByRole('button', { name: 'Request approval' }).click();
  await expect.poll(() => findWaitingRequest(books, partner.id)).toBeGreaterThan(0);
  await operator.runAs('berta', 'approve', String(await findWaitingRequest(books, partner.id)));
  await page.reload();
  await expect(requests.getByText('Approved')).toBeVisible();

  // One admin rejects a second request, with a message that the partner reads.
  await requestOrigins(page, 'https://tea.example https://unknown.example');
  await expect(requests.getByText('Waiting for the operator')).toBeVisible();
  await anna.reload();
  await anna.getByRole('radio', { name: /^Reject/ }).click();
  await fillReason(anna, 'not an origin of this partner');
  const reject = anna.getByRole('button', { name: /^Reject/ });
  await expect(reject).toBeDisabled();
  await anna.getByLabel('Message that the partner reads').fill('unknown.example is not yours');
  await reject.click();
  await expect(anna.getByRole('region', { name: 'Open requests' })).toContainText('Nothing waits for a decision.');
  await page.reload();
  await expect(requests.getByText('Rejected')).toBeVisible();
  await expect(requests.getByText('unknown.example is not yours')).toBeVisible();
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByText('https://www.tea.example')).toBeVisible();
});

/** Requests, on the partner pages, that these origins become the allowed ones. */
async function requestOrigins(page: Page, origins: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Change' }).click();
  await page.getByRole('option', { name: 'Allowed origins' }).click();
  await page.getByLabel('All allowed origins, separated by spaces').fill(origins);
  await page.getByRole('button', { name: 'Send request' }).click();
}

/** Fills the operator's reason and explanation of a decision. */
async function fillReason(page: Page, explanation: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Requested by the partner' }).click();
  await page.getByLabel('Explanation, recorded permanently in the audit trail').fill(explanation);
}

/** Starts the partner's server, which accepts every webhook and records its id. */
async function openEndpoint() {
  const ids: string[] = [];
  const server = createServer((request, response) => {
    ids.push(String(request.headers['webhook-id']));
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    ids,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Returns the delivery states of the partner's events. */
async function listDeliveries(books: ReadOnlyDatabase, partnerId: string): Promise<string[]> {
  const rows = await books.rows<{ delivery: string }>(
    'select delivery from partner_events where partner_id = $1 order by entry',
    [partnerId],
  );
  return rows.map(({ delivery }) => delivery);
}

/** Returns the number of the operator's request about a partner that waits for a second person; 0 if there is none. */
async function findWaitingRequest(books: ReadOnlyDatabase, partnerId: string): Promise<number> {
  const [row] = await books.rows<{ id: number }>(
    "select id::int as id from operator_requests where subject = $1 and status = 'waiting'",
    [`partner ${partnerId}`],
  );
  return row?.id ?? 0;
}
