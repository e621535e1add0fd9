import { generateKeyPairSync, sign, verify } from 'node:crypto';
import type { RampInstantPurchase } from '@ramp-network/ramp-instant-sdk';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import fc from 'fast-check';
import officialJson from 'fast-json-stable-stringify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startRamp } from '../../../../sandbox/ramp/start.ts';
import { credentials } from '../../../../sandbox/world/credentials.ts';
import { patienceMs } from '../../../../tools/patience/patience.ts';
import { waitFor } from '../../../../tools/patience/waitFor.testing.ts';
import { offerConformance } from '../conformance.ts';
import type { OfferProvider, ProviderState } from '../offerPort.ts';
import { alterAnswer, buildStartRequest, openProviderWorld } from '../providerWorld.testing.ts';
import { buildCheckoutUrl } from './checkout.ts';
import { createRampClient, type RampClient, type RampQuotes } from './client.ts';
import { getRampHosts, rampConfigSchema } from './config.ts';
import { rampVendor } from './manifest.ts';
import { toProviderState } from './orders.ts';
import { requestOffer } from './quote.ts';
import { createRamp } from './ramp.ts';
import { createRampWebhookVerifier, serializeStableJson } from './webhook.ts';

let world: Awaited<ReturnType<typeof openProviderWorld>>;
let provider: OfferProvider;

const { hostApiKey, publicKey } = credentials.ramp;
const buildConfig = (change: Record<string, string> = {}) =>
  rampConfigSchema.parse({ hostApiKey, environment: 'test', webhookKey: publicKey, ...change });

function createProvider(): OfferProvider {
  const { url } = world.standIn;
  return createRamp(buildConfig({ apiUrl: url, checkoutUrl: url }), world.productUrl);
}

beforeAll(async () => {
  world = await openProviderWorld(startRamp);
  provider = createProvider();
});
beforeEach(() => world.faults.replace([]));
afterAll(() => world.stop());

const getSubject = () =>
  world.buildSubject(provider, {
    limits: { least: '6', most: '12000' },
    refusedCountry: 'IR',
    createFreshProvider: createProvider,
  });
offerConformance('Ramp Network', getSubject);

test.each([
  [
    'another currency',
    ({ CARD_PAYMENT: card }: RampQuotes) => card && { CARD_PAYMENT: { ...card, fiatCurrency: 'USD' } },
  ],
  ['another network', ({ asset }: RampQuotes) => ({ asset: { ...asset, chain: 'BASE' } })],
  ['another token', ({ asset }: RampQuotes) => ({ asset: { ...asset, address: '0xdead' } })],
])('refuses a price of %s', async (_what, change) => {
  const client = createRampClient(buildConfig({ apiUrl: world.standIn.url }));
  const quote: RampClient['quote'] = (...args) => alterAnswer(client.quote(...args), change);
  expect(await requestOffer({ ...client, quote }, getSubject().request, AbortSignal.timeout(patienceMs))).toMatchObject(
    {
      reason: 'unusable',
    },
  );
});

const buildRequest = (orderNo: string) => buildStartRequest(getSubject(), orderNo);

