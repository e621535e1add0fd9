import { fiatAsset } from '@slipway/money/iso4217.ts';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTransak } from '../../../../sandbox/transak/start.ts';
import { credentials } from '../../../../sandbox/world/credentials.ts';
import { patienceMs } from '../../../../tools/patience/patience.ts';
import { waitFor } from '../../../../tools/patience/waitFor.testing.ts';
import { offerConformance } from '../conformance.ts';
import type { OfferProvider, ProviderState } from '../offerPort.ts';
import { alterAnswer, buildStartRequest, openProviderWorld } from '../providerWorld.testing.ts';
import { createTransakClient, type TransakClient } from './client.ts';
import { transakConfigSchema } from './config.ts';
import { findFurthestOrder, toProviderState } from './orders.ts';
import { requestOffer } from './quote.ts';
import { createTokenCache, type TokenCache } from './tokenCache.ts';
import { createTransak } from './transak.ts';
import { createTransakWebhookVerifier } from './webhook.ts';

let world: Awaited<ReturnType<typeof openProviderWorld>>;
let provider: OfferProvider;
const now = () => new Date();

function buildConfig() {
  const { url } = world.standIn;
  const { apiKey, apiSecret } = credentials.transak;
  return transakConfigSchema.parse({ apiKey, apiSecret, environment: 'test', apiUrl: url, gatewayUrl: url });
}

/** A process of the server with its own tokens. */
function createProcess(tokenCache: TokenCache = createTokenCache(now)): OfferProvider {
  return createTransak(buildConfig(), world.productUrl, now, tokenCache);
}

beforeAll(async () => {
  world = await openProviderWorld(startTransak);
  provider = createProcess();
});
beforeEach(() => world.faults.replace([]));
afterAll(() => world.stop());

const getSubject = () =>
  world.buildSubject(provider, {
    limits: { least: '15', most: '5000' },
    refusedCountry: 'IR',
    createFreshProvider: () => createProcess(),
  });
offerConformance('Transak', getSubject);

const buildRequest = (orderNo: string) => buildStartRequest(getSubject(), orderNo);

async function startPurchase(one: OfferProvider, orderNo: string) {
  const page = await one.start(buildRequest(orderNo));
  if (page.kind !== 'ok') throw new Error(page.kind);
  return page.value;
}

const buildReference = (orderNo: string, providerOrderId?: string) => {
  const { coin, payAsset, country } = getSubject().request;
  return { orderNo, providerOrderId, coin, payAsset, country };
};

test.each([{ fiatCurrency: 'USD' }, { cryptoCurrency: 'BTC' }, { network: 'base' }])(
  'refuses a price of another currency, coin or network: %o',
  async (change) => {
    const client = createTransakClient(buildConfig(), createTokenCache(now), now);
    const quote: TransakClient['quote'] = (...args) => alterAnswer(client.quote(...args), change);
    expect(
      await requestOffer({ ...client, quote }, getSubject().request, AbortSignal.timeout(patienceMs)),
    ).toMatchObject({
      reason: 'unusable',
    });
  },
);

describe('the page', () => {
  test('opens once, expires after about five minutes, and can be requested again', async () => {
    const before = Date.now();
    const page = await startPurchase(provider, 'ONCE');
    expect(page.isSingleUse).toBe(true);
    const lifetimeMs = (page.expiresAt?.getTime() ?? 0) - before;
    expect(lifetimeMs).toBeGreaterThan(4 * 60_000);
    expect(lifetimeMs).toBeLessThan(6 * 60_000);
    expect((await fetch(page.url)).status).toBe(200);
    expect((await fetch(page.url)).status).toBe(400);
    const again = await startPurchase(provider, 'ONCE');
    expect((await fetch(again.url)).status).toBe(200);
  });

  test('is unavailable with a wrong secret, not refused', async () => {
    const { url } = world.standIn;
    const config = { apiKey: credentials.transak.apiKey, apiSecret: 'wrong', environment: 'live', apiUrl: url };
    const other = createTransak(transakConfigSchema.parse({ ...config, gatewayUrl: url }), world.productUrl, now);
    expect(await other.start(buildRequest('WRONG'))).toMatchObject({ kind: 'unavailable' });
  });
});

describe('several processes', () => {
  test('replace each other’s token and continue', async () => {
    const [one, other] = [createProcess(), createProcess()];
    for (const turn of [one, other, one, other]) {
      await startPurchase(turn, 'TURNS');
      expect(await turn.getOrder(buildReference('TURNS'))).toMatchObject({ kind: 'refused', reason: 'not_found' });
    }
  });

  test('that share one token cache create one token for concurrent requests', async () => {
    const tokenCache = createTokenCache(now);
    const [one, other] = [createProcess(tokenCache), createProcess(tokenCache)];
    await Promise.all([startPurchase(one, 'A'), startPurchase(other, 'B'), startPurchase(one, 'C')]);
    expect(tokenCache.tokens()).toHaveLength(1);
  });

  test('verify webhooks signed with a former token only if it was their own', async () => {
    const tokenCache = createTokenCache(now);
    const one = createProcess(tokenCache);
    const page = await startPurchase(one, 'FORMER');
    await getSubject().buy(page.url, 'decline');
    const delivery = await waitFor(() => {
      const found = world.deliveries.find(
        ({ body, headers }) => one.verifyWebhook(body, headers)?.subjectId === 'FORMER',
      );
      if (!found) throw new Error('not yet');
      return found;
    });
    const another = createProcess();
    await startPurchase(another, 'LATER');
    expect(await one.getOrder(buildReference('FORMER'))).toMatchObject({ reason: 'not_found' });
    expect(tokenCache.tokens()).toHaveLength(2);
    expect(one.verifyWebhook(delivery.body, delivery.headers)).not.toBeNull();
    expect(another.verifyWebhook(delivery.body, delivery.headers)).toBeNull();
  });
});

