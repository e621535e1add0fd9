import '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { hostCookie } from './cookies.ts';
import type { FramingOrigins } from './securityHeaders.ts';

/** Every page that a purchase leads through. */
export const PURCHASE_PAGES =
  /^\/(?:edit|quote|buy(?:-v1)?(?:\/[^/]+)?|order|select-offer|submit-address|confirm-address|email-login|verification-code|enter-information|select-card|enter-card|payment-status|wait-payment|redirect|order-status|verify-id|kyc-status)\/?$/;

/** Which partner's window this browser is in: the later pages of a purchase are loaded without its name in their query. */
const OPENED_BY = 'opened_by';

/**
 * Lets the pages of a purchase keep the partner's page that has opened them, so that they can tell it of the order: any value
 * of cross-origin-opener-policy but `unsafe-none` cuts a window off from an opener of another origin. Only where the link or the
 * visit names a partner with registered origins; every other page stays with the policy that it has.
 */
export function registerOpenedVisits(
  app: FastifyInstance,
  { framingOrigins, secure }: { readonly framingOrigins: FramingOrigins; readonly secure: boolean },
): void {
  const cookie = hostCookie(OPENED_BY, secure);
  app.addHook('onSend', async (request, reply, payload) => {
    const [path = '', query] = request.url.split('?', 2);
    if (request.method !== 'GET' || !PURCHASE_PAGES.test(path)) return payload;
    const named = new URLSearchParams(query).get('partnerId');
    const partnerId = named ?? request.cookies[cookie] ?? '';
    if (framingOrigins(partnerId).length === 0) return payload;
    if (named !== null) void reply.setCookie(cookie, named, { path: '/', httpOnly: true, sameSite: 'lax', secure });
    void reply.header('cross-origin-opener-policy', 'unsafe-none');
    return payload;
  });
}
