import { randomUUID } from 'node:crypto';
import { calls } from '@slipway/contract/calls.ts';
import { isWalletMethod, payMethods } from '@slipway/contract/entities/payMethods.ts';
import { decodeJwt } from 'jose';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { readNewestCode } from '../../account/sentCode.testing.ts';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { requireCrypto } from '../../purchase/catalog/catalog.ts';
import { etherInquiry, openOwnGateway, openTestGateway, type TestGateway, testShop } from './testGateway.testing.ts';

const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';

const gateway = await openOwnGateway();

const post: TestGateway['post'] = (...request) => gateway.post(...request);
const quoteToken = () => gateway.fetchQuoteToken();
const logIn = (email: string, guest?: string) => gateway.logIn(email, guest);

describe('the gateway', () => {
  test('answers an unknown call with 404', async () => {
    expect(await post('noSuchCall', {})).toMatchObject({ status: 404, body: { respCode: '404' } });
    const answer = await gateway.app.inject({ method: 'GET', url: '/gateway/buying/noSuchCall' });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ respCode: '404' });
  });

  test('answers another HTTP method with 405 and the allowed method', async () => {
    const answer = await gateway.app.inject({ method: 'GET', url: '/gateway/buying/coinOrder' });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe('POST');
    expect(answer.json()).toMatchObject({ respCode: '405' });
  });

  test.each([
    ['not JSON', 'application/json', '{', 400, '400'],
    ['a list', 'application/json', '[]', 400, '400'],
    ['another media type', 'text/plain', 'x', 415, '415'],
    ['too large', 'application/json', JSON.stringify({ x: 'x'.repeat(70_000) }), 413, '413'],
  ])('refuses a body: %s', async (_name, type, payload, status, respCode) => {
    const answer = await gateway.app.inject({
      method: 'POST',
      url: '/gateway/buying/offerInquiry',
      payload,
      headers: { 'content-type': type },
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ respCode });
  });

  test('names a malformed field', async () => {
    const { status, body } = await post('offerInquiry', { ...etherInquiry, sendCurrencyAmount: '1e3' });
    expect(status).toBe(400);
    expect(body.respMessage).toMatch(/^sendCurrencyAmount: /);
  });

  test.each(['\u0000', 'Anna\ud800'])('refuses text that the database cannot store: %j', async (firstName) => {
    const { authToken, headers } = await logIn(`${randomUUID()}@example.com`);
    const details = { ...calls.addKyc.example.request, firstName, authToken };
    const { status, body } = await post('addKyc', details, headers);
    expect(status).toBe(400);
    expect(body.respMessage).toMatch(/^firstName: /);
  });

  test('accepts numbers as amounts, but no exponents', async () => {
    expect((await post('offerInquiry', { ...etherInquiry, sendCurrencyAmount: 100 })).body.respCode).toBe('200');
    expect((await post('offerInquiry', { ...etherInquiry, sendCurrencyAmount: 1e30 })).status).toBe(400);
  });

  test('keeps the partner of the previous quote, and ignores a token that is not a quote', async () => {
    const sender = { partnerId: 'shop', reference: 'cart 17', refererUrl: 'https://shop.example/cart' };
    const claims = async (fields: object) => {
      const { token } = (await post('offerInquiry', { ...etherInquiry, ...fields })).body.data as { token: string };
      const { o, l, u } = decodeJwt<{ o: string; l: string; u: string }>(token);
      return { token, sender: { partnerId: o, reference: l, refererUrl: u } };
    };
    const first = await claims(sender);
    expect((await claims({ token: first.token, partnerId: 'other' })).sender).toEqual(sender);
    expect((await claims({ token: 'none.of.ours', partnerId: 'other' })).sender).toMatchObject({ partnerId: 'other' });
  });

  test('refuses a quote in a banned region, and answers getallcountry with the ban', async () => {
    const bannedRegion = { 'x-sandbox-country': 'KP' };
    expect((await post('offerInquiry', etherInquiry, bannedRegion)).body.respCode).toBe('5001');
    expect((await post('getallcountry', {}, bannedRegion)).body).toMatchObject({
      respCode: '200',
      data: { isBan: 1, currCode: 'KP' },
    });
  });

  test('refuses a blocked address from X-Forwarded-For only behind a trusted proxy', async () => {
    const behindProxy = await openTestGateway({ trustedProxies: ['127.0.0.1'] });
    const forwarded = { 'x-forwarded-for': '203.0.113.9' };
    expect((await behindProxy.post('offerInquiry', etherInquiry, forwarded)).body.respCode).toBe('5001');
    expect((await behindProxy.post('getallcountry', {}, forwarded)).body).toMatchObject({ data: { isBan: 1 } });
    expect((await post('offerInquiry', etherInquiry, forwarded)).body.respCode).toBe('200');
    await behindProxy.close();
  });

  test.each(['175.45.176.1', '::ffff:175.45.176.1', '::ffff:af2d:b001', '64:ff9b::175.45.176.1', '2002:af2d:b001::1'])(
    'assigns %s to the region of its IPv4 address',
    async (address) => {
      const behindProxy = await openTestGateway({ trustedProxies: ['127.0.0.1'] });
      const forwarded = { 'x-forwarded-for': address };
      expect((await behindProxy.post('offerInquiry', etherInquiry, forwarded)).body.respCode).toBe('5001');
      expect((await behindProxy.post('getallcountry', {}, forwarded)).body).toMatchObject({
        data: { isBan: 1, currCode: 'KP' },
      });
      await behindProxy.close();
    },
  );

  test('answers 429 with Retry-After to too many calls from one address', async () => {
    const limited = await openTestGateway({ rateLimits: true });
    let answer = await limited.post('exportData', {});
    for (let count = 0; count < 10; count += 1) answer = await limited.post('exportData', {});
    expect(answer).toMatchObject({ status: 429, body: { respCode: '429', data: { error: 'too_many_requests' } } });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await limited.close();
  });

  test.each(
    Object.values(calls)
      .filter(({ auth }) => auth === 'required')
      .map(({ name, example }) => [name, example.request] as const),
  )('%s needs a session', async (name, request) => {
    expect((await post(name, { ...request, authToken: 'stolen' })).body.respCode).toBe('5002');
  });

  test.each(
    Object.values(calls)
      .filter(({ get }) => get === true)
      .map(({ name }) => name),
  )('%s also answers GET', async (name) => {
    const answer = await gateway.app.inject({ method: 'GET', url: `/gateway/buying/${name}?intercept=2` });
    expect(answer.json()).toMatchObject({ respCode: '200' });
  });

  test('the OpenAPI document lists every call', async () => {
    const document = (await gateway.app.inject('/openapi.json')).json<{ openapi: string; paths: object }>();
    expect(document.openapi).toBe('3.1.0');
    const named = Object.keys(calls).map((name) => `/gateway/buying/${name}`);
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(named));
  });
});

