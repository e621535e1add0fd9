import { calls } from '@slipway/contract/calls.ts';
import type { Offer } from '@slipway/contract/entities/quote.ts';
import { type Amount, createAmount, parseAmount } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { createTestPartner } from '../../partner/testPartner.testing.ts';
import type { OfferAnswer, OfferProvider, ProviderOrder } from '../../providers/offers/offerPort.ts';
import { ok, refused } from '../../providers/outcome.ts';
import { insertProviderPurchase } from '../../purchase/offer/providerPurchaseStore.ts';
import { listProviderRecords } from '../../purchase/offer/providerRecordStore.ts';
import { findOrder } from '../../purchase/order/orderStore.ts';
import { silentStepContext } from '../../purchase/order/silentStepContext.testing.ts';
import { runStep } from '../../purchase/order/stepRunner/runStep.ts';
import { syncProvider } from '../../purchase/provider/steps/syncProvider.ts';
import { openOwnGateway } from './testGateway.testing.ts';

/** Answers to quote requests by the provider's id: thousandths of an ether for a hundred euros, or a complete answer. */
const quoteAnswers = new Map<string, bigint | OfferAnswer>();
let reportedOrder: ProviderOrder | undefined;
/** Started purchases by the provider's id. */
const startedPurchases = new Map<string, ProviderOrder>();
let queriedIds: string[] = [];
let startedPages = 0;
let quoteRequests = 0;
/** Machine time, by which providers' answers age. */
let machineNow = 0;
let isAway = false;

function createProvider(id: string): OfferProvider {
  return {
    id,
    name: `Acme ${id}`,
    contact: { supportUrl: `https://help.${id}.example` },
    async quote({ amount: pay, coin, payAsset }) {
      quoteRequests += 1;
      const quoteAnswer = quoteAnswers.get(id) ?? 25n;
      if (typeof quoteAnswer !== 'bigint') return quoteAnswer;
      const euros = (text: string): Amount => parseAmount(payAsset, text);
      return {
        kind: 'ok',
        value: {
          pay,
          receive: createAmount(coin.asset, quoteAnswer * 10n ** 15n),
          processingFee: euros('4'),
          networkFee: euros('1'),
          affiliateFee: euros('1'),
          publishedMinutes: 10,
          identity: 'document',
          needsAccount: false,
        },
      };
    },
    async market({ payAssets, coins }) {
      const euro = payAssets.find(({ code }) => code === 'EUR');
      if (!euro || id !== 'acme') return { kind: 'unavailable', detail: 'away' };
      const [least, most] = [parseAmount(euro, '32'), parseAmount(euro, '3200')];
      return {
        kind: 'ok',
        value: {
          currencies: [{ asset: euro, methods: ['apple_pay'], least, most }],
          coins: coins.filter(({ symbol }) => symbol === 'ETH'),
        },
      };
    },
    async start({ orderNo }) {
      startedPages += 1;
      if (isAway) return { kind: 'unavailable', retryAfterMs: 1, detail: 'away' };
      return ok({
        url: `https://buy.${id}.example/?order=${orderNo}`,
        isSingleUse: id === 'once',
        expiresAt: undefined,
      });
    },
    async getOrder({ providerOrderId = '' }) {
      queriedIds.push(providerOrderId);
      const order = startedPurchases.get(providerOrderId) ?? reportedOrder;
      return order ? ok(order) : refused('not_found');
    },
    verifyWebhook: () => null,
  };
}

const providers = [createProvider('acme'), createProvider('once')];
const gateway = await openOwnGateway({}, providers, () => machineNow);
const { catalog } = seededSettings();
const steps = {
  ...silentStepContext,
  database: gateway.database,
  catalog,
  offerProviders: new Map(providers.map((one) => [one.id, one])),
};

/** Lets providers' answers expire, so that providers are queried again. */
const forgetAnswers = () => {
  machineNow += 5_000;
};

