import fastifyCookie from '@fastify/cookie';
import fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { registerOpenedVisits } from './openedVisits.ts';
import { registerSecurityHeaders, securityHeaders } from './securityHeaders.ts';

const framingOrigins = (partnerId: string) => (partnerId === 'shop' ? ['https://shop.example'] : []);

const app = fastify();
await app.register(fastifyCookie);
registerSecurityHeaders(
  app,
  securityHeaders({
    acquirer: { scriptOrigins: [], frameOrigins: ['https://acquirer'], connectOrigins: [] },
    secure: true,
    framingOrigins,
  }),
);
registerOpenedVisits(app, { framingOrigins, secure: true });
app.get('/*', async () => 'a page');
afterAll(() => app.close());

async function policyOf(url: string, cookies: Record<string, string> = {}) {
  const answer = await app.inject({ url, cookies });
  return { opener: answer.headers['cross-origin-opener-policy'], cookies: answer.cookies, headers: answer.headers };
}

const CUT = 'same-origin-allow-popups';

describe('a window that a partner’s page has opened', () => {
  test('keeps it from the first page on', async () => {
    const { opener, cookies, headers } = await policyOf('/order?partnerId=shop&defaultSendCurrency=EUR');
    expect(opener).toBe('unsafe-none');
    expect(cookies).toMatchObject([
      { name: '__Host-opened_by', value: 'shop', httpOnly: true, secure: true, sameSite: 'Lax', path: '/' },
    ]);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  test.each(['/select-card', '/enter-card?orderNo=7KQ', '/payment-status?orderNo=7KQ', '/order-status', '/buy/BTC'])(
    'keeps it on %s, whose query does not name the partner',
    async (url) => {
      expect((await policyOf(url, { '__Host-opened_by': 'shop' })).opener).toBe('unsafe-none');
    },
  );

  test.each([
    '/settings',
    '/sessions',
    '/cards',
    '/addresses',
    '/my-orders',
    '/add-address',
    '/plugin?partnerId=shop',
    '/docs',
    '/',
  ])('loses it on %s, which is no part of a purchase', async (url) => {
    expect((await policyOf(url, { '__Host-opened_by': 'shop' })).opener).toBe(CUT);
  });
});

describe('any other window is cut off from its opener', () => {
  test.each(['/edit', '/edit?partnerId=', '/edit?partnerId=0', '/order?partnerId=nobody', '/edit?PARTNERID=shop'])(
    '%s',
    async (url) => {
      const { opener, cookies } = await policyOf(url);
      expect(opener).toBe(CUT);
      expect(cookies).toEqual([]);
    },
  );

  test('also where the visit was another partner’s, or nobody’s', async () => {
    expect((await policyOf('/edit?partnerId=nobody', { '__Host-opened_by': 'shop' })).opener).toBe(CUT);
    expect((await policyOf('/edit', { '__Host-opened_by': 'nobody' })).opener).toBe(CUT);
  });
});
