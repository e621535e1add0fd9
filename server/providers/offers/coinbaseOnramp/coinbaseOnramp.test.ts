import { formatAmount, parseAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startCoinbaseOnramp } from '../../../../sandbox/coinbaseOnramp/start.ts';
import { credentials } from '../../../../sandbox/world/credentials.ts';
import { patienceMs } from '../../../../tools/patience/patience.ts';
import { type OfferSubject, offerConformance } from '../conformance.ts';
import type { OfferProvider, StartRequest } from '../offerPort.ts';
import { buildStartRequest, openProviderWorld } from '../providerWorld.testing.ts';
import { createCoinbaseOnramp } from './coinbaseOnramp.ts';
import { coinbaseOnrampConfigSchema, coinbaseOnrampVendor } from './manifest.ts';

let world: Awaited<ReturnType<typeof openProviderWorld>>;
let provider: OfferProvider;

function buildConfig(change: Record<string, string> = {}) {
  const { url } = world.standIn;
  return coinbaseOnrampConfigSchema.parse({
    ...credentials.coinbaseOnramp,
    environment: 'test',
    apiUrl: url,
    platformUrl: url,
    ...change,
  });
}

const now = () => world.clock.now();
const createProvider = () => createCoinbaseOnramp(buildConfig(), now);

beforeAll(async () => {
  world = await openProviderWorld(startCoinbaseOnramp);
  provider = createProvider();
});
beforeEach(() => world.faults.replace([]));
afterAll(() => world.stop());

function getSubject(): OfferSubject {
  const own = world.buildSubject(provider, {
    limits: { least: '2', most: '7100' },
    refusedCountry: 'IR',
    createFreshProvider: createProvider,
  });
  return { ...own, reportUnknownStatus: (orderNo) => own.reportUnknownStatus(`sandbox-${orderNo}`) };
}

offerConformance('Coinbase Onramp', getSubject);

let orders = 0;

function createRequest(change: Partial<StartRequest> = {}): StartRequest {
  orders += 1;
  return { ...buildStartRequest(getSubject(), `OWN${orders}`), ...change };
}

async function createLink(change: Partial<StartRequest> = {}): Promise<string> {
  const page = await provider.start(createRequest(change));
  if (page.kind !== 'ok') throw new Error(JSON.stringify(page));
  return page.value.url;
}

const requestOffer = (change: object) =>
  provider.quote({ ...getSubject().request, ...change }, AbortSignal.timeout(patienceMs));

describe('an offer', () => {
  test('requires an account and a document', async () => {
    expect(await requestOffer({})).toMatchObject({ kind: 'ok', value: { needsAccount: true, identity: 'document' } });
  });

  test('is refused for a method without quotes and for a country with prices by state', async () => {
    expect(await requestOffer({ method: 'google_pay' })).toMatchObject({ kind: 'refused', reason: 'method' });
    expect(await requestOffer({ method: 'bank_transfer' })).toMatchObject({ kind: 'refused', reason: 'method' });
    expect(await requestOffer({ country: 'US' })).toMatchObject({ kind: 'refused', reason: 'region' });
  });

  test('is unavailable when the first answer does not arrive in time', async () => {
    const beginner = createCoinbaseOnramp(buildConfig(), now);
    getSubject().failNextCall('hangs');
    expect((await beginner.quote(getSubject().request, AbortSignal.timeout(200))).kind).toBe('unavailable');
  });

  test('has limits in coins too', async () => {
    const { coin } = getSubject().request;
    const few = { side: 'Get', amount: parseAmount(coin.asset, '0.0000001') };
    expect(await requestOffer(few)).toMatchObject({ reason: 'below_minimum', limit: { units: 200n } });
    const many = { side: 'Get', amount: parseAmount(coin.asset, '1000') };
    expect(await requestOffer(many)).toMatchObject({ reason: 'above_maximum', limit: { units: 710_000n } });
  });

  test('in pounds has amounts in pounds', async () => {
    const pounds = fiatAsset('GBP');
    const answer = await requestOffer({ payAsset: pounds, amount: parseAmount(pounds, '80'), country: 'GB' });
    expect(answer.kind === 'ok' && formatAmount(answer.value.pay)).toBe('80.00');
  });
});