describe('a session', () => {
  test('needs both the token and the cookie, and is ended by the server', async () => {
    const { authToken, headers } = await logIn('anna@example.com');
    expect((await post('authInfo', { authToken }, headers)).body).toMatchObject({
      respCode: '200',
      data: { email: 'anna@example.com', kyc_level: 0 },
    });
    expect((await post('authInfo', { authToken })).body.respCode).toBe('5002');
    expect((await post('authInfo', { authToken: 'other' }, headers)).body.respCode).toBe('5002');
    await post('expAuth', { authToken }, headers);
    expect((await post('authInfo', { authToken }, headers)).body.respCode).toBe('5002');
  });

  test('invalidates a code after five wrong tries and accepts it only in the browser that requested it', async () => {
    const email = 'eve@example.com';
    const sent = await post('sendCode', { email });
    const cookie = { cookie: `slipway_login=${sent.cookies.slipway_login}` };
    const right = await readNewestCode(gateway.database, email);
    const wrong = right === '000000' ? '000001' : '000000';
    expect((await post('login', { email, code: right })).body.data).toMatchObject({ error: 'code_expired' });
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await post('login', { email, code: wrong }, cookie)).body.data).toMatchObject({ error: 'code_invalid' });
    }
    expect((await post('login', { email, code: right }, cookie)).body.data).toMatchObject({ error: 'code_expired' });
    expect(await post('sendCode', { email }, cookie)).toMatchObject({ status: 429 });
  });
});

