import type { PartnerCallName } from '@slipway/contract/partnerCalls.ts';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import { afterAll, describe, expect, test } from 'vitest';
import { etherInquiry, openOwnGateway } from '../server/app/api/testGateway.testing.ts';
import { findFreePort } from '../server/app/health/freePort.testing.ts';
import { openPartnerServer } from '../server/partner/api/partnerServer.testing.ts';
import { assignEventPositions } from '../server/partner/partnerEventStore.ts';
import { createEventApplier, storeOrder } from '../server/purchase/order/storedOrder.testing.ts';
import { recordProof } from '../tools/proofs/recordProof.ts';

// Runs the journeys of a partner's server through Prism, a proxy that knows only the OpenAPI document and reports every request
// or response that violates it.

const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';

const [upstreamPort, prismPort] = [await findFreePort(), await findFreePort()];
const publicUrl = `http://127.0.0.1:${prismPort}`;
const upstream = `http://127.0.0.1:${upstreamPort}`;

const gateway = await openOwnGateway({ publicUrl });
await gateway.app.listen({ host: '127.0.0.1', port: upstreamPort });
const shop = await openPartnerServer(gateway, 'shop');
const prism = await openPrism();
afterAll(() => prism.close());

let requestCount = 0;
let keyCount = 0;

/** Returns a new idempotency key. */
function newIdempotencyKey(): { readonly idempotencyKey: string } {
  keyCount += 1;
  return { idempotencyKey: `a-key-of-the-proof-${keyCount}` };
}

async function openPrism() {
  const operations = await getHttpOperationsFromSpec(`${upstream}/openapi-partner.json`);
  expect(operations).toHaveLength(8);
  const silent = { info() {}, warn() {}, error() {}, debug() {}, trace() {}, success() {}, child: () => silent };
  const server = createServer(operations, {
    cors: false,
    config: {
      isProxy: true,
      upstream: new URL(upstream),
      upstreamProxy: undefined,
      mock: { dynamic: false },
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      errors: false,
    },
    components: { logger: silent as never },
  });
  await server.listen(prismPort, '127.0.0.1');
  return server;
}

type Answer = { readonly status: number; readonly violations: string | null; readonly body: Body };
type Body = { readonly respCode: string; readonly data: Readonly<Record<string, unknown>> };

async function send(
  name: PartnerCallName,
  fields: object,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const body = JSON.stringify(fields);
  const headers = { authorization: shop.authorization, ...shop.createSignatureHeaders(name, body), ...more };
  const answer = await fetch(`${publicUrl}/gateway/partner/${name}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return {
    status: answer.status,
    violations: answer.headers.get('sl-violations'),
    body: (await answer.json()) as Body,
  };
}

/** Returns the response's data. Fails if the proxy reports a violation, or if the response's error is not `error` (or absent). */
async function callPartnerApi(name: PartnerCallName, fields: object, error?: string): Promise<Body['data']> {
  const { violations, body } = await send(name, fields);
  requestCount += 1;
  expect(violations, `${name} ${JSON.stringify(body)}`).toBeNull();
  expect(body.data['error'], JSON.stringify(body)).toBe(error);
  return body.data;
}

describe('through a proxy that validates against the OpenAPI document', () => {
  test('quotes a purchase, lists offers, fixes it in a session and mints a login; refuses invalid requests', async () => {
    const { token } = await callPartnerApi('quote', { ...etherInquiry, country: 'DE' });
    const { offerList } = await callPartnerApi('offers', { token });
    expect(offerList).toHaveLength(1);
    await callPartnerApi('quote', { ...etherInquiry, country: 'KP' }, 'region_denied');
    await callPartnerApi(
      'quote',
      { ...etherInquiry, sendCurrencyAmount: 1, country: 'DE' },
      'pay_amount_below_minimum',
    );
    await callPartnerApi('offers', { token: 'of.nobody' }, 'quote_unknown');
    const sessionKey = newIdempotencyKey();
    const { sessionId } = await callPartnerApi('createSession', { ...etherInquiry, address: ADDRESS, ...sessionKey });
    expect(await callPartnerApi('createSession', { ...etherInquiry, address: ADDRESS, ...sessionKey })).toMatchObject({
      sessionId,
    });
    await callPartnerApi(
      'createSession',
      { ...etherInquiry, sendCurrencyAmount: '50', ...sessionKey },
      'idempotency_conflict',
    );
    await callPartnerApi(
      'createSession',
      { ...etherInquiry, getCurrency: 'DOGE2', ...newIdempotencyKey() },
      'terms_refused',
    );
    await callPartnerApi('mintAuthToken', { email: 'known@shop.example', ...newIdempotencyKey() });
  });

  test('returns orders, and accepts one refund request for an order', async () => {
    const { database } = gateway;
    const { id, orderNo } = await storeOrder(database, { partnerId: 'shop', reference: 'cart 17' });
    await callPartnerApi('orderStatus', { orderNo });
    await callPartnerApi('orderStatus', { reference: 'cart 17' });
    await callPartnerApi('orderStatus', { sessionId: 'session_of_nobody' }, 'order_unknown');
    await callPartnerApi('orders', { limit: 1 });
    await callPartnerApi('orders', { after: 'ABCDEFGHJKLMNPQRSTUV' }, 'cursor_unknown');
    await callPartnerApi(
      'requestRefund',
      { orderNo, reason: 'Paid twice', ...newIdempotencyKey() },
      'refund_nothing_paid',
    );
    await database.pool.query(`update orders set status = 'paid', captured_units = pay_units where id = $1`, [id]);
    await callPartnerApi('requestRefund', { orderNo, reason: 'Paid twice', ...newIdempotencyKey() });
    await callPartnerApi(
      'requestRefund',
      { orderNo, reason: 'Paid twice', ...newIdempotencyKey() },
      'refund_already_requested',
    );
  });

  test('returns events up to the last one, and refuses an unknown cursor', async () => {
    const { database } = gateway;
    const { id } = await storeOrder(database, { partnerId: 'shop' });
    await createEventApplier(database, id)('payment_window_closed', {});
    while ((await assignEventPositions(database)) > 0);
    const { next } = await callPartnerApi('events', { limit: 200 });
    expect(next).toEqual(expect.any(String));
    expect(await callPartnerApi('events', { after: next })).toMatchObject({ events: [], more: false });
    await callPartnerApi('events', { after: 'evt_of_nobody' }, 'cursor_unknown');
  });

  test('refuses an unknown key as the document describes', async () => {
    const { status, violations, body } = await send('orders', {}, { authorization: 'Bearer slk_AAAAAAAAAAAA_x' });
    requestCount += 1;
    expect([status, violations, body.data['error']]).toEqual([401, null, 'partner_key_unknown']);
  });

  test('the proxy reports a request with a misspelt field, and the API refuses it', async () => {
    const { status, violations, body } = await send('createSession', { adress: ADDRESS, ...newIdempotencyKey() });
    expect(violations).toContain('adress');
    expect([status, body.data['error']]).toEqual([400, 'malformed']);
    recordProof('Partner API through a validating proxy', {
      figures: `${requestCount} requests through Prism, which checks \`/openapi-partner.json\``,
      result: 'no violation',
    });
  });
});
