import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { calls } from '@slipway/contract/calls.ts';
import { type PartnerCallName, partnerCalls } from '@slipway/contract/partnerCalls.ts';
import type { InjectOptions } from 'fastify';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { getErrorKey, openPartnerServer } from '../../partner/api/partnerServer.testing.ts';
import { deriveKeys } from '../../platform/secrets.ts';
import { etherInquiry, openOwnGateway, type TestGateway } from './testGateway.testing.ts';

const ADDRESS = '0x71c7656ec7ab88b098defb751b7401b5f6d8976f';
const origins = new Map([
  ['E', 'https://eu.pay.example'],
  ['U', 'https://us.pay.example:8443'],
]);
const orderNews = { subscribe: () => () => undefined, stop: async () => undefined };

/** A cell with its own database and secret. */
async function openCell(own: string): Promise<TestGateway> {
  const secret = Buffer.from(`the secret of the cell ${own} for these tests alone`);
  const publicUrl = origins.get(own) ?? '';
  return openOwnGateway({ cells: { own, origins }, publicUrl, keys: deriveKeys(secret), orderNews });
}

const cells: Readonly<Record<string, TestGateway>> = { E: await openCell('E'), U: await openCell('U') };
const withoutCells = await openOwnGateway({ orderNews });
const pairs = [
  ['E', 'U'],
  ['U', 'E'],
] as const;

function getGateway(letter: string): TestGateway {
  const gateway = cells[letter];
  if (!gateway) throw new Error(`no cell ${letter}`);
  return gateway;
}

/** Buys as a guest, who can read the order with the returned cookie. */
async function buyAt(gateway: TestGateway): Promise<{ orderNo: string; cookie: string }> {
  const token = await gateway.fetchQuoteToken();
  const made = await gateway.post('coinOrder', {
    ...etherInquiry,
    token,
    payMethod: 'credit_debit_card',
    address: ADDRESS,
  });
  const { orderNo } = made.body.data as { orderNo: string };
  return { orderNo, cookie: `slipway_guest=${made.cookies['slipway_guest']}` };
}

/** Returns an order number that begins with a cell's letter and belongs to no order. */
const composeUnknownOrderNo = (letter: string) => `${letter}-7KQ2M4XD9TAB3HWPEN56`;

/** Returns a cell's answer without following redirects. */
async function fetchCell(letter: string, options: InjectOptions) {
  const answer = await getGateway(letter).app.inject(options);
  return { status: answer.statusCode, location: answer.headers.location, answer };
}

/** Follows redirects as a client does: the same method and body at the address in Location. */
async function follow(letter: string, options: InjectOptions & { readonly url: string }) {
  let here = letter;
  let { url } = options;
  for (let hops = 0; hops < 5; hops += 1) {
    const { status, location, answer } = await fetchCell(here, { ...options, url });
    if (status !== 307) return { here, url, hops, answer };
    const next = new URL(String(location));
    here = [...origins].find(([, origin]) => origin === next.origin)?.[0] ?? next.origin;
    url = `${next.pathname}${next.search}`;
  }
  throw new Error('a loop');
}

