import { calls } from '@slipway/contract/calls.ts';
import type { CallDefinition } from '@slipway/contract/defineCall.ts';
import { partnerCalls } from '@slipway/contract/partnerCalls.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import { etherInquiry, openOwnGateway } from './testGateway.testing.ts';

const lines: string[] = [];
const gateway = await openOwnGateway({
  trustedProxies: ['127.0.0.1'],
  isSandbox: false,
  orderNews: { subscribe: () => () => {}, stop: async () => {} },
  log: createLog('info', { write: (line) => void lines.push(line) }),
});
/** A gateway that accepts play money only. */
const playMoneyGateway = await openOwnGateway({ trustedProxies: ['127.0.0.1'], isSandbox: false, isPlayMoney: true });
/** Returns the header in which a trusted proxy sends the client's address. */
const from = (address: string) => ({ 'x-forwarded-for': address });

const listRefusals = () =>
  lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === 'refused');

beforeEach(() => {
  lines.length = 0;
});

describe('a caller', () => {
  test.each([
    ['a served region', '81.2.69.142', '200'],
    ['a region that is not served', '175.45.176.1', '5001'],
    ['the same, in IPv6', '::ffff:175.45.176.1', '5001'],
    ['the same, with its port', '175.45.176.1:50000', '5001'],
    ['an unknown region', '240.0.0.1', '5001'],
    ['an unknown region, in IPv6', '4000::1', '5001'],
    ['no address', 'unknown', '5001'],
    ['a private network', '10.1.2.3', '200'],
    ['this machine', '127.0.0.1', '200'],
  ])('from %s (%s) gets the code %s', async (_where, address, respCode) => {
    const headers = address === '127.0.0.1' ? {} : from(address);
    expect((await gateway.post('offerInquiry', etherInquiry, headers)).body.respCode).toBe(respCode);
    const response = await gateway.post('getallcountry', {}, headers);
    expect(response.body).toMatchObject({ data: { isBan: respCode === '200' ? 0 : 1 } });
  });

  test('behind an untrusted proxy is refused, since its region is unknown', async () => {
    const untrusted = { 'x-real-ip': '81.2.69.142' };
    expect((await gateway.post('offerInquiry', etherInquiry, untrusted)).body.respCode).toBe('5001');
  });
});

describe('a buyer on the proxy’s machine', () => {
  const here = from('127.0.0.1');
  const verdict = async (testedGateway: typeof gateway) =>
    (await testedGateway.post('offerInquiry', etherInquiry, here)).body.respCode;

  test('is refused, since its region is unknown', async () => {
    expect(await verdict(gateway)).toBe('5001');
  });

  test('is served where only play money is accepted', async () => {
    expect(await verdict(playMoneyGateway)).toBe('200');
    expect((await playMoneyGateway.post('offerInquiry', etherInquiry, from('175.45.176.1'))).body.respCode).toBe(
      '5001',
    );
    expect((await playMoneyGateway.post('offerInquiry', etherInquiry, from('240.0.0.1'))).body.respCode).toBe('5001');
  });
});

test('the stream of an order checks the region and has the headers of every call', async () => {
  const url = '/gateway/buying/orderEvents?orderNo=7KQ2M4XD9TAB3HWPEN56';
  const requestPage = (address: string) => gateway.app.inject({ url, headers: from(address) });
  expect((await requestPage('175.45.176.1')).json()).toMatchObject({ respCode: '5001' });
  const missing = await requestPage('81.2.69.142');
  expect(missing.statusCode).toBe(404);
  expect(missing.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
});

const PUBLIC = ['getCity', 'getCountry', 'getNatureList', 'travelExchangeList'];
const allCalls = [...Object.values(calls), ...Object.values(partnerCalls)] as Pick<
  CallDefinition,
  'path' | 'name' | 'example'
>[];

describe('an answer is cacheable only if it is a public list', () => {
  test.each(allCalls.map(({ path, name, example }) => [`/${path}/${name}`, name, example.request] as const))(
    '%s',
    async (url, name, request) => {
      const payload = request as object;
      const answer = await gateway.app.inject({ method: 'POST', url, payload, headers: from('10.0.0.7') });
      expect(answer.headers['cache-control']).toBe(PUBLIC.includes(name) ? undefined : 'no-store');
    },
  );

  test.each([
    ['a refusal of a public list', '/gateway/buying/travelExchangeList', from('175.45.176.1')],
    ['an unknown call', '/gateway/buying/noSuchCall', from('10.0.0.7')],
    ['a malformed address', '/gateway/buying/%', from('10.0.0.7')],
  ])('%s', async (_what, url, headers) => {
    expect((await gateway.app.inject({ url, headers })).headers['cache-control']).toBe('no-store');
  });
});

describe('refused access is logged once, with its client', () => {
  const card = { payMethod: 'credit_debit_card', address: '0x71c7656ec7ab88b098defb751b7401b5f6d8976f' };
  const HIDDEN = /secret-of-mine|ida@example|123456|7KQ2M4XD9TAB3HWPEN56/;

  test.each([
    ['region_denied', 'offerInquiry', etherInquiry, '::ffff:175.45.176.1', '175.45.176.1'],
    ['invalid_auth_token', 'userStatus', { authToken: 'secret-of-mine' }, '81.2.69.142', '81.2.69.142'],
    ['code_expired', 'login', { email: 'ida@example.com', code: '123456' }, '81.2.69.142', '81.2.69.142'],
    [
      'order_not_found',
      'orderDetail',
      { orderNo: '7KQ2M4XD9TAB3HWPEN56' },
      '2a00:1450:4001:82F:0::E',
      '2a00:1450:4001:82f::e',
    ],
    [
      'malformed',
      'coinOrder',
      { ...etherInquiry, ...card, token: 'secret-of-mine'.repeat(900) },
      '81.2.69.142',
      '81.2.69.142',
    ],
  ])('%s', async (reason, call, payload, address, client) => {
    await gateway.post(call, payload, from(address));
    expect(listRefusals()).toEqual([expect.objectContaining({ reason, call, client })]);
    expect(lines.join('')).not.toMatch(HIDDEN);
  });

  test('a wrong code, and a new code that is requested too soon', async () => {
    const sent = await gateway.post('sendCode', { email: 'ida@example.com' }, from('81.2.69.142'));
    const headers = { ...from('81.2.69.142'), cookie: `slipway_login=${sent.cookies['slipway_login']}` };
    await gateway.post('login', { email: 'ida@example.com', code: '123456' }, headers);
    expect(listRefusals()).toMatchObject([{ reason: 'code_invalid', call: 'login', client: '81.2.69.142' }]);
    await gateway.post('sendCode', { email: 'ida@example.com' }, headers);
    expect(listRefusals()).toMatchObject([{ reason: 'code_invalid' }, { reason: 'code_too_soon', call: 'sendCode' }]);
    expect(lines.join('')).not.toMatch(HIDDEN);
  });
});