describe('an order', () => {
  const address = ADDRESS.toLowerCase();

  test('is created once per quote, also when a guest repeats the submission', async () => {
    const submission = { ...etherInquiry, token: await quoteToken(), payMethod: 'credit_debit_card', address };
    const first = await post('coinOrder', submission);
    const guest = { cookie: `slipway_guest=${first.cookies.slipway_guest}` };
    const again = await post('coinOrder', submission, guest);
    expect(again.body.data).toEqual(first.body.data);
    const other = await post(
      'coinOrder',
      { ...submission, address: '0x52908400098527886E0F7030069857D2E4169EE7' },
      guest,
    );
    expect(other.body.data).toMatchObject({ error: 'quote_already_used' });
  });

  test('of a guest is returned if it is submitted again after a login, and another buyer cannot use its quote', async () => {
    const submission = { ...etherInquiry, token: await quoteToken(), payMethod: 'credit_debit_card', address };
    const made = await post('coinOrder', submission);
    const buyer = await logIn('later@example.com', made.cookies.slipway_guest);
    const again = await post('coinOrder', { ...submission, authToken: buyer.authToken }, buyer.headers);
    expect(again.body.data).toEqual(made.body.data);
    const stranger = await logIn('stranger@example.com');
    const theirs = await post('coinOrder', { ...submission, authToken: stranger.authToken }, stranger.headers);
    expect(theirs.body.data).toMatchObject({ error: 'quote_already_used' });
  });

  test('belongs to the partner that its submission names if that partner is known, otherwise to none', async () => {
    const readPartnerOfNewOrder = async (partnerId: string) => {
      const submission = {
        ...etherInquiry,
        token: await quoteToken(),
        payMethod: 'credit_debit_card',
        address,
        partnerId,
      };
      const { orderNo } = (await post('coinOrder', submission)).body.data as { orderNo: string };
      return gateway.database.one(sql`select partner_id as partner from orders where order_no = ${orderNo}`);
    };
    expect(await readPartnerOfNewOrder(testShop.id)).toEqual({ partner: testShop.id });
    expect(await readPartnerOfNewOrder('nobody-we-know')).toEqual({ partner: '0' });
  });

  test('may be named by its quote token in checkIdentification, which refuses a malformed token', async () => {
    const { authToken, headers } = await logIn('named@example.com');
    const token = await quoteToken();
    const submission = { ...etherInquiry, token, payMethod: 'credit_debit_card', address, authToken };
    const { orderNo } = (await post('coinOrder', submission, headers)).body.data as { orderNo: string };
    const check = (body: object, by = headers) => post('checkIdentification', body, by);
    expect((await check({ authToken, token })).body.data).toEqual({ isIdentification: '1' });
    await gateway.database.run(sql`update orders set status = 'awaiting_identity' where order_no = ${orderNo}`);
    expect((await check({ authToken, token })).body.data).toEqual({ isIdentification: '0' });
    expect((await check({ authToken, token: 'x'.repeat(40) })).status).toBe(400);
    const other = await logIn('unnamed@example.com');
    expect((await check({ authToken: other.authToken, token }, other.headers)).body.data).toEqual({
      isIdentification: '1',
    });
  });

  test('is neither quoted nor created while the treasury cannot deliver it', async () => {
    const submission = { ...etherInquiry, token: await quoteToken(), payMethod: 'credit_debit_card', address };
    const { id } = requireCrypto(seededSettings().catalog, 'ETH').asset;
    const low = { freeUnits: 10n ** 15n, nativeFreeUnits: 10n ** 15n, observedAt: new Date() };
    gateway.funds.set(id, low);
    try {
      for (const answer of [await post('coinOrder', submission), await post('offerInquiry', etherInquiry)])
        expect(answer.body.data).toMatchObject({ error: 'price_unavailable' });
      gateway.funds.set(id, { ...low, freeUnits: 10n ** 18n, nativeFreeUnits: 10n ** 18n });
      expect((await post('coinOrder', submission)).body.data).toMatchObject({ orderNo: expect.any(String) });
    } finally {
      gateway.funds.clear();
    }
  });

  test('is created once by a hundred concurrent submissions', async () => {
    const { authToken, headers } = await logIn('many@example.com');
    const submission = {
      ...etherInquiry,
      token: await quoteToken(),
      payMethod: 'credit_debit_card',
      address,
      authToken,
    };
    const answers = await Promise.all(Array.from({ length: 100 }, () => post('coinOrder', submission, headers)));
    expect(new Set(answers.map(({ body }) => (body.data as { orderNo: string }).orderNo)).size).toBe(1);
  });

  test('shows a stranger only its status and the guest who created it everything, and refuses another buyer', async () => {
    const made = await post('coinOrder', {
      ...etherInquiry,
      token: await quoteToken(),
      payMethod: 'credit_debit_card',
      address,
    });
    const { orderNo } = made.body.data as { orderNo: string };
    expect(Object.keys((await post('orderDetail', { orderNo })).body.data)).toEqual([
      'orderNo',
      'status',
      'exception',
      'owner',
      'sequence',
    ]);
    const guest = { cookie: `slipway_guest=${made.cookies.slipway_guest}` };
    expect((await post('orderDetail', { orderNo }, guest)).body.data).toMatchObject({ owner: true, address: ADDRESS });
    const { authToken, headers } = await logIn('other@example.com');
    expect((await post('checkoutInfo', { orderNo, authToken }, headers)).body.data).toMatchObject({
      error: 'order_not_yours',
    });
  });

  test('is refused with 5004 after too many orders of one buyer', async () => {
    const { authToken, headers } = await logIn('eager@example.com');
    const order = async () => {
      const submission = {
        ...etherInquiry,
        token: await quoteToken(),
        payMethod: 'credit_debit_card',
        address: ADDRESS,
      };
      return (await post('coinOrder', { ...submission, authToken }, headers)).body.respCode;
    };
    for (let count = 0; count < 60; count += 1) expect(await order()).toBe('200');
    expect(await order()).toBe('5004');
  });

  test('by bank transfer needs a login and the buyer’s details', async () => {
    const submission = { ...etherInquiry, token: await quoteToken(), payMethod: 'bank_transfer', address: ADDRESS };
    expect((await post('coinOrder', submission)).body.respCode).toBe('5002');
    const { authToken, headers } = await logIn('banker@example.com');
    const { body } = await post('coinOrder', { ...submission, authToken }, headers);
    expect(body).toMatchObject({ respCode: '509', data: { error: 'details_missing' } });
  });

  test('from an expired quote is refused with 5003', async () => {
    const token = await quoteToken();
    await gateway.database.run(sql`update clock set offset_seconds = 61`);
    try {
      const late = await post('coinOrder', { ...etherInquiry, token, payMethod: 'credit_debit_card', address });
      expect(late.body.respCode).toBe('5003');
    } finally {
      await gateway.database.run(sql`update clock set offset_seconds = 0`);
    }
  });

  test.each([
    ['0x71C7656EC7ab88b098defB751B7401B5f6d8976f', 'address_invalid', { fault: 'bad_checksum' }],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'address_invalid', { fault: 'wrong_network' }],
    ['0x000000000000000000000000000000000000dEaD', 'address_invalid', { fault: 'burn_address' }],
    ['0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 'address_invalid', { fault: 'token_contract' }],
    ['0x0000000000000000000000000000000000000001', 'address_invalid', { fault: 'system_contract' }],
    ['0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb', 'risk_control', {}],
  ])('to %s is refused', async (wrong, error, facts) => {
    const refused = await post('coinOrder', {
      ...etherInquiry,
      token: await quoteToken(),
      payMethod: 'credit_debit_card',
      address: wrong,
    });
    expect(refused.body.data).toMatchObject({ error, facts });
  });

  test('is paid only with the buyer’s details, and once at a time', async () => {
    gateway.sentJobs.length = 0;
    const { authToken, headers } = await logIn('payer@example.com');
    const made = await post(
      'coinOrder',
      { ...etherInquiry, token: await quoteToken(), payMethod: 'credit_debit_card', address, authToken },
      headers,
    );
    const { orderNo } = made.body.data as { orderNo: string };
    const payment = {
      orderNo,
      authToken,
      submissionId: '2f1c7b0e-6a0c-4f6e-9f52-3f0f6f0a8f11',
      confirmationToken: 'ctoken_1',
    };
    expect((await post('payOrder', payment, headers)).body.data).toMatchObject({ error: 'details_missing' });
    const details = calls.addKyc.example.request;
    expect((await post('addKyc', { ...details, authToken }, headers)).body.data).toMatchObject({
      isKyc: '1',
      kyc_level: 1,
    });
    const paid = await post('payOrder', payment, headers);
    expect(paid.body.data).toMatchObject({ triesLeft: 2 });
    expect((await post('payOrder', payment, headers)).body.data).toEqual(paid.body.data);
    const second = { ...payment, submissionId: '2f1c7b0e-6a0c-4f6e-9f52-3f0f6f0a8f12' };
    expect((await post('payOrder', second, headers)).body.data).toMatchObject({ error: 'payment_in_progress' });
    expect(gateway.sentJobs).toEqual(['authorize_payment']);
  });

  test.each(payMethods.filter(isWalletMethod))(
    'by %s is priced like a card and paid only with the wallet',
    async (payMethod) => {
      const { authToken, headers } = await logIn(`${payMethod}@example.com`);
      await post('addKyc', { ...calls.addKyc.example.request, authToken }, headers);
      const token = await quoteToken();
      const { priceList } = (await post('priceList', { token })).body.data as {
        priceList: { payMethod: string; processingFee: string; image2: string }[];
      };
      const [card, wallet] = ['credit_debit_card', payMethod].map((name) =>
        priceList.find((one) => one.payMethod === name),
      );
      expect(wallet).toMatchObject({ processingFee: card?.processingFee, image2: `/images/methods/${payMethod}.svg` });
      const made = await post('coinOrder', { ...etherInquiry, token, payMethod, address, authToken }, headers);
      const { orderNo, nextStepContent } = made.body.data as { orderNo: string; nextStepContent: string };
      expect(nextStepContent).toBe(`/select-card?orderNo=${orderNo}`);
      const payment = { orderNo, authToken, submissionId: '2f1c7b0e-6a0c-4f6e-9f52-3f0f6f0a8f13' };
      const bySavedCard = await post('payOrder', { ...payment, cardId: 'card_1' }, headers);
      expect(bySavedCard.body).toMatchObject({ respCode: '400', data: { facts: { field: 'cardId' } } });
      const paid = await post('payOrder', { ...payment, confirmationToken: 'ctoken_2', saveCard: true }, headers);
      expect(paid.body.data).toMatchObject({ triesLeft: 2 });
      const attempt = await gateway.database.one(sql`
      select a.save_card as "saveCard" from payment_attempts a join orders o on o.id = a.order_id
      where o.order_no = ${orderNo}`);
      expect(attempt).toEqual({ saveCard: false });
    },
  );
});

test('refuses a forged webhook and stores nothing', async () => {
  const answer = await gateway.app.inject({
    method: 'POST',
    url: '/webhooks/stripe',
    payload: JSON.stringify({ id: 'evt_1', type: 'payment_intent.succeeded' }),
    headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
  });
  expect(answer.statusCode).toBe(400);
  expect(await gateway.database.many(sql`select 1 from webhook_inbox`)).toEqual([]);
});
