import { formatAmount, parseAmount } from '@slipway/money/amount.ts';
import { describe, expect, test } from 'vitest';
import { patienceMs } from '../../../tools/patience/patience.ts';
import { waitFor } from '../../../tools/patience/waitFor.testing.ts';
import type { WebhookHeaders } from '../webhook.ts';
import type {
  OfferAnswer,
  OfferProvider,
  OfferRequest,
  OrderReference,
  ProviderOffer,
  ProviderOrder,
  StartRequest,
} from './offerPort.ts';

export type WebhookDelivery = {
  readonly body: Buffer;
  readonly headers: WebhookHeaders;
  /** The part of the URL after the vendor's webhook path. */
  readonly path: string | undefined;
};

/** A provider, and a test's control over the provider's sandbox. */
export type OfferSubject = {
  readonly provider: OfferProvider;
  /** 100 EUR by card for a coin that is sold, from a country that is served. */
  readonly request: OfferRequest;
  /** A valid address on the coin's network. */
  readonly address: string;
  /** The provider's lowest and highest amount, in the pay currency. */
  readonly limits: { readonly least: string; readonly most: string };
  readonly refusedCountry: string;
  /** Returns the same provider as in a newly started process. */
  createFreshProvider(): OfferProvider;
  /** Opens the provider's page as the buyer's browser, and pays or has the payment declined. */
  buy(url: string, act: 'pay' | 'decline'): Promise<void>;
  /** Makes the vendor report an undocumented status for an order. */
  reportUnknownStatus(orderNo: string): Promise<void>;
  /**
   * Makes the vendor answer the next call with an error (`fails`), never answer it (`hangs`), execute it without an answer
   * (`is lost`), or rate-limit it for thirty seconds (`is one too many`).
   */
  failNextCall(how: 'fails' | 'hangs' | 'is lost' | 'is one too many'): void;
  /** Delivers the order's next webhook twice. */
  deliverWebhookTwice(orderNo: string): void;
  /** Adds a forged copy to the order's next webhook. */
  forgeWebhook(orderNo: string): void;
  /** Returns the webhooks received so far, in order. */
  deliveries(): readonly WebhookDelivery[];
};

let orderCount = 0;

export const CLIENT_ADDRESS = '93.184.216.34';

