import type { EmbedFault } from '@slipway/contract/embed/messages.ts';
import type { FastifyInstance } from 'fastify';
import type { Partners } from '../partner.ts';

/** Requested by the loader after a window or frame sent no message. */
const SITE_CHECK_PATH = '/embed/v1/site';

type SiteFault = { readonly code: EmbedFault; readonly message: string };

/**
 * Registers a call that returns, to a page of any origin, why it may not open Slipway for a partner, or nothing if it may.
 * It discloses no more than `partnerInfo`, and only about the origin that the browser sends.
 */
export function registerSiteCheck(app: FastifyInstance, { partners }: { readonly partners: () => Partners }): void {
  app.get<{ Querystring: { readonly partnerId?: unknown } }>(SITE_CHECK_PATH, async ({ query, headers }, reply) => {
    void reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
    const partnerId = typeof query.partnerId === 'string' ? query.partnerId : '';
    return findSiteFault(partners(), partnerId, headers.origin ?? '') ?? {};
  });
}

/** Returns the fault of the site; undefined if the partner has registered the origin. */
function findSiteFault(partners: Partners, partnerId: string, origin: string): SiteFault | undefined {
  const partner = partners.get(partnerId);
  if (!partner)
    return {
      code: 'partner_unknown',
      message:
        'Slipway: there is no partner with this partnerId, or the operator has disabled it. Check the id with the operator.',
    };
  if (partner.origins.includes(origin)) return undefined;
  return {
    code: 'origin_unknown',
    message: `Slipway: ${origin} is not a registered origin of partner ${partner.id}. Ask the operator to run: npm run operate -- embed-doctor ${partner.id} --page ${origin}`,
  };
}