describe('a session', () => {
  test('opens once and continues where it was opened', async () => {
    const url = await createLink();
    const first = await fetch(url);
    expect(first.status).toBe(200);
    expect((await fetch(first.url)).status).toBe(200);
    expect((await fetch(url)).status).toBe(410);
  });

  test('makes one purchase, however often the button is pressed', async () => {
    const orderNo = 'PRESSED';
    const { url } = await fetch(await createLink({ orderNo }));
    const press = () => fetch(url, { method: 'POST', body: new URLSearchParams({ act: 'pay' }), redirect: 'manual' });
    await Promise.all([press(), press(), press()]);
    expect(world.standIn.purchases.findByReference(`sandbox-${orderNo}`)).toHaveLength(1);
  });

  test('expires after five minutes', async () => {
    const page = await provider.start(createRequest());
    if (page.kind !== 'ok') throw new Error(page.kind);
    expect(page.value.isSingleUse).toBe(true);
    expect(page.value.expiresAt?.getTime()).toBeLessThanOrEqual(now().getTime() + 300_000);
    world.clock.advance(301);
    expect((await fetch(page.value.url)).status).toBe(410);
  });

  test('buys exactly the requested coins', async () => {
    const request = createRequest({ side: 'Get' });
    const page = await provider.start(request);
    if (page.kind !== 'ok') throw new Error(page.kind);
    await getSubject().buy(page.value.url, 'pay');
    const { coin, pay, orderNo, country } = request;
    const order = await provider.getOrder({ orderNo, coin, country, payAsset: pay.asset, providerOrderId: undefined });
    expect(order.kind === 'ok' && order.value.receive?.units).toBe(request.receive.units);
  });

  test.each(['127.0.0.1', '::1', '10.1.2.3', '::ffff:192.168.1.1', 'nonsense'])(
    'starts without the client address %s, which Coinbase would refuse',
    async (clientAddress) => {
      expect((await provider.start(createRequest({ clientAddress }))).kind).toBe('ok');
    },
  );

  test('with a long order number is refused with Coinbase’s message', async () => {
    const page = await provider.start(createRequest({ orderNo: 'N'.repeat(50) }));
    expect(page).toMatchObject({ kind: 'refused', detail: expect.stringContaining('partnerUserRef') });
  });
});

describe('the API key', () => {
  const foreign = 'AAAA'.repeat(21) + 'AA==';

  test('of another account makes no offer, and only a valid one passes the check of credentials', async () => {
    const stranger = createCoinbaseOnramp(buildConfig({ keySecret: foreign }), now);
    expect((await stranger.quote(getSubject().request, AbortSignal.timeout(patienceMs))).kind).toBe('unavailable');
    const source = (change: Record<string, string>) => ({
      COINBASE_ONRAMP_KEY_ID: credentials.coinbaseOnramp.keyId,
      COINBASE_ONRAMP_KEY_SECRET: credentials.coinbaseOnramp.keySecret,
      COINBASE_ONRAMP_WEBHOOK_SECRET: credentials.coinbaseOnramp.webhookSecret,
      COINBASE_ONRAMP_API_URL: world.standIn.url,
      ...change,
    });
    const queryVendor = (change: Record<string, string>) => {
      const vendor = coinbaseOnrampVendor.configure(source(change), {
        now,
        publicUrl: 'https://slipway.example',
      });
      return 'problems' in vendor ? vendor : vendor.checkCredentials?.();
    };
    expect(await queryVendor({})).toEqual({ kind: 'ok', value: 'live' });
    expect(await queryVendor({ COINBASE_ONRAMP_ENVIRONMENT: 'test' })).toEqual({ kind: 'ok', value: 'test' });
    expect(await queryVendor({ COINBASE_ONRAMP_KEY_SECRET: foreign })).toMatchObject({ kind: 'refused' });
    const problems = [expect.stringContaining('COINBASE_ONRAMP_KEY_SECRET must be')];
    expect(await queryVendor({ COINBASE_ONRAMP_KEY_SECRET: 'c2hvcnQ=' })).toEqual({ problems });
  });

  test('with expired tokens gets neither a price nor a page', async () => {
    const late = createCoinbaseOnramp(buildConfig(), () => new Date(now().getTime() - 3_600_000));
    expect((await late.quote(getSubject().request, AbortSignal.timeout(patienceMs))).kind).toBe('unavailable');
    expect((await late.start(createRequest())).kind).toBe('unavailable');
  });
});