beforeEach(() => {
  forgetAnswers();
  quoteAnswers.clear();
  reportedOrder = undefined;
  startedPurchases.clear();
  queriedIds = [];
  isAway = false;
});

async function fetchOffers(token: string): Promise<readonly Offer[]> {
  const { body } = await gateway.post('offerList', { token, payMethod: 'credit_debit_card' });
  expect(body.respMessage).toBe('');
  return (body.data as { offerList: readonly Offer[] }).offerList;
}

const createSubmission = (token: string, offerType: string) => ({
  ...calls.cryptoOrder.example.request,
  token,
  offerType,
  getCurrency: 'ETH',
  sendCurrencyAmount: '100',
  address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
});

type Created = { readonly orderNo: string; readonly service: string; readonly nextStepContent: string };

async function createProviderOrder(offerType = 'acme') {
  const token = await gateway.fetchQuoteToken();
  await fetchOffers(token);
  const { body, cookies } = await gateway.post('cryptoOrder', createSubmission(token, offerType));
  return { token, body, data: body.data as Created, guest: { cookie: `slipway_guest=${cookies['slipway_guest']}` } };
}

async function requireStoredOrder(orderNo: string) {
  const order = await findOrder(gateway.database, orderNo);
  if (!order) throw new Error('no order');
  return order;
}

async function receiveReport(orderNo: string, state: ProviderOrder['state'], change: Partial<ProviderOrder> = {}) {
  const { id, pay, receive, address } = await requireStoredOrder(orderNo);
  reportedOrder = {
    providerOrderId: `px_${id}`,
    state,
    vendorStatus: state ?? 'pondering',
    pay,
    receive,
    address,
    affiliateFee: parseAmount(pay.asset, '1'),
    transactionId: undefined,
    reason: undefined,
    ...change,
  };
  await runStep(steps, syncProvider, { orderId: id, subject: '' });
  return requireStoredOrder(orderNo);
}

const listAlerts = (orderId: number) =>
  gateway.database
    .many<{ kind: string }>(sql`select kind from operator_alerts where order_id = ${orderId} order by id`)
    .then((rows) => rows.map(({ kind }) => kind));

describe('the list of offers', () => {
  test('is sorted by the amount received, and marks the best rate', async () => {
    quoteAnswers.set('acme', 31n);
    quoteAnswers.set('once', 1n);
    const list = await fetchOffers(await gateway.fetchQuoteToken());
    expect(list.map(({ offerType }) => offerType)).toEqual(['acme', 'slipway', 'once']);
    expect(list.map(({ bestRate }) => bestRate)).toEqual([true, false, false]);
    quoteAnswers.set('acme', 2n);
    forgetAnswers();
    expect((await fetchOffers(await gateway.fetchQuoteToken()))[0]?.offerType).toBe('slipway');
  });

  test('shows each offer’s costs against the same reference price', async () => {
    const list = await fetchOffers(await gateway.fetchQuoteToken());
    const acme = list.find(({ offerType }) => offerType === 'acme');
    expect(acme).toMatchObject({
      processingFee: '4.00',
      transNetworkFee: '1.00',
      spreadAmount: '15.00',
      price: '3800',
    });
    expect(acme?.referencePrice).toBe(list.find(({ offerType }) => offerType === 'slipway')?.referencePrice);
  });

  test('leaves out a provider that does not answer, and names it', async () => {
    quoteAnswers.set('once', { kind: 'unavailable', detail: 'away' });
    const { body } = await gateway.post('offerList', { token: await gateway.fetchQuoteToken(), payMethod: '' });
    expect(body.data).toMatchObject({ missing: ['Acme once'] });
  });
});

