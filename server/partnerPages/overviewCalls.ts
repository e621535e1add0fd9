import type { PartnerPageCallData } from '@slipway/contract/partnerPageCalls.ts';
import { formatDecimal } from '@slipway/money/decimal.ts';
import { fractionToPercent } from '@slipway/money/percent.ts';
import { listPartnerKeyDates } from '../partner/api/partnerKeyStore.ts';
import { findEndpoint } from '../partner/endpointStore.ts';
import { listChangeRequests } from '../partner/members/changeRequestStore.ts';
import { presentChangeRequests } from '../partner/members/presentChangeRequests.ts';
import { listPartnerOrderIds } from '../purchase/order/partner/partnerOrderStore.ts';
import type { PartnerPageCaller, PartnerPageHandlers } from './partnerPageHandlers.ts';
import type { PartnerPagesContext } from './partnerPagesContext.ts';

const MOST_REQUESTS = 50;

type Steps = PartnerPageCallData<'overview'>['steps'];

export function overviewCalls(context: PartnerPagesContext): Pick<PartnerPageHandlers, 'overview'> {
  const { database } = context;
  return {
    async overview(_input, { partner }) {
      const [steps, requests] = await Promise.all([
        listGoLiveSteps(context, partner),
        listChangeRequests(database, partner.id, { most: MOST_REQUESTS, state: 'open' }),
      ]);
      return {
        origins: [...partner.origins],
        redirects: [...partner.redirects],
        webhookUrl: partner.webhookUrl ?? null,
        share: fractionToPercent(formatDecimal(partner.share)),
        steps,
        requests: await presentChangeRequests(database, requests),
      };
    },
  };
}

/** Returns the steps before a partner goes live, each done or not by what the product has recorded. */
async function listGoLiveSteps(
  { database }: PartnerPagesContext,
  { id, origins, webhookUrl }: PartnerPageCaller['partner'],
): Promise<Steps> {
  const [keys, endpoint, orders] = await Promise.all([
    listPartnerKeyDates(database, id),
    findEndpoint(database, id),
    listPartnerOrderIds(database, id, { before: undefined, limit: 1 }),
  ]);
  return [
    { step: 'origin', done: origins.length > 0 },
    { step: 'key', done: keys.length > 0 },
    { step: 'keyUsed', done: keys.some(({ lastUsedAt }) => lastUsedAt !== null) },
    { step: 'webhookUrl', done: webhookUrl !== undefined },
    // The endpoint is created with the first secret.
    { step: 'webhookSecret', done: endpoint !== undefined },
    { step: 'webhookOn', done: endpoint !== undefined && endpoint.offReason === null },
    { step: 'order', done: orders.length > 0 },
  ];
}
