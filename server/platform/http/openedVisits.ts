import '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hostCookie } from './cookies.ts';
import type { FramingOrigins } from './securityHeaders.ts';

/** Every page that a purchase leads through. */
export const PURCHASE_PAGES =
  /^\/(?:edit|quote|buy(?:-v1)?(?:\/[^/]+)?|order|select-offer|submit-address|confirm-address|email-login|verification-code|enter-information|select-card|enter-card|payment-status|wait-payment|redirect|order-status|verify-id|kyc-status|session-refused)\/?$/;

/** Which partner's window this browser is in: the later pages of a purchase are loaded without its name in their query. */
const OPENED_BY = 'opened_by';

/**
 * Lets the pages of a purchase keep the partner's page that has opened them, so that they can tell it of the order: any value
 * of cross-origin-opener-policy but `unsafe-none` cuts a window off from an opener of another origin. Only where the link or the
 * visit names a partner with registered origins and the browser confirms that the window comes from there: any other site can
 * name a partner too, and would keep a handle on the pages for the login and the card.
 */
export function registerOpenedVisits(
  app: FastifyInstance,
  { framingOrigins, secure }: { readonly framingOrigins: FramingOrigins; readonly secure: boolean },
): void {
  const cookie = hostCookie(OPENED_BY, secure);
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.method === 'GET') keepOpener(request, reply);
    done(null, payload);
  });

  function keepOpener(request: FastifyRequest, reply: FastifyReply): void {
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
 * Whether a page of ours or of one of the origins leads here, by headers that no page can set. Our own pages, the plugin's among
 * them, send no `Referer`; `same-origin` is theirs alone, since a redirect does not change it. A browser that sends neither
 * header is not believed.
 */
function isFromOneOf(origins: readonly string[], { headers }: FastifyRequest): boolean {
  if (headers['sec-fetch-site'] === 'same-origin') return true;
  const from = URL.parse(headers.referer ?? '')?.origin;
  return from !== undefined && origins.includes(from);
}