describe('many buyers with the same quote request', () => {
  test('cause one request per provider', async () => {
    const tokens = await Promise.all(Array.from({ length: 50 }, () => gateway.fetchQuoteToken()));
    quoteRequests = 0;
    const lists = await Promise.all(tokens.map(fetchOffers));
    expect(lists.every(({ length }) => length === 3)).toBe(true);
    expect(quoteRequests).toBe(providers.length);
  });

  test('cannot order from an offer that is older than a minute', async () => {
    const token = await gateway.fetchQuoteToken();
    await fetchOffers(token);
    await gateway.database.run(sql`update offers set offered_at = offered_at - interval '61 seconds'`);
    expect((await gateway.post('cryptoOrder', createSubmission(token, 'acme'))).body.respCode).toBe('5003');
    await fetchOffers(token);
    expect((await gateway.post('cryptoOrder', createSubmission(token, 'acme'))).body.respCode).toBe('200');
  });
});

describe('the lists of another provider', () => {
  const list = async (call: 'payList' | 'getList', offerType: string) =>
    (await gateway.post(call, { offerType })).body as unknown as {
      respMessage: string;
      normalCurrency?: string;
      data: readonly Record<string, unknown>[];
    };

  test('contain its own currencies, methods, coins, networks and limits', async () => {
    const pays = await list('payList', 'acme');
    expect(pays.data).toEqual([
      expect.objectContaining({
        currency: 'EUR',
        minAmount: '32.00',
        maxAmount: '3200.00',
        imageList: ['/images/methods/apple_pay.svg'],
      }),
    ]);
    expect(pays.normalCurrency).toBe('EUR');
    const { data } = await list('getList', 'acme');
    expect(data.length).toBeGreaterThan(1);
    expect(new Set(data.map(({ symbol }) => symbol))).toEqual(new Set(['ETH']));
    expect(data[0]).toMatchObject({ minAmount: '0.01100000', maxAmount: '0.90000000' });
  });

  test.each(['once', 'nobody'])(
    'are empty with a message when the provider does not answer or is unknown (%s)',
    async (offerType) => {
      for (const call of ['payList', 'getList'] as const)
        expect(await list(call, offerType)).toMatchObject({
          data: [],
          respMessage:
            'No provider can serve this purchase right now. Please try again later, or choose another currency or crypto.',
        });
    },
  );

  test('are replaced by the operator’s own lists when no provider is named', async () => {
    expect(await list('payList', '')).toEqual(await list('payList', 'slipway'));
    expect((await list('payList', '')).data.length).toBeGreaterThan(1);
  });
});

describe('a quote from another provider', () => {
  const inquiry = { sendCurrency: 'EUR', sendCurrencyAmount: '100', getCurrency: 'ETH', getCurrencyAmount: '' };

  test('shows its price and leads to an order', async () => {
    const { body } = await gateway.post('offerInquiry', { ...inquiry, offerType: 'acme' });
    const quote = body.data as { token: string; getCurrencyAmount: string; offerType: string; offerList: string[] };
    expect(quote).toMatchObject({
      offerType: 'acme',
      getCurrencyAmount: '0.02500000',
      offerList: ['slipway', 'acme', 'once'],
      priceAgainstMarket: '+18.75',
    });
    const made = await gateway.post('cryptoOrder', createSubmission(quote.token, 'acme'));
    expect(made.body.respMessage).toBe('');
  });

  test('is refused when the provider refuses or is unknown', async () => {
    quoteAnswers.set('acme', { kind: 'refused', reason: 'region', detail: '' });
    expect((await gateway.post('offerInquiry', { ...inquiry, offerType: 'acme' })).body.respCode).toBe('0');
    expect((await gateway.post('offerInquiry', { ...inquiry, offerType: 'nobody' })).body.respCode).toBe('0');
  });
});