describe.each(pairs)('for an order of cell %s, cell %s', (own, other) => {
  test('gets an order number that begins with the letter of the order’s cell', async () => {
    const { orderNo } = await buyAt(getGateway(own));
    expect(orderNo).toMatch(new RegExp(`^${own}-[2-9A-HJ-NP-Z]{20}$`));
  });

  test.each([
    (orderNo: string) => `/order-status?orderNo=${orderNo}`,
    (orderNo: string) =>
      `/payment-status?lang=de&orderToken=${orderNo}&redirectUrl=https%3A%2F%2Fshop.example%2F%3Fa%3Db`,
    (orderNo: string) => `/order/?orderNo=${orderNo}&orderNo=${composeUnknownOrderNo(other)}`,
  ])('redirects a page to the same page in the order’s cell', async (findPath) => {
    const url = findPath(composeUnknownOrderNo(own));
    for (const method of ['GET', 'HEAD'] as const) {
      const { status, location, answer } = await fetchCell(other, { method, url });
      expect(status).toBe(307);
      expect(location).toBe(`${origins.get(own)}${url}`);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.body).toBe('');
      expect(await follow(other, { method, url })).toMatchObject({ here: own, url, hops: 1 });
      expect(await fetchCell(own, { method, url })).toMatchObject({ status: 404, location: undefined });
    }
  });

  test('redirects a call with its method and body, and the order’s cell answers it', async () => {
    const { orderNo, cookie } = await buyAt(getGateway(own));
    const request = {
      method: 'POST' as const,
      url: '/gateway/buying/orderDetail',
      payload: { orderNo },
      headers: { cookie },
    };
    const { here, hops, answer } = await follow(other, request);
    expect({ here, hops }).toEqual({ here: own, hops: 1 });
    expect(answer.json()).toMatchObject({ respCode: '200', data: { orderNo, address: expect.any(String) } });
    const first = (await fetchCell(other, request)).answer;
    expect(first.json()).toMatchObject({ data: { error: 'order_not_found', facts: {} } });
    expect(first.headers['access-control-allow-origin']).toBeUndefined();
    const orders = await getGateway(other).database.many(sql`select 1 from orders where order_no = ${orderNo}`);
    expect(orders).toEqual([]);
  });

  test.each(
    Object.values(calls)
      .filter(({ errors }) => (errors as readonly string[]).includes('order_not_found'))
      .map(({ name }) => name),
  )('redirects %s to the order’s cell', async (name) => {
    const url = `/gateway/buying/${name}`;
    const { status, location } = await fetchCell(other, {
      method: 'POST',
      url,
      payload: { orderNo: composeUnknownOrderNo(own) },
    });
    expect({ status, location }).toEqual({ status: 307, location: `${origins.get(own)}${url}` });
  });

  test('answers calls of its own pages with not found instead of a redirect', async () => {
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: String(origins.get(other)) }]) {
      const payload = { orderNo: composeUnknownOrderNo(own) };
      const { status, answer } = await fetchCell(other, {
        method: 'POST',
        url: '/gateway/buying/orderDetail',
        payload,
        headers,
      });
      expect(status).toBe(200);
      expect(answer.json()).toMatchObject({ data: { error: 'order_not_found' } });
    }
  });

  test('redirects an event stream to the order’s cell', async () => {
    const url = `/gateway/buying/orderEvents?orderNo=${composeUnknownOrderNo(own)}`;
    const { status, location, answer } = await fetchCell(other, { method: 'GET', url });
    expect({ status, location }).toEqual({ status: 307, location: `${origins.get(own)}${url}` });
    expect(answer.json()).toMatchObject({ data: { error: 'order_not_found' } });
    expect(await follow(other, { method: 'GET', url })).toMatchObject({ here: own, hops: 1 });
  });

  test('redirects a partner’s read to the order’s cell, which accepts only its own partner keys', async () => {
    const { orderNo } = await buyAt(getGateway(own));
    await getGateway(own).database.run(sql`update orders set partner_id = 'shop' where order_no = ${orderNo}`);
    const elsewhere = await openPartnerServer(getGateway(other), 'shop');
    const there = await openPartnerServer(getGateway(own), 'shop');
    const refused = await elsewhere.call('orderStatus', { orderNo });
    expect(refused).toMatchObject({
      status: 307,
      headers: { location: `${origins.get(own)}/gateway/partner/orderStatus` },
    });
    expect(getErrorKey(refused)).toBe('order_unknown');
    expect((await there.call('orderStatus', { orderNo })).body).toMatchObject({ respCode: '200', data: { orderNo } });
    const key = { authorization: elsewhere.authorization };
    expect(getErrorKey(await there.post('orderStatus', JSON.stringify({ orderNo }), key))).toBe('partner_key_unknown');
  });

  test('redirects a partner’s write to the order’s cell, which refuses a signature for another cell', async () => {
    const elsewhere = await openPartnerServer(getGateway(other), 'shop');
    const there = await openPartnerServer(getGateway(own), 'shop');
    const input = { ...partnerCalls.requestRefund.example.request, orderNo: composeUnknownOrderNo(own) };
    const body = JSON.stringify(input);
    expect(await elsewhere.call('requestRefund', input)).toMatchObject({ status: 307 });
    const signsForOtherCell = await openPartnerServer(
      { ...getGateway(own), publicUrl: String(origins.get(other)) },
      'shop',
    );
    expect(
      getErrorKey(
        await signsForOtherCell.post(
          'requestRefund',
          body,
          signsForOtherCell.createSignatureHeaders('requestRefund', body),
        ),
      ),
    ).toBe('signature_wrong');
    expect(getErrorKey(await there.call('requestRefund', input))).toBe('order_unknown');
  });

  test('creates no order from a quote of the order’s cell', async () => {
    const token = await getGateway(own).fetchQuoteToken();
    const submission = { ...etherInquiry, token, payMethod: 'credit_debit_card', address: ADDRESS };
    expect((await getGateway(other).post('coinOrder', submission)).body.data).toMatchObject({
      error: 'malformed',
      facts: { field: 'token' },
    });
  });

  test('refuses a session of the order’s cell', async () => {
    const { authToken, headers } = await getGateway(own).logIn('anna@example.com');
    expect((await getGateway(own).post('authInfo', { authToken }, headers)).body.respCode).toBe('200');
    expect((await getGateway(other).post('authInfo', { authToken }, headers)).body.respCode).toBe('5002');
  });
});

