import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { newEmail } from '../buyers/buyerDetails.ts';
import { payByCard, placeFirstCardOrder } from '../buyers/cardPurchase.ts';
import { createGatewayClient } from '../buyers/gatewayClient.ts';
import { expectAccessible } from '../page/inspectPage.ts';
import type { ReadOnlyDatabase } from '../readOnlyDatabase.ts';
import { expect, test } from '../world.ts';
import { DESKTOP_WINDOW, logInAsPerson, reloadUntil } from './consolePage.ts';

test.use({ viewport: DESKTOP_WINDOW, isMobile: false, hasTouch: false });

type Post = { readonly id: string; readonly body: string; readonly status: number };

/** Starts a partner's endpoint. It was written only from docs/integrate/webhooks.md. */
async function openEndpoint() {
  const posts: Post[] = [];
  const verificationErrors: string[] = [];
  /** The secret that verifies the posts, and how many of the next posts the endpoint answers with an error. */
  const settings = { secret: '', failures: 1 };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      const id = String(request.headers['webhook-id']);
      try {
        new Webhook(settings.secret).verify(body, request.headers as Record<string, string>);
      } catch (error) {
        verificationErrors.push(`${id}: ${String(error)}`);
      }
      const status = settings.failures > 0 ? 500 : 204;
      settings.failures -= 1;
      posts.push({ id, body, status });
      response.writeHead(status).end(status === 500 ? 'closed for maintenance' : '');
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    posts,
    verificationErrors,
    settings,
    /** Returns how often each event was accepted, by its id. */
    countAccepted: () => {
      const counts: Record<string, number> = {};
      for (const { id, status } of posts) if (status < 300) counts[id] = (counts[id] ?? 0) + 1;
      return counts;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

type DeliveredEvent = { readonly id: string; readonly position: string | null; readonly delivery: string };

const listEvents = (books: ReadOnlyDatabase, partner: string) =>
  books.rows<DeliveredEvent>(
    'select id, position::text, delivery from partner_events where partner_id = $1 order by position',
    [partner],
  );

test('the console shows why an endpoint failed, and resends one event or a range of events with the same ids', async ({
  page,
  world,
  desk,
  books,
  operator,
}) => {
  const endpoint = await openEndpoint();
  const partner = `journey${Date.now().toString(36)}`;
  try {
    const settings = [
      'name=A journey',
      'kind=partner_site',
      'origins=https://journey.example',
      `webhookUrl=${endpoint.url}`,
    ];
    await operator.runByTwo('set', 'partner', partner, ...settings);
    const [secret = ''] = (await operator.runByTwo('rotate-secret', partner)).split('\n');
    endpoint.settings.secret = secret;

    const client = createGatewayClient(world.origin);
    const authToken = await client.logIn(desk, newEmail());
    const { address } = privateKeyToAccount(generatePrivateKey());
    const orderNo = await placeFirstCardOrder(client, authToken, { getCurrency: 'ETH', address, partnerId: partner });
    await payByCard(client, authToken, orderNo, Number(new URL(world.deskUrl).port));
    await expect.poll(() => endpoint.posts.length).toBeGreaterThan(0);

    // The console shows which event failed, how often, and the endpoint's own response.
    await logInAsPerson(page, world.consoleUrl, 'sam');
    const [first] = await listEvents(books, partner);
    const webhooks = `${world.consoleUrl}/partners/${partner}/webhooks`;
    const answer = page.getByText('closed for maintenance').first();
    await reloadUntil(page, `${webhooks}?event=${first?.id}`, () => answer.isVisible());
    await expect(page.getByText('Attempt 1')).toBeVisible();
    await page.getByText(/^Body, \d+ characters$/).click();
    await expect(page.getByText(`Signature covers ${first?.id}.<webhook-timestamp>.<body>`)).toBeVisible();
    await page.getByText('Headers').first().click();
    await expect(page.getByText('webhook-signature').first()).toBeVisible();
    await expectAccessible(page, 'A partner’s events');

    // The endpoint works again: each pending event is accepted once, without an action.
    await expect
      .poll(async () => (await client.data('orderDetail', { orderNo, authToken }))['status'])
      .toBe('delivered');
    const areAllDelivered = async () => {
      const events = await listEvents(books, partner);
      return events.length > 2 && events.every(({ delivery, position }) => delivery === 'taken' && position !== null);
    };
    await expect.poll(areAllDelivered).toBe(true);
    const events = await listEvents(books, partner);
    const once = Object.fromEntries(events.map(({ id }) => [id, 1]));
    expect(endpoint.countAccepted()).toEqual(once);

    // Resend the event that is open in the page.
    await page.goto(`${webhooks}?event=${first?.id}`);
    await expect(page.getByText('Attempt 2')).toBeVisible();
    await expect(page.getByText('Attempt 1')).toBeVisible();
    const replay = page.getByRole('radio', { name: /^Replay events/ });
    async function submitReplay(explanation: string, result: RegExp): Promise<void> {
      await page.getByRole('combobox', { name: 'Reason' }).click();
      await page.getByRole('option', { name: 'Data or credentials lost' }).click();
      await page.getByLabel('Explanation, recorded permanently in the audit trail').fill(explanation);
      await page.getByRole('button', { name: 'Replay events' }).click();
      await expect(page.getByText(result)).toBeVisible();
    }
    await replay.click();
    await submitReplay('the endpoint was closed', /1 event is sent again/);
    await expect.poll(endpoint.countAccepted).toEqual({ ...once, [first?.id ?? '']: 2 });

    // Resend all events since the second one, by position.
    const [, ...later] = events;
    await page.goto(webhooks);
    await replay.click();
    await page.getByLabel('From position or time').fill(later[0]?.position ?? '');
    await submitReplay('and the later events', new RegExp(`${later.length} events are sent again`));
    const twice = Object.fromEntries(events.map(({ id }) => [id, 2]));
    await expect.poll(endpoint.countAccepted).toEqual(twice);

    // An event always has the same id and body, and each post is signed.
    const bodies = Map.groupBy(endpoint.posts, ({ id }) => id);
    for (const [id, posts] of bodies)
      expect({ id, bodies: new Set(posts.map(({ body }) => body)).size }).toEqual({ id, bodies: 1 });
    expect(endpoint.verificationErrors).toEqual([]);
  } finally {
    endpoint.close();
    await operator.runByTwo('set', 'partner', partner, 'enabled=false');
  }
});