describe('an order with another provider', () => {
  test('redirects to its page, and a repeated submission returns the same order and page', async () => {
    const { token, data, guest } = await createProviderOrder();
    expect(data).toMatchObject({
      service: 'Acme acme',
      nextStepContent: `https://buy.acme.example/?order=${data.orderNo}`,
    });
    const again = await gateway.post('cryptoOrder', createSubmission(token, 'acme'), guest);
    expect(again.body.data).toMatchObject({ orderNo: data.orderNo, nextStepContent: data.nextStepContent });
    expect(await requireStoredOrder(data.orderNo)).toMatchObject({
      offerType: 'acme',
      status: 'awaiting_payment',
      price: '3800',
    });
  });

  test('gets a new page for a repeated submission when a page opens only once', async () => {
    const { token, guest } = await createProviderOrder('once');
    const before = startedPages;
    await gateway.post('cryptoOrder', createSubmission(token, 'once'), guest);
    expect(startedPages).toBe(before + 1);
  });

  test('is priced only from a stored offer of that provider', async () => {
    const token = await gateway.fetchQuoteToken();
    const unasked = await gateway.post('cryptoOrder', createSubmission(token, 'acme'));
    expect(unasked.body.respCode).toBe('509');
    const stranger = await gateway.post('cryptoOrder', createSubmission(token, 'nobody'));
    expect(stranger.body.respCode).toBe('509');
    await fetchOffers(token);
    const own = await gateway.post('coinOrder', createSubmission(token, 'acme'));
    expect(own.body.respCode).toBe('509');
  });

  test('stays stored when its provider is unavailable, and gets a page on the next submission', async () => {
    isAway = true;
    const { token, body, guest } = await createProviderOrder();
    expect(body.respCode).toBe('509');
    isAway = false;
    const again = await gateway.post('cryptoOrder', createSubmission(token, 'acme'), guest);
    expect((again.body.data as Created).nextStepContent).toMatch(/^https:/);
  });
});

