import { randomBytes } from 'node:crypto';
import { MoonPay } from '@moonpay/moonpay-node';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startMoonpay } from '../../../../sandbox/moonpay/start.ts';
import { credentials } from '../../../../sandbox/world/credentials.ts';
import { patienceMs } from '../../../../tools/patience/patience.ts';
import { offerConformance } from '../conformance.ts';
import type { OfferProvider } from '../offerPort.ts';
import { alterAnswer, buildStartRequest, openProviderWorld } from '../providerWorld.testing.ts';
import { buildCheckoutUrl } from './checkout.ts';
import { createMoonpayClient, type MoonpayClient, type MoonpayTransaction } from './client.ts';
import { moonpayConfigSchema } from './config.ts';
import { createMoonpay } from './moonpay.ts';
import { findFurthestTransaction, toProviderOrder } from './orders.ts';
import { requestOffer } from './quote.ts';

let world: Awaited<ReturnType<typeof openProviderWorld>>;
let provider: OfferProvider;

const buildConfig = (change: Record<string, string> = {}) =>
  moonpayConfigSchema.parse({ ...credentials.moonpay, ...change });

const createProvider = () => createMoonpay(buildConfig({ apiUrl: world.standIn.url, checkoutUrl: world.standIn.url }));

beforeAll(async () => {
  world = await openProviderWorld(startMoonpay);
  provider = createProvider();
});
beforeEach(() => world.faults.replace([]));
afterAll(() => world.stop());

const getSubject = () =>
  world.buildSubject(provider, {
    limits: { least: '20', most: '10000' },
    refusedCountry: 'IR',
    createFreshProvider: createProvider,
  });
offerConformance('MoonPay', getSubject);

test.each([{ baseCurrencyCode: 'usd' }, { quoteCurrencyCode: 'eth_base' }])(
  'refuses a price of another currency or coin: %o',
  async (change) => {
    const client = createMoonpayClient(buildConfig({ apiUrl: world.standIn.url }));
    const buyQuote: MoonpayClient['buyQuote'] = (...args) => alterAnswer(client.buyQuote(...args), change);
    expect(
      await requestOffer({ ...client, buyQuote }, getSubject().request, AbortSignal.timeout(patienceMs)),
    ).toMatchObject({
      reason: 'unusable',
    });
  },
);

test('ranks a transaction with an unknown status above an unpaid one and below a paid one', () => {
  const transaction = (status: string, createdAt: string): MoonpayTransaction => ({
    id: status,
    createdAt,
    status,
    stages: [],
  });
  const held = transaction('manualReview', '2026-11-01');
  expect(findFurthestTransaction([transaction('failed', '2026-11-02'), held])).toBe(held);
  const waiting = transaction('waitingPayment', '2026-10-31');
  expect(findFurthestTransaction([waiting, held])).toBe(held);
  const pending = transaction('pending', '2026-10-31');
  expect(findFurthestTransaction([held, pending])).toBe(pending);
});

test('rounds the operator’s fee down, and what the buyer pays up', async () => {
  const { request } = getSubject();
  const { payAsset, coin, country } = request;
  const client = createMoonpayClient(buildConfig({ apiUrl: world.standIn.url }));
  const buyQuote: MoonpayClient['buyQuote'] = (...args) =>
    alterAnswer(client.buyQuote(...args), { totalAmount: '100.001', extraFeeAmount: '0.999' });
  expect(await requestOffer({ ...client, buyQuote }, request, AbortSignal.timeout(patienceMs))).toMatchObject({
    value: { pay: { units: 10_001n }, affiliateFee: { units: 99n } },
  });

  const transaction: MoonpayTransaction = {
    id: 't',
    createdAt: '',
    status: 'completed',
    stages: [],
    baseCurrencyAmount: '94.003',
    feeAmount: '3.003',
    extraFeeAmount: '0.999',
    networkFeeAmount: '2.003',
  };
  const order = toProviderOrder(transaction, { orderNo: 'A', providerOrderId: undefined, payAsset, coin, country });
  expect([order.pay?.units, order.affiliateFee?.units]).toEqual([10_001n, 99n]);
});

test('a purchase paid in another currency has no amount paid', () => {
  const { payAsset, coin, country } = getSubject().request;
  const transaction: MoonpayTransaction = {
    id: 't',
    createdAt: '',
    status: 'completed',
    stages: [],
    baseCurrency: { code: 'usd' },
    baseCurrencyAmount: '100',
    extraFeeAmount: '1',
    quoteCurrencyAmount: '0.03',
  };
  const order = toProviderOrder(transaction, { orderNo: 'A', providerOrderId: undefined, payAsset, coin, country });
  expect(order).toMatchObject({ pay: undefined, affiliateFee: undefined, state: 'delivered' });
  expect(order.receive?.units).toBe(30_000_000_000_000_000n);
});

describe('the checkout URL', () => {
  const start = () => buildStartRequest(getSubject(), 'ORDER');

  test('has a signature that MoonPay’s own package accepts, for any parameters', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.option(fc.emailAddress(), { nil: undefined }),
        fc.webUrl(),
        (orderNo, email, returnUrl) => {
          const secretKey = `sk_test_${randomBytes(16).toString('hex')}`;
          const address = buildCheckoutUrl(buildConfig({ secretKey }), 'eth', {
            ...start(),
            orderNo,
            email,
            returnUrl,
          });
          const official = new MoonPay(secretKey);
          expect(official.url.isSignatureValid(address)).toBe(true);
          expect(official.url.isSignatureValid(address.replace('eth', 'btc'))).toBe(false);
        },
      ),
    );
  });

  test('has the host of its key’s environment', () => {
    expect(new URL(buildCheckoutUrl(buildConfig(), 'eth', start())).host).toBe('buy-sandbox.moonpay.com');
    const live = buildConfig({ publishableKey: 'pk_live_1', secretKey: 'sk_live_1' });
    expect(new URL(buildCheckoutUrl(live, 'eth', start())).host).toBe('buy.moonpay.com');
  });

  test('is rejected by the stand-in once it is changed', async () => {
    const page = await provider.start(start());
    if (page.kind !== 'ok') throw new Error(page.kind);
    expect((await fetch(page.value.url)).status).toBe(200);
    expect((await fetch(page.value.url.replace(getSubject().address, '0xdead'))).status).toBe(400);
  });
});