describe('an order', () => {
  test('with another number or currency is not found by its id', async () => {
    const page = await startPurchase(provider, 'OWN');
    await getSubject().buy(page.url, 'pay');
    const id = world.standIn.purchases.findByReference('OWN')[0]?.id;
    expect(await provider.getOrder(buildReference('OWN', id))).toMatchObject({ kind: 'ok' });
    expect(await provider.getOrder(buildReference('OTHER', id))).toMatchObject({ reason: 'not_found' });
    const dollars = { ...buildReference('OWN', id), payAsset: fiatAsset('USD') };
    expect(await provider.getOrder(dollars)).toMatchObject({ reason: 'not_found' });
    expect(await provider.getOrder(buildReference('OWN', 'unknown'))).toMatchObject({ reason: 'not_found' });
  });

  test('is found by the order number without an id once it is completed', async () => {
    const page = await startPurchase(provider, 'SILENT');
    await getSubject().buy(page.url, 'pay');
    await waitFor(async () =>
      expect(await provider.getOrder(buildReference('SILENT'))).toMatchObject({ value: { state: 'delivered' } }),
    );
  });

  test('is the one of several that has progressed furthest, then the newest', () => {
    const order = (id: string, status: string, createdAt: string) => ({ id, status, createdAt, fiatCurrency: 'EUR' });
    const [early, late] = ['2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z'];
    expect(findFurthestOrder([order('a', 'PROCESSING', early), order('b', 'FAILED', late)])?.id).toBe('a');
    expect(findFurthestOrder([order('a', 'FAILED', early), order('b', 'FAILED', late)])?.id).toBe('b');
    expect(
      findFurthestOrder([order('a', 'COMPLETED', early), order('b', 'AWAITING_PAYMENT_FROM_USER', late)])?.id,
    ).toBe('a');
    expect(
      findFurthestOrder([order('a', 'LATER_ADDED', early), order('b', 'AWAITING_PAYMENT_FROM_USER', late)])?.id,
    ).toBe('a');
    expect(findFurthestOrder([])).toBeUndefined();
  });
});

describe('webhooks', () => {
  const claims = {
    eventID: 'ORDER_COMPLETED',
    webhookData: { id: 'order-1', status: 'COMPLETED', partnerOrderId: 'ORDER' },
  };
  const sign = (payload: object, token: string, alg = 'HS256') =>
    new SignJWT({ ...payload }).setProtectedHeader({ alg, typ: 'JWT' }).sign(Buffer.from(token));
  const verify = createTransakWebhookVerifier(() => ['present-token', 'former-token']);
  const hint = (data: unknown) => verify(Buffer.from(JSON.stringify({ data })), {});

  test('are verified as JWTs with a current or former token', async () => {
    for (const token of ['present-token', 'former-token'])
      expect(hint(await sign(claims, token))).toEqual({
        eventId: 'order-1:ORDER_COMPLETED:COMPLETED',
        subjectId: 'ORDER',
        kind: 'ORDER_COMPLETED',
        providerOrderId: 'order-1',
      });
  });

  test('with another key, algorithm or body are rejected', async () => {
    const genuine = await sign(claims, 'present-token');
    const [head = '', body = '', signature = ''] = genuine.split('.');
    const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const altered = encoded({ ...claims, webhookData: { ...claims.webhookData, partnerOrderId: 'OTHER' } });
    for (const data of [
      await sign(claims, 'unknown'),
      await sign(claims, 'present-token', 'HS512'),
      `${encoded({ alg: 'none' })}.${body}.`,
      `${head}.${altered}.${signature}`,
      `${head}.${body}`,
      `${genuine}.x`,
      await sign({ eventID: 'KYC_APPROVED', webhookData: {} }, 'present-token'),
      claims,
      undefined,
    ])
      expect(hint(data)).toBeNull();
    expect(createTransakWebhookVerifier(() => [])(Buffer.from(JSON.stringify({ data: genuine })), {})).toBeNull();
  });
});

/** Every status of the page on tracking orders. */
test.each<[string, ProviderState]>([
  ['AWAITING_PAYMENT_FROM_USER', 'awaiting_payment'],
  ['PAYMENT_DONE_MARKED_BY_USER', 'awaiting_payment'],
  ['PROCESSING', 'paid'],
  ['PENDING_DELIVERY_FROM_TRANSAK', 'delivering'],
  ['ON_HOLD_PENDING_DELIVERY_FROM_TRANSAK', 'on_hold'],
  ['COMPLETED', 'delivered'],
  ['CANCELLED', 'failed'],
  ['FAILED', 'failed'],
  ['REFUNDED', 'refunded'],
  ['EXPIRED', 'expired'],
])('maps the status %s to %s', (vendorStatus, state) => {
  expect(toProviderState(vendorStatus)).toBe(state);
});
