import { gzipSync } from 'node:zlib';
import { calls } from '@slipway/contract/calls.ts';
import type { CallDefinition } from '@slipway/contract/defineCall.ts';
import { partnerCalls } from '@slipway/contract/partnerCalls.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { readNewestCode } from '../../account/sentCode.testing.ts';
import { openOwnGateway } from './testGateway.testing.ts';

/** Deployed behind HTTPS. */
const gateway = await openOwnGateway({ secure: true });
const all = [...Object.values(calls), ...Object.values(partnerCalls)] as CallDefinition[];
const buildUrl = ({ path, name }: Pick<CallDefinition, 'path' | 'name'>) => `/${path}/${name}`;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Calls that may be read with GET, since they have no side effects: check this before adding one. */
const READ_BY_GET: readonly string[] = [
  'getCryptoList',
  'getList',
  'getNatureList',
  'getallcountry',
  'payList',
  'travelExchangeList',
];

/** One URL of each kind that is not a call of the contract: documents, metrics, webhooks, a missing path. */
const OTHERS = [
  ['GET', '/openapi.json'],
  ['GET', '/openapi-partner.json'],
  ['GET', '/docs/api'],
  ['GET', '/metrics'],
  ['GET', '/gateway/buying/noSuchCall'],
  ['GET', '/gateway/buying/%'],
  ['POST', '/webhooks/stripe'],
  ['POST', '/webhooks/nobody'],
  ['GET', '/nothing'],
] as const;

const answers = [
  ...all.map((call) => ['POST', buildUrl(call), call.example.request as object] as const),
  ...OTHERS.map(([method, url]) => [method, url, undefined] as const),
];

describe('every answer', () => {
  test.each(answers)('%s %s has the security headers', async (method, url, payload) => {
    // A request from another site's page.
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const answer = await gateway.app.inject({ method, url, headers, ...(payload && { payload }) });
    const transport = String(answer.headers['strict-transport-security']);
    expect(Number(/max-age=(\d+)/.exec(transport)?.[1])).toBeGreaterThanOrEqual(YEAR_SECONDS);
    expect(transport).toContain('includeSubDomains');
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    const policy = String(answer.headers['content-security-policy']).split('; ');
    expect(policy).toEqual(expect.arrayContaining(["base-uri 'none'", "frame-ancestors 'none'"]));
    expect(policy).toEqual(expect.arrayContaining([expect.stringMatching(/^(?:default|object)-src 'none'$/)]));
    if (answer.body === '') return;
    const type = String(answer.headers['content-type']);
    expect(type).toMatch(/^(?:application\/json|text\/html|text\/plain)(?:; version=[\d.]+)?; charset=utf-8$/);
    if (type.startsWith('application/json')) expect(() => JSON.parse(answer.body) as unknown).not.toThrow();
  });

  test('never redirects to HTTPS, which would hide that a call was sent unencrypted', async () => {
    for (const [method, url, payload] of answers) {
      const answer = await gateway.app.inject({ method, url, ...(payload && { payload }) });
      expect(answer.statusCode < 300 || answer.statusCode >= 400, url).toBe(true);
    }
  });
});

test('sets every cookie as host-only, Secure and HttpOnly', async () => {
  const email = 'cookies@example.com';
  const sent = await gateway.post('sendCode', { email });
  const code = await readNewestCode(gateway.database, email);
  const browser = { cookie: `__Host-slipway_login=${sent.cookies['__Host-slipway_login']}` };
  const send = (name: string, payload: object, headers: Record<string, string> = {}) =>
    gateway.app.inject({ method: 'POST', url: `/gateway/buying/${name}`, payload, headers });
  const token = await gateway.fetchQuoteToken();
  const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
  const setCookies = [
    await send('sendCode', { email: 'another@example.com' }),
    await send('login', { email, code }, browser),
    await send('coinOrder', { ...calls.coinOrder.example.request, getCurrency: 'ETH', address, token }),
    await gateway.app.inject({ url: '/order?partnerId=shop', headers: { 'sec-fetch-site': 'same-origin' } }),
  ].flatMap(({ headers }) => [headers['set-cookie'] ?? []].flat());
  const names = setCookies.map((cookie) => cookie.split('=', 1)[0]);
  expect(new Set(names)).toEqual(
    new Set([
      '__Host-slipway_login',
      '__Host-slipway_session',
      '__Host-slipway_device',
      '__Host-slipway_guest',
      '__Host-opened_by',
    ]),
  );
  for (const cookie of setCookies) {
    expect(cookie).toMatch(/; Path=\/(?:;|$)/);
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax']) expect(cookie).toContain(`; ${attribute}`);
    expect(cookie).not.toContain('Domain=');
  }
});