/** Registers the tests that every provider of offers must pass. Runs against its sandbox. */
export function offerConformance(name: string, getSubject: () => OfferSubject): void {
  const requestOffer = (
    change: Partial<OfferRequest> = {},
    signal = AbortSignal.timeout(patienceMs),
  ): Promise<OfferAnswer> => getSubject().provider.quote({ ...getSubject().request, ...change }, signal);
  const euros = (text: string) => parseAmount(getSubject().request.payAsset, text);

  async function requireOffer(change: Partial<OfferRequest> = {}): Promise<ProviderOffer> {
    const answer = await requestOffer(change);
    if (answer.kind !== 'ok') throw new Error(`quote: ${answer.kind} ${answer.detail}`);
    return answer.value;
  }

  async function createStartRequest(change: Partial<StartRequest> = {}): Promise<StartRequest> {
    const { pay, receive } = await requireOffer();
    orderCount += 1;
    const { side, coin, method, country } = getSubject().request;
    return {
      orderNo: `ORDER${orderCount}X${Math.random().toString(36).slice(2).toUpperCase()}`,
      side,
      coin,
      method,
      country,
      clientAddress: CLIENT_ADDRESS,
      pay,
      receive,
      address: getSubject().address,
      locale: 'en-US',
      email: 'buyer@mail.example',
      returnUrl: 'http://shop.example/wait-payment?orderNo=1',
      ...change,
    };
  }

  async function startPurchase(request: StartRequest): Promise<string> {
    const page = await getSubject().provider.start(request);
    if (page.kind !== 'ok') throw new Error(`start: ${page.kind}`);
    return page.value.url;
  }

  async function makePurchase(act: 'pay' | 'decline' = 'pay'): Promise<StartRequest> {
    const request = await createStartRequest();
    await getSubject().buy(await startPurchase(request), act);
    return request;
  }

  const listHints = ({ orderNo }: StartRequest) =>
    getSubject()
      .deliveries()
      .map(({ body, headers, path }) => getSubject().provider.verifyWebhook(body, headers, path))
      .filter((hint) => hint !== null)
      .filter(({ subjectId }) => subjectId === orderNo);

  const buildReference = (request: StartRequest): OrderReference => {
    const hint = listHints(request).at(-1);
    return {
      orderNo: request.orderNo,
      coin: request.coin,
      country: request.country,
      payAsset: request.pay.asset,
      providerOrderId: hint?.providerOrderId,
      accessToken: hint?.accessToken,
    };
  };

  /** Returns the order at the provider. Waits for a webhook, since some providers can be queried only after the first. */
  async function readOrder(request: StartRequest): Promise<ProviderOrder> {
    await waitFor(() => expect(listHints(request)).not.toEqual([]));
    const outcome = await getSubject().provider.getOrder(buildReference(request));
    if (outcome.kind !== 'ok') throw new Error(`getOrder: ${outcome.kind}`);
    return outcome.value;
  }

  describe(`${name}: quotes`, () => {
    test('take the typed amount as the amount paid, including all fees', async () => {
      const offer = await requireOffer();
      expect(formatAmount(offer.pay)).toBe(formatAmount(getSubject().request.amount));
      expect(offer.receive.units).toBeGreaterThan(0n);
      expect(offer.receive.asset).toBe(getSubject().request.coin.asset);
      for (const fee of [offer.processingFee, offer.networkFee, offer.affiliateFee]) {
        expect(fee.asset).toBe(offer.pay.asset);
        expect(fee.units).toBeGreaterThanOrEqual(0n);
      }
      expect(offer.processingFee.units + offer.networkFee.units).toBeLessThan(offer.pay.units);
      expect(offer.affiliateFee.units).toBeLessThanOrEqual(offer.processingFee.units);
      expect(offer.publishedMinutes).toBeGreaterThan(0);
    });

    test('return the requested coins to within 0.01 percent, for about the same price', async () => {
      const { coin } = getSubject().request;
      const { receive, pay } = await requireOffer();
      const rounded = formatAmount(receive, Math.min(coin.asset.decimals, 6));
      const requestedAmount = parseAmount(coin.asset, rounded);
      const offer = await requireOffer({ side: 'Get', amount: requestedAmount });
      expect(offer.receive.units).toBeGreaterThanOrEqual((requestedAmount.units * 9_999n) / 10_000n);
      expect(offer.pay.units).toBeLessThanOrEqual((pay.units * 102n) / 100n);
    });

    test('return more coins for more money', async () => {
      const [smaller, larger] = [await requireOffer(), await requireOffer({ amount: euros('200') })];
      expect(larger.receive.units).toBeGreaterThan(smaller.receive.units);
    });
  });

  describe(`${name}: refusals`, () => {
    test.each([
      ['below_minimum', 'least', -1n],
      ['above_maximum', 'most', 1n],
    ] as const)('with %s state the limit, and an amount at the limit is accepted', async (reason, side, sign) => {
      const limit = euros(getSubject().limits[side]);
      const requestedAmount = { ...limit, units: limit.units + sign * 100n };
      expect(await requestOffer({ amount: requestedAmount })).toMatchObject({
        kind: 'refused',
        reason,
        limit: { units: limit.units },
      });
      expect((await requestOffer({ amount: limit })).kind).toBe('ok');
    });

    test('distinguish an unserved country, coin and currency', async () => {
      const { coin, payAsset } = getSubject().request;
      expect(await requestOffer({ country: getSubject().refusedCountry })).toMatchObject({
        kind: 'refused',
        reason: 'region',
      });
      const contract = '0x000000000000000000000000000000000000dEaD';
      expect(await requestOffer({ coin: { ...coin, contract } })).toMatchObject({ kind: 'refused', reason: 'coin' });
      expect(await requestOffer({ coin: { ...coin, chain: 'eip155:424242' } })).toMatchObject({ reason: 'coin' });
      const unknown = { ...payAsset, id: 'iso4217:XTS', code: 'XTS' };
      const requestedAmount = { units: 10_000n, asset: unknown };
      expect(await requestOffer({ payAsset: unknown, amount: requestedAmount })).toMatchObject({
        kind: 'refused',
        reason: 'pay_currency',
      });
    });

    test.each(['fails', 'is lost'] as const)('a call that %s is unavailable, and returns no price', async (how) => {
      await requireOffer();
      getSubject().failNextCall(how);
      expect((await requestOffer()).kind).toBe('unavailable');
      expect((await requestOffer()).kind).toBe('ok');
    });

    test('a rate-limited call reports how long to wait', async () => {
      await requireOffer();
      getSubject().failNextCall('is one too many');
      expect(await requestOffer()).toMatchObject({ kind: 'unavailable', limitedMs: 30_000 });
    });

    test('a pending call is aborted together with its request', async () => {
      await requireOffer();
      getSubject().failNextCall('hangs');
      expect((await requestOffer({}, AbortSignal.timeout(200))).kind).toBe('unavailable');
    });

    test('pending reference data are not waited for once the request is aborted', async () => {
      const { request } = getSubject();
      const beginner = getSubject().createFreshProvider();
      getSubject().failNextCall('hangs');
      expect((await beginner.quote(request, AbortSignal.timeout(200))).kind).toBe('unavailable');
    });
  });

  describe(`${name}: the market`, () => {
    const requestMarket = (country: string) => {
      const { coin, payAsset } = getSubject().request;
      const unknown = { ...payAsset, id: 'iso4217:XTS', code: 'XTS' };
      const stranger = { ...coin, contract: '0x000000000000000000000000000000000000dEaD' };
      const request = { country, payAssets: [payAsset, unknown], coins: [coin, stranger] };
      return getSubject().provider.market(request, AbortSignal.timeout(patienceMs));
    };

    test('lists what can be quoted, with the same limits', async () => {
      const { coin, payAsset, country, method } = getSubject().request;
      const answer = await requestMarket(country);
      if (answer.kind !== 'ok') throw new Error(`market: ${answer.kind} ${answer.detail}`);
      const [currency, ...others] = answer.value.currencies;
      expect(others).toEqual([]);
      expect(currency?.asset).toBe(payAsset);
      expect(currency?.methods).toContain(method);
      expect(currency?.least?.units).toBe(euros(getSubject().limits.least).units);
      expect(currency?.most?.units).toBe(euros(getSubject().limits.most).units);
      expect(answer.value.coins).toEqual([coin]);
    });

    test('is refused in an unserved country', async () => {
      expect(await requestMarket(getSubject().refusedCountry)).toMatchObject({ kind: 'refused', reason: 'region' });
    });

    test('is returned from the cache after the first request', async () => {
      await requestMarket(getSubject().request.country);
      getSubject().failNextCall('hangs');
      expect((await requestMarket(getSubject().request.country)).kind).toBe('ok');
    });
  });

  describe(`${name}: a purchase`, () => {
    test('is not found before the buyer has begun', async () => {
      const request = await createStartRequest();
      await startPurchase(request);
      expect(await getSubject().provider.getOrder(buildReference(request))).toMatchObject({
        kind: 'refused',
        reason: 'not_found',
      });
    });

    test('is delivered to the address, with its transaction and amounts', async () => {
      const request = await makePurchase();
      await waitFor(async () => expect((await readOrder(request)).state).toBe('delivered'));
      const order = await readOrder(request);
      expect(order.address?.toLowerCase()).toBe(request.address.toLowerCase());
      expect(order.transactionId).toMatch(/\w{32}/);
      expect(order.providerOrderId).toMatch(/\S/);
      if (order.pay) expect(formatAmount(order.pay)).toBe(formatAmount(request.pay));
      if (order.receive) expect(order.receive.units).toBeGreaterThan((request.receive.units * 98n) / 100n);
    });

    test('is not found for the same coin on another network', async () => {
      const request = await makePurchase();
      await readOrder(request);
      const elsewhere = { ...request.coin, chain: 'eip155:8453' };
      expect(await getSubject().provider.getOrder({ ...buildReference(request), coin: elsewhere })).toMatchObject({
        kind: 'refused',
        reason: 'not_found',
      });
    });

    test('fails with a reason when the payment is declined', async () => {
      const order = await readOrder(await makePurchase('decline'));
      expect(order.state).toBe('failed');
      expect(order.reason).toMatch(/\w/);
    });

    test('has no state when its status is not documented', async () => {
      const request = await makePurchase();
      await getSubject().reportUnknownStatus(request.orderNo);
      expect((await readOrder(request)).state).toBeUndefined();
    });

    test('is unavailable after a lost or failed response, and has no state', async () => {
      const request = await makePurchase();
      await readOrder(request);
      for (const how of ['fails', 'is lost'] as const) {
        getSubject().failNextCall(how);
        expect((await getSubject().provider.getOrder(buildReference(request))).kind).toBe('unavailable');
      }
    });
  });

  describe(`${name}: webhooks`, () => {
    const waitForHints = (request: StartRequest, count: number) =>
      waitFor(() => {
        const receivedHints = listHints(request);
        expect(receivedHints.length).toBeGreaterThanOrEqual(count);
        return receivedHints;
      });

    test('name the product’s order, and have the same id when delivered twice', async () => {
      const request = await createStartRequest();
      getSubject().deliverWebhookTwice(request.orderNo);
      await getSubject().buy(await startPurchase(request), 'pay');
      const receivedHints = await waitForHints(request, 3);
      expect(new Set(receivedHints.map(({ eventId }) => eventId)).size).toBeLessThan(receivedHints.length);
    });

    test('are rejected when forged from a genuine one', async () => {
      const request = await createStartRequest();
      getSubject().forgeWebhook(request.orderNo);
      const before = getSubject().deliveries().length;
      await getSubject().buy(await startPurchase(request), 'pay');
      await waitForHints(request, 1);
      const forged = await waitFor(() => {
        const found = getSubject()
          .deliveries()
          .slice(before)
          .find(({ headers }) => headers['x-forged'] !== undefined);
        if (!found) throw new Error('not yet');
        return found;
      });
      expect(getSubject().provider.verifyWebhook(forged.body, forged.headers, forged.path)).toBeNull();
    });

    test('are rejected when altered or unsigned', async () => {
      const request = await makePurchase();
      await waitForHints(request, 1);
      const { verifyWebhook } = getSubject().provider;
      const genuine = getSubject()
        .deliveries()
        .find(({ body, headers, path }) => verifyWebhook(body, headers, path)?.subjectId === request.orderNo);
      if (!genuine) throw new Error('no webhook came');
      // Some providers sign in a header, others by a JWT in the body.
      const unsigned = genuine.body.toString().replaceAll(/(?<=\.)[\w-]{43}(?=")/g, '');
      expect(verifyWebhook(Buffer.from(unsigned), {}, genuine.path)).toBeNull();
      const altered = Buffer.from(genuine.body.toString().replace(/[A-Za-z0-9]{12}/, 'ABCDEFGHIJKL'));
      expect(verifyWebhook(altered, genuine.headers, genuine.path)).toBeNull();
      const spoilt = Object.fromEntries(
        Object.entries(genuine.headers).map(([header, value]) => [
          header,
          /signature/i.test(header) ? String(value).replaceAll(/[0-9a-f]{2}(?=$|,)/g, '00') : value,
        ]),
      );
      if (JSON.stringify(spoilt) !== JSON.stringify(genuine.headers))
        expect(verifyWebhook(genuine.body, spoilt, genuine.path)).toBeNull();
    });
  });
}