describe('a provider’s status', () => {
  test('moves the order to its final status and books the affiliate fee once', async () => {
    const { data } = await createProviderOrder();
    const { orderNo } = data;
    expect((await receiveReport(orderNo, 'awaiting_payment')).status).toBe('awaiting_payment');
    expect((await receiveReport(orderNo, 'paid')).status).toBe('paid');
    expect((await receiveReport(orderNo, 'delivering')).status).toBe('delivering');
    const delivered = await receiveReport(orderNo, 'delivered', { transactionId: '0xabc' });
    expect(delivered.status).toBe('delivered');
    await receiveReport(orderNo, 'delivered');
    const postings = await gateway.database.many<{ account: string; units: bigint }>(
      sql`select account, div(sum(units), 1000000) as units from ledger_postings where order_id = ${delivered.id} group by account order by account`,
    );
    expect(postings).toEqual([
      { account: 'asset:affiliate', units: 100n },
      { account: 'income:affiliate', units: -100n },
    ]);
    expect(await listAlerts(delivered.id)).toEqual([]);
  });

  test('is sent to the order’s partner with the transaction id', async () => {
    const { orderNo } = (await createProviderOrder()).data;
    const { id } = await requireStoredOrder(orderNo);
    await gateway.database.run(sql`update orders set partner_id = 'shop' where id = ${id}`);
    await receiveReport(orderNo, 'delivered', { transactionId: '0xabc' });
    const { body } = await gateway.database.one<{ body: string }>(
      sql`select body from partner_events where order_id = ${id} order by sequence desc limit 1`,
    );
    expect(JSON.parse(body)).toMatchObject({ type: 'order.delivered', data: { orderNo, transactionId: '0xabc' } });
  });

  test('redirects the buyer to the partner’s page only while its origin is registered', async () => {
    const { data, guest } = await createProviderOrder();
    const { orderNo } = data;
    const returnTo = async () =>
      ((await gateway.post('orderDetail', { orderNo }, guest)).body.data as { returnTo: unknown }).returnTo;
    const comesFrom = (partner: string, redirectUrl: string) =>
      gateway.database.run(
        sql`update orders set partner_id = ${partner}, redirect_url = ${redirectUrl} where order_no = ${orderNo}`,
      );
    expect(await returnTo()).toBeNull();
    const redirects = ['https://shop.partner.example'];
    gateway.partners.set('shop', {
      ...createTestPartner('shop', 'https://shop.example/hook'),
      name: 'A shop',
      redirects,
    });
    await comesFrom('shop', 'https://shop.partner.example/done?cart=7#thanks');
    await receiveReport(orderNo, 'delivered');
    expect(await returnTo()).toEqual({
      url: `https://shop.partner.example/done?cart=7&orderNo=${orderNo}&status=delivered#thanks`,
      name: 'A shop',
    });
    for (const [partner, redirectUrl] of [
      ['0', 'https://shop.partner.example/done'],
      ['shop', 'https://evil.example/done'],
    ] as const) {
      await comesFrom(partner, redirectUrl);
      expect(await returnTo()).toBeNull();
    }
  });

  test('of a refunded purchase reverses the affiliate fee', async () => {
    const { orderNo } = (await createProviderOrder()).data;
    await receiveReport(orderNo, 'delivered');
    const { id, status } = await receiveReport(orderNo, 'refunded');
    expect(status).toBe('refunded');
    const { units } = await gateway.database.one<{ units: bigint }>(
      sql`select coalesce(sum(abs(sums)), 0) as units from (
        select sum(units) as sums from ledger_postings where order_id = ${id} group by account) by_account`,
    );
    expect(units).toBe(0n);
  });

  test('that reports the delivery completes an order that had failed', async () => {
    const { orderNo } = (await createProviderOrder()).data;
    expect(await receiveReport(orderNo, 'failed', { reason: 'declined' })).toMatchObject({
      status: 'failed',
      reason: 'failed_at_provider',
    });
    expect((await receiveReport(orderNo, 'delivered')).status).toBe('delivered');
  });

  test('that is unknown changes nothing and raises an alert', async () => {
    const { orderNo } = (await createProviderOrder()).data;
    const order = await receiveReport(orderNo, undefined);
    expect(order.status).toBe('awaiting_payment');
    expect(await listAlerts(order.id)).toEqual(['provider_status_unknown']);
  });

  test('of a delivery to another address is rejected', async () => {
    const { orderNo } = (await createProviderOrder()).data;
    const order = await receiveReport(orderNo, 'delivered', { address: '0x000000000000000000000000000000000000dEaD' });
    expect(order.status).toBe('awaiting_payment');
    expect(await listAlerts(order.id)).toEqual(['provider_address_differs']);
  });

  test('is not applied to a second order when two orders name the same purchase', async () => {
    const [one, other] = [(await createProviderOrder()).data.orderNo, (await createProviderOrder()).data.orderNo];
    await receiveReport(one, 'paid', { providerOrderId: 'px_same' });
    const order = await receiveReport(other, 'paid', { providerOrderId: 'px_same' });
    expect(order.status).toBe('awaiting_payment');
    expect((await requireStoredOrder(one)).status).toBe('paid');
  });

  test.each([
    ['deliver elsewhere', '0x000000000000000000000000000000000000dEaD', 'delivered'],
    ['are never paid', undefined, 'awaiting_payment'],
    ['fail', undefined, 'failed'],
  ] as const)(
    'is taken from the order’s own purchase, although many forged purchases %s',
    async (_how, forgedAddress, state) => {
      const { orderNo } = (await createProviderOrder()).data;
      const { id: orderId, address, pay, receive } = await requireStoredOrder(orderNo);
      const begin = async (name: string, to: string, now: ProviderOrder['state']) => {
        const nothing = { affiliateFee: undefined, transactionId: undefined, reason: undefined };
        const providerOrderId = `${orderId}-${name}`;
        startedPurchases.set(providerOrderId, {
          providerOrderId,
          state: now,
          vendorStatus: String(now),
          pay,
          receive,
          address: to,
          ...nothing,
        });
        await gateway.database.transaction((transaction) =>
          insertProviderPurchase(transaction, { provider: 'acme', providerOrderId, orderId, accessToken: null }),
        );
      };
      const flood = async (name: string, count: number) => {
        for (let index = 0; index < count; index += 1) await begin(`${name}${index}`, forgedAddress ?? address, state);
      };
      const sync = async (rounds: number) => {
        queriedIds = [];
        for (let round = 0; round < rounds; round += 1) await runStep(steps, syncProvider, { orderId, subject: '' });
        return (await requireStoredOrder(orderNo)).status;
      };
      await flood('before', 12);
      await begin('true', address, 'paid');
      await flood('after', 12);
      expect(await sync(5)).toBe('paid');
      await flood('later', 40);
      expect(await sync(1)).toBe('paid');
      expect(queriedIds).toHaveLength(6);
      await begin('true', address, 'delivered');
      expect(await sync(1)).toBe('delivered');
      expect(await sync(20)).toBe('delivered');
      expect(queriedIds.filter((one) => one.endsWith('-true'))).toHaveLength(20);
    },
  );

  test('adds to the provider’s record how the rate, not the amount, differed from the offer', async () => {
    const record = async () => (await listProviderRecords(gateway.database)).get('once');
    const [smaller, worse] = [
      (await createProviderOrder('once')).data.orderNo,
      (await createProviderOrder('once')).data.orderNo,
    ];
    const { pay, receive } = await requireStoredOrder(smaller);
    const half = (amount: Amount) => createAmount(amount.asset, amount.units / 2n);
    await receiveReport(smaller, 'delivered', { pay: half(pay), receive: half(receive) });
    expect(await record()).toMatchObject({ orders: 1, medianBasisPoints: 0, worstBasisPoints: 0, worseAtCheckout: 0 });
    await receiveReport(worse, 'delivered', { receive: createAmount(receive.asset, (receive.units * 97n) / 100n) });
    expect(await record()).toMatchObject({ orders: 2, worstBasisPoints: -300, worseAtCheckout: 1 });
  });

  test('that reports the delivery shows the buyer the amount that the provider sent', async () => {
    const buyer = await gateway.logIn('told@example.com');
    const token = await gateway.fetchQuoteToken();
    await fetchOffers(token);
    const { authToken, headers } = buyer;
    const made = await gateway.post('cryptoOrder', { ...createSubmission(token, 'acme'), authToken }, headers);
    const { orderNo } = made.body.data as Created;
    const { receive } = await requireStoredOrder(orderNo);
    const detail = async () => (await gateway.post('orderDetail', { orderNo, authToken }, headers)).body.data;
    expect(await detail()).toMatchObject({ provider: { sendCurrencyAmount: null, getCurrencyAmount: null } });
    const sent = createAmount(receive.asset, (receive.units * 9n) / 10n);
    await receiveReport(orderNo, 'delivered', { receive: sent, pay: undefined });
    expect(await detail()).toMatchObject({
      getCurrencyAmount: '0.02500000',
      provider: { sendCurrencyAmount: null, getCurrencyAmount: '0.02250000' },
    });
    const { body } = await gateway.post('orderList', { authToken }, headers);
    expect(body.data).toMatchObject({
      list: [{ orderNo, sendCurrencyAmount: '100.00', getCurrencyAmount: '0.02250000' }],
    });
  });

  test('records that the rate at the checkout was worse than in the offer', async () => {
    const { orderNo } = (await createProviderOrder()).data;
    const { receive } = await requireStoredOrder(orderNo);
    const { id } = await receiveReport(orderNo, 'paid', {
      receive: createAmount(receive.asset, (receive.units * 97n) / 100n),
    });
    expect(
      await gateway.database.one(sql`select worse_at_checkout as worse from provider_orders where order_id = ${id}`),
    ).toEqual({ worse: true });
  });
});
