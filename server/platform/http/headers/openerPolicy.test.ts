import fastifyCookie from '@fastify/cookie';
import fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { registerOpenerPolicy } from './openerPolicy.ts';
import { createSecurityHeaders, registerSecurityHeaders } from './securityHeaders.ts';

const framingOrigins = (partnerId: string) => (partnerId === 'shop' ? ['https://shop.example'] : []);

const app = fastify();
await app.register(fastifyCookie);
registerSecurityHeaders(
  app,
  createSecurityHeaders({
    acquirer: { scriptOrigins: [], frameOrigins: ['https://acquirer'], connectOrigins: [] },
    secure: true,
    framingOrigins,
  }),
);
registerOpenerPolicy(app, { framingOrigins, secure: true });
app.get('/*', async () => 'a page');
afterAll(() => app.close());

type Headers = Readonly<Record<string, string>>;

/** Headers of a browser's page request: from the shop's page, and from a page of Slipway, which sends no referer. */
const FROM_SHOP: Headers = { 'sec-fetch-site': 'cross-site', referer: 'https://shop.example/' };
const FROM_SLIPWAY: Headers = { 'sec-fetch-site': 'same-origin' };

async function readPolicy(url: string, cookies: Record<string, string> = {}, headers: Headers = FROM_SLIPWAY) {
  const answer = await app.inject({ url, cookies, headers: { ...headers } });
  return { opener: answer.headers['cross-origin-opener-policy'], cookies: answer.cookies, headers: answer.headers };
}

const CUT = 'same-origin-allow-popups';

describe('a window opened by a partner’s page', () => {
  test('keeps its opener from the first page on', async () => {
    const { opener, cookies, headers } = await readPolicy(
      '/order?partnerId=shop&defaultSendCurrency=EUR',
      {},
      FROM_SHOP,
    );
    expect(opener).toBe('unsafe-none');
    expect(cookies).toMatchObject([
      { name: '__Host-opened_by', value: 'shop', httpOnly: true, secure: true, sameSite: 'Lax', path: '/' },
    ]);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  test.each(['/select-card', '/enter-card?orderNo=7KQ', '/payment-status?orderNo=7KQ', '/order-status', '/buy/BTC'])(
    'keeps its opener on %s, although the query does not name the partner',
    async (url) => {
      expect((await readPolicy(url, { '__Host-opened_by': 'shop' })).opener).toBe('unsafe-none');
    },
  );

  test('keeps its opener when it was opened by Slipway’s plugin, which sends no referer', async () => {
    expect((await readPolicy('/order?partnerId=shop')).opener).toBe('unsafe-none');
  });

  test.each([
    '/settings',
    '/sessions',
    '/cards',
    '/addresses',
    '/my-orders',
    '/add-address',
    '/plugin?partnerId=shop',
    '/docs/api',
    '/docs/installing',
    '/',
  ])('loses its opener on %s, which is not part of a purchase', async (url) => {
    expect((await readPolicy(url, { '__Host-opened_by': 'shop' })).opener).toBe(CUT);
  });
});

describe('any other window loses its opener', () => {
  test.each(['/edit', '/edit?partnerId=', '/edit?partnerId=0', '/order?partnerId=nobody', '/edit?PARTNERID=shop'])(
    '%s',
    async (url) => {
      const { opener, cookies } = await readPolicy(url);
      expect(opener).toBe(CUT);
      expect(cookies).toEqual([]);
    },
  );

  const POPUPS: readonly (readonly [string, Headers])[] = [
    ['of another site', { 'sec-fetch-site': 'cross-site', referer: 'https://evil.example/' }],
    ['of another site that hides its address', { 'sec-fetch-site': 'cross-site' }],
    ['of another site on the same domain', { 'sec-fetch-site': 'same-site', referer: 'https://blog.pay.example/' }],
    ['of a site that has the shop in its path', { referer: 'https://evil.example/https://shop.example/' }],
    ['of a site whose name begins like the shop’s', { referer: 'https://shop.example.evil.example/' }],
    ['of the shop’s name without TLS', { referer: 'http://shop.example/' }],
    ['of a malformed referer', { referer: 'null' }],
    ['opened by hand', { 'sec-fetch-site': 'none' }],
    ['of a browser without these headers', {}],
  ];

  test.each(POPUPS)('a window %s that names the shop', async (_, headers) => {
    for (const path of ['/order', '/email-login', '/enter-card']) {
      const { opener, cookies } = await readPolicy(`${path}?partnerId=shop`, {}, headers);
      expect(opener, path).toBe(CUT);
      expect(cookies).toEqual([]);
    }
  });

  test.each(POPUPS)('a window %s, in a browser that came from the shop before', async (_, headers) => {
    expect((await readPolicy('/enter-card?orderNo=7KQ', { '__Host-opened_by': 'shop' }, headers)).opener).toBe(CUT);
  });

  test('also when the cookie names another partner or none', async () => {
    expect((await readPolicy('/edit?partnerId=nobody', { '__Host-opened_by': 'shop' })).opener).toBe(CUT);
    expect((await readPolicy('/edit', { '__Host-opened_by': 'nobody' })).opener).toBe(CUT);
  });
});