describe('a page of another site', () => {
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'cannot send a call as %s, which needs no CORS preflight',
    async (type) => {
      for (const call of all) {
        const payload = JSON.stringify(call.example.request);
        const headers = { 'content-type': type };
        const answer = await gateway.app.inject({ method: 'POST', url: buildUrl(call), payload, headers });
        expect(answer.statusCode, call.name).toBe(415);
      }
    },
  );

  test('gets no permission from a CORS preflight', async () => {
    const headers = {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    };
    for (const call of all) {
      const answer = await gateway.app.inject({ method: 'OPTIONS', url: buildUrl(call), headers });
      expect(answer.statusCode, call.name).toBe(405);
      expect(answer.headers['access-control-allow-methods']).toBeUndefined();
    }
  });

  test('changes nothing by a link or an image: GET is accepted only for reads', async () => {
    const open = (Object.values(calls) as CallDefinition[]).filter(({ get }) => get).map(({ name }) => name);
    expect(open.toSorted()).toEqual(READ_BY_GET);
    for (const call of all.filter(({ get }) => !get)) {
      const answer = await gateway.app.inject({ method: 'GET', url: buildUrl(call) });
      expect([answer.statusCode, answer.headers['allow']], call.name).toEqual([405, 'POST']);
    }
  });

  test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)(
    'is refused with %s, and gets the allowed methods, or 404 for an unknown call',
    async (method) => {
      const listed = await gateway.app.inject({ method, url: '/gateway/buying/payList' });
      expect([listed.statusCode, listed.headers['allow']]).toEqual([405, 'GET, HEAD, POST']);
      const partners = await gateway.app.inject({ method, url: '/gateway/partner/quote?x=1' });
      expect([partners.statusCode, partners.headers['allow']]).toEqual([405, 'POST']);
      expect(partners.json()).toMatchObject({ respCode: '405', data: { error: 'method_not_allowed' } });
      const none = await gateway.app.inject({ method, url: '/gateway/partner/quotes' });
      expect(none.json()).toMatchObject({ respCode: '404', data: { error: 'unknown_call' } });
    },
  );
});

describe('a request', () => {
  test.each(['TRACE', 'CONNECT'])('with method %s is refused and not echoed', async (method) => {
    const url = '/gateway/buying/payList';
    const headers = { 'x-marked': 'said-by-the-caller' };
    const answer = await gateway.app.inject({ method: method as 'GET', url, headers }).catch(() => undefined);
    expect(answer?.statusCode ?? 404).toBeGreaterThanOrEqual(400);
    expect(answer?.body ?? '').not.toContain('said-by-the-caller');
  });

  test.each([
    'ida@example.com\r\nBcc: all@example.com',
    'ida@example.com\nSubject: x',
    'ida@example.com,all@example.com',
    '"ida\r\n"@example.com',
    'ida@example.com>\r\nRCPT TO:<all@example.com',
  ])('that would inject lines into a mail header is refused: %j', async (email) => {
    const { body } = await gateway.post('sendCode', { email });
    expect(body).toMatchObject({ respCode: '400', data: { error: 'malformed', facts: { field: 'email' } } });
    expect(
      await gateway.database.many(sql`select 1 from mail_outbox where recipient like '%all@example.com%'`),
    ).toEqual([]);
  });

  test('with a compressed body is refused without inflating it', async () => {
    const payload = gzipSync(JSON.stringify(calls.sendCode.example.request));
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const answer = await gateway.app.inject({ method: 'POST', url: '/gateway/buying/sendCode', payload, headers });
    expect(answer.json()).toMatchObject({ respCode: '400', data: { error: 'malformed' } });
  });

  test('that names a query field twice is refused', async () => {
    const { getCryptoList, payList, getList } = calls;
    const fields = [getCryptoList, payList, getList].flatMap(({ name, request }) =>
      Object.keys(request.shape).map((field) => [name, field] as const),
    );
    expect(fields.length).toBeGreaterThan(2);
    for (const [name, field] of fields) {
      const answer = await gateway.app.inject(`/gateway/buying/${name}?${field}=1&${field}=2`);
      expect(answer.json(), `${name} ${field}`).toMatchObject({ respCode: '400', data: { error: 'malformed' } });
    }
  });

  test.each([
    '{"__proto__":{"admin":true}}',
    '{"constructor":{"prototype":{"admin":true}}}',
    '{"email":{"__proto__":{"admin":true}}}',
  ])('that targets the prototype is refused and changes none: %s', async (payload) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await gateway.app.inject({ method: 'POST', url: '/gateway/buying/sendCode', payload, headers });
    expect(answer.statusCode).toBe(400);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test('with fields that the call does not accept leaves their stored values unchanged', async () => {
    const email = 'more@example.com';
    const sent = await gateway.post('sendCode', { email });
    const code = await readNewestCode(gateway.database, email);
    const browser = { cookie: `__Host-slipway_login=${sent.cookies['__Host-slipway_login']}` };
    const unknownFields = {
      kycLevel: 2,
      kyc_level: 2,
      id: 1,
      partnerId: 'shop',
      partner_id: 'shop',
      buyerId: 'x',
      isProved: true,
    };
    const opened = await gateway.post('login', { email, code, ...unknownFields }, browser);
    const { authToken } = opened.body.data as { authToken: string };
    const session = { cookie: `__Host-slipway_session=${opened.cookies['__Host-slipway_session']}` };
    await gateway.post('addKyc', { ...calls.addKyc.example.request, ...unknownFields, authToken }, session);
    expect(
      await gateway.database.one(
        sql`select kyc_level as level, partner_id as partner from buyers where email = ${email}`,
      ),
    ).toEqual({ level: 1, partner: '0' });
  });
});