describe('a cell does not redirect', () => {
  const detail = '/gateway/buying/orderDetail';

  test.each([
    ['an unknown letter', composeUnknownOrderNo('A')],
    ['an order number without a letter', composeUnknownOrderNo('U').slice(2)],
    ['an order number in small letters', composeUnknownOrderNo('U').toLowerCase()],
    ['an order number with an additional character', `${composeUnknownOrderNo('U')}0`],
  ])('a request with %s', async (_what, orderNo) => {
    expect(await fetchCell('E', { method: 'GET', url: `/order-status?orderNo=${orderNo}` })).toMatchObject({
      status: 404,
    });
    const { status, location, answer } = await fetchCell('E', { method: 'POST', url: detail, payload: { orderNo } });
    expect({ status, location }).toEqual({ status: 200, location: undefined });
    expect(answer.json()).toMatchObject({ data: { error: 'order_not_found' } });
  });

  test.each([
    `//evil.example/order-status?orderNo=${composeUnknownOrderNo('U')}`,
    `/@evil.example/order-status?orderNo=${composeUnknownOrderNo('U')}`,
    `/order-status?orderNo=${composeUnknownOrderNo('U')}%0d%0aset-cookie:a=b`,
    `/order-status?orderNo=https://evil.example/${composeUnknownOrderNo('U')}`,
    `/my-orders?orderNo=${composeUnknownOrderNo('U')}`,
    `/assets/x.js?orderNo=${composeUnknownOrderNo('U')}`,
    `/webhooks/stripe?orderNo=${composeUnknownOrderNo('U')}`,
    `/healthz?orderNo=${composeUnknownOrderNo('U')}`,
  ])('a request for %s', async (url) => {
    const { status, location } = await fetchCell('E', { method: 'GET', url });
    expect(location).toBeUndefined();
    expect(status).not.toBe(307);
  });

  test('to a host in the request line', async () => {
    const { app } = getGateway('U');
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const body = JSON.stringify({ orderNo: composeUnknownOrderNo('E') });
    const fetchLocation = async (target: string) => {
      const socket = connect(port, '127.0.0.1');
      const received: string[] = [];
      socket.setEncoding('utf8').on('data', (text: string) => received.push(text));
      socket.write(
        `POST ${target} HTTP/1.1\r\nHost: evil.example\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
      );
      await once(socket, 'close');
      return /^location: (.*)\r$/im.exec(received.join(''))?.[1];
    };
    expect(await fetchLocation(detail)).toBe(`https://eu.pay.example${detail}`);
    for (const target of [
      `http://evil.example${detail}`,
      `//evil.example${detail}`,
      `/\\evil.example${detail}`,
      `@evil.example${detail}`,
    ])
      expect(await fetchLocation(target), target).toBeUndefined();
  });

  test('with a header injected by the query', async () => {
    const url = `/order-status?orderNo=${composeUnknownOrderNo('U')}&redirectUrl=%0d%0ax:%20y&to=//evil.example#x`;
    const { location } = await fetchCell('E', { method: 'GET', url });
    expect(new URL(String(location)).origin).toBe(origins.get('U'));
    expect(String(location)).not.toMatch(/[\r\n]/);
  });

  test('a call that is not about an order', async () => {
    const url = '/gateway/buying/getCountry';
    expect(
      await fetchCell('E', { method: 'POST', url, payload: { orderNo: composeUnknownOrderNo('U') } }),
    ).toMatchObject({
      status: 200,
    });
    const authInfo = {
      method: 'POST',
      url: '/gateway/buying/authInfo',
      payload: { orderNo: composeUnknownOrderNo('U') },
    } as const;
    expect((await fetchCell('E', authInfo)).location).toBeUndefined();
  });

  test('if the installation is not divided into cells', async () => {
    const { orderNo } = await buyAt(withoutCells);
    expect(orderNo).toMatch(/^[2-9A-HJ-NP-Z]{20}$/);
    for (const letter of ['E', 'U']) {
      const page = await withoutCells.app.inject({
        method: 'GET',
        url: `/order-status?orderNo=${composeUnknownOrderNo(letter)}`,
      });
      expect(page.statusCode).toBe(404);
      expect(
        (await withoutCells.post('orderDetail', { orderNo: composeUnknownOrderNo(letter) })).body.data,
      ).toMatchObject({
        error: 'order_not_found',
      });
    }
  });
});

test('every partner call that is about an order has an orderNo field', () => {
  const naming = (Object.keys(partnerCalls) as PartnerCallName[]).filter((name) =>
    (partnerCalls[name].errors as readonly string[]).includes('order_unknown'),
  );
  expect(naming.filter((name) => !('orderNo' in partnerCalls[name].request.shape))).toEqual([]);
});