describe('webhooks', () => {
  test('that are sent to another order’s URL get another event id, and name the purchase to its actual address', async () => {
    const page = await provider.start(buildRequest('MINE'));
    if (page.kind !== 'ok') throw new Error(page.kind);
    await getSubject().buy(page.value.url, 'pay');
    const { body, headers, hint } = await waitFor(() => {
      const [delivery] = world.deliveries.filter(({ path }) => path === 'MINE');
      const verifiedHint = delivery && provider.verifyWebhook(delivery.body, delivery.headers, 'MINE');
      if (!delivery || !verifiedHint) throw new Error('not yet');
      return { ...delivery, hint: verifiedHint };
    });
    const elsewhere = provider.verifyWebhook(body, headers, 'OTHER');
    expect(elsewhere).toMatchObject({ subjectId: 'OTHER', providerOrderId: hint.providerOrderId });
    // It has another event id, so the genuine event is not taken for a duplicate.
    expect(elsewhere?.eventId).not.toBe(hint.eventId);
    expect(provider.verifyWebhook(body, headers)).toBeNull();

    const { coin, payAsset, country } = getSubject().request;
    const { providerOrderId, accessToken } = hint;
    const query = { orderNo: 'OTHER', providerOrderId, accessToken, coin, payAsset, country };
    // The address in the answer shows the caller that the purchase belongs to another order.
    expect(await provider.getOrder(query)).toMatchObject({ kind: 'ok', value: { address: getSubject().address } });
    const others = [
      { payAsset: fiatAsset('USD') },
      { coin: { ...coin, chain: 'eip155:137' } },
      { accessToken: 'guess' },
    ];
    for (const change of others)
      expect(await provider.getOrder({ ...query, ...change })).toMatchObject({ reason: 'not_found' });
  });

  test('are signed over the same JSON as that of Ramp’s package', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(serializeStableJson(JSON.parse(text))).toBe(officialJson(JSON.parse(text)));
      }),
    );
  });

  test('are accepted only with a valid signature of the configured key, by default Ramp’s', () => {
    const { privateKey, publicKey: own } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
    const body = { type: 'CREATED', purchase: { id: '1', purchaseViewToken: 't' } };
    const signature = sign('sha256', Buffer.from(officialJson(body)), privateKey).toString('base64');
    expect(verify('sha256', Buffer.from(officialJson(body)), own, Buffer.from(signature, 'base64'))).toBe(true);
    const shuffled = Buffer.from(
      JSON.stringify({ purchase: { purchaseViewToken: 't', id: '1' }, type: 'CREATED' }, null, 2),
    );
    const headers = { 'x-body-signature': signature };
    const ownKey = own.export({ type: 'spki', format: 'der' }).toString('base64');
    expect(createRampWebhookVerifier(ownKey)(shuffled, headers, 'A')).toMatchObject({
      subjectId: 'A',
      kind: 'CREATED',
    });
    for (const environment of ['live', 'test'] as const) {
      const { webhookKey } = getRampHosts(rampConfigSchema.parse({ hostApiKey, environment }));
      expect(createRampWebhookVerifier(webhookKey)(shuffled, headers, 'A')).toBeNull();
    }
    for (const spoilt of ['', 'AAAA', signature.slice(4)])
      expect(createRampWebhookVerifier(ownKey)(shuffled, { 'x-body-signature': spoilt }, 'A')).toBeNull();
  });
});

/** The statuses of Ramp's own package: a status added there causes a compile error here. */
const DOCUMENTED: Readonly<Record<`${RampInstantPurchase['status']}`, ProviderState>> = {
  INITIALIZED: 'awaiting_payment',
  PAYMENT_STARTED: 'awaiting_payment',
  PAYMENT_IN_PROGRESS: 'awaiting_payment',
  PAYMENT_FAILED: 'awaiting_payment',
  PAYMENT_EXECUTED: 'paid',
  FIAT_RECEIVED: 'paid',
  FIAT_SENT: 'awaiting_payment',
  EXPIRED: 'expired',
  CANCELLED: 'failed',
  RELEASING: 'delivering',
  RELEASED: 'delivered',
};

test.each(Object.entries(DOCUMENTED))('maps the status %s to %s', (vendorStatus, state) => {
  expect(toProviderState(vendorStatus)).toBe(state);
});

test('the checkout URL has its environment’s host and the order’s webhook address', () => {
  const address = (environment: string) =>
    new URL(buildCheckoutUrl(buildConfig({ environment }), 'https://pay.example', 'ETH_ETH', buildRequest('A/B')));
  expect(address('test').host).toBe('app.demo.rampnetwork.com');
  expect(address('live').host).toBe('app.rampnetwork.com');
  expect(address('live').searchParams.get('webhookStatusUrl')).toBe('https://pay.example/webhooks/ramp/A%2FB');
});

test('returns the configured environment for a valid key, and refuses another key', async () => {
  const checkKey = (key: string) => {
    const found = rampVendor.configure(
      { RAMP_HOST_API_KEY: key, RAMP_ENVIRONMENT: 'test', RAMP_API_URL: world.standIn.url },
      { now: () => new Date(), publicUrl: world.productUrl },
    );
    return 'problems' in found ? undefined : found.checkCredentials?.();
  };
  expect(await checkKey(hostApiKey)).toEqual({ kind: 'ok', value: 'test' });
  expect(await checkKey('another')).toMatchObject({ kind: 'refused' });
});
