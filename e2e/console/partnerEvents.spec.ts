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

type Post = { readonly id: string; readonly body: string; readonly answered: number };

/** Starts a partner's endpoint, implemented only from docs/integrate/webhooks.md. */
async function openEndpoint() {
  const posts: Post[] = [];
  const forged: string[] = [];
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
        forged.push(`${id}: ${String(error)}`);
      }
      const answered = settings.failures > 0 ? 500 : 204;
      settings.failures -= 1;
      posts.push({ id, body, answered });
      response.writeHead(answered).end(answered === 500 ? 'our shelves are being counted' : '');
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    posts,
    forged,
    settings,
    /** Returns how often each event was accepted, by its id. */
    countAccepted: () => {
      const counts: Record<string, number> = {};
      for (const { id, answered } of posts) if (answered < 300) counts[id] = (counts[id] ?? 0) + 1;
      return counts;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

type DeliveredEvent = { readonly id: string; readonly position: string; readonly delivery: string };

const listEvents = (books: ReadOnlyDatabase, partner: string) =>
  books.rows<DeliveredEvent>(
    'select id, position::text, delivery from partner_events where partner_id = $1 order by position',
    [partner],
  );

test('a failing partner endpoint is shown; then one event and a range are sent again with the same ids', async ({
  page,
  world,
  desk,
  books,
  operator,
}) => {
  const endpoint = await openEndpoint();
  const partner = `journey${Date.now().toString(36)}`;
  try {
    const row = [
      'name=A journey',
      'kind=partner_site',
      'origins=https://journey.example',
      `webhookUrl=${endpoint.url}`,
    ];
    await operator.runByTwo('set', 'partner', partner, ...row);
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
    const answer = page.getByText('our shelves are being counted').first();
    await reloadUntil(page, `${webhooks}?event=${first?.id}`, () => answer.isVisible());
    await expect(page.getByText('Attempt 1')).toBeVisible();
    await page.getByText(/^Body, \d+ characters$/).click();
    await expect(page.getByText(`Signature covers ${first?.id}.<webhook-timestamp>.<body>`)).toBeVisible();
    await page.getByText('Headers').first().click();
    await expect(page.getByText('webhook-signature').first()).toBeVisible();
    await expectAccessible(page, 'A partner’s events');

    // The endpoint works again: pending events are sent automatically, in order.
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
    async function send(why: string, done: RegExp): Promise<void> {
      await page.getByRole('combobox', { name: 'Reason' }).click();
      await page.getByRole('option', { name: 'Data or credentials lost' }).click();
      await page.getByLabel('Explanation, recorded permanently in the audit trail').fill(why);
      await page.getByRole('button', { name: 'Replay events' }).click();
      await expect(page.getByText(done)).toBeVisible();
    }
    await replay.click();
    await send('their shelves were counted', /1 event is sent again/);
    await expect.poll(endpoint.countAccepted).toEqual({ ...once, [first?.id ?? '']: 2 });

    // Resend all events since the second one, by position.
    const [, ...later] = events;
    await page.goto(webhooks);
    await replay.click();
    await page.getByLabel('From position or time').fill(later[0]?.position ?? '');
    await send('and what came after', new RegExp(`${later.length} events are sent again`));
    const twice = Object.fromEntries(events.map(({ id }) => [id, 2]));
    await expect.poll(endpoint.countAccepted).toEqual(twice);

    // An event always has the same id and body, and each post is signed.
    const bodies = Map.groupBy(endpoint.posts, ({ id }) => id);
    for (const [id, posts] of bodies)
      expect({ id, bodies: new Set(posts.map(({ body }) => body)).size }).toEqual({ id, bodies: 1 });
    expect(endpoint.forged).toEqual([]);
  } finally {
    endpoint.close();
    await operator.runByTwo('set', 'partner', partner, 'enabled=false');
  }
});
