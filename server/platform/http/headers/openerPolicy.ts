import '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { buildHostCookieName } from '../cookies.ts';
import type { FramingOrigins } from './securityHeaders.ts';

/** Every page of a purchase. */
export const PURCHASE_PAGES =
  /^\/(?:edit|quote|buy(?:-v1)?(?:\/[^/]+)?|order|select-offer|submit-address|confirm-address|email-login|verification-code|enter-information|select-card|enter-card|payment-status|wait-payment|redirect|order-status|verify-id|kyc-status|session-refused)\/?$/;

/** Cookie with the partner that opened this window: later pages of a purchase have no partner in their query. */
const OPENED_BY = 'opened_by';

/**
 * Lets the pages of a purchase keep their opener, the partner's page, to report the order to it: any
 * cross-origin-opener-policy but `unsafe-none` severs a window from a cross-origin opener. The link or the visit must name a
 * partner with registered origins, and the browser must confirm that the window comes from one of them. Otherwise any site
 * could name a partner, and would keep a handle on the login and card pages.
 */
export function registerOpenerPolicy(
  app: FastifyInstance,
  { framingOrigins, secure }: { readonly framingOrigins: FramingOrigins; readonly secure: boolean },
): void {
  const cookie = buildHostCookieName(OPENED_BY, secure);
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.method === 'GET') allowOpener(request, reply);
    done(null, payload);
  });

  function allowOpener(request: FastifyRequest, reply: FastifyReply): void {
    const [path = '', query] = request.url.split('?', 2);
    if (!PURCHASE_PAGES.test(path)) return;
    const named = new URLSearchParams(query).get('partnerId');
    const partnerId = named ?? request.cookies[cookie] ?? '';
    const origins = framingOrigins(partnerId);
    if (origins.length === 0 || !isFromOneOf(origins, request)) return;
    if (named !== null) void reply.setCookie(cookie, named, { path: '/', httpOnly: true, sameSite: 'lax', secure });
    void reply.header('cross-origin-opener-policy', 'unsafe-none');
  }
}

/**
 * Returns true if the request comes from Slipway's pages or one of the origins, by headers that no page can set. Slipway's
 * pages, including the plugin's, send no `Referer`, but their requests are `same-origin`. A request from another site never
 * is, even after a redirect. A browser that sends neither header is not trusted.
 */
function isFromOneOf(origins: readonly string[], { headers }: FastifyRequest): boolean {
  if (headers['sec-fetch-site'] === 'same-origin') return true;
  const from = URL.parse(headers.referer ?? '')?.origin;
  return from !== undefined && origins.includes(from);
}
