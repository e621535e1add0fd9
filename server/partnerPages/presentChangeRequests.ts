import type { PartnerPageCallData } from '@slipway/contract/partnerPageCalls.ts';
import type { ChangeRequest } from '../partner/members/changeRequestStore.ts';
import { listMembers } from '../partner/members/memberStore.ts';
import type { Queryable } from '../platform/database/database.ts';

/** Returns requests with the names of the members who made them. */
export async function presentChangeRequests(
  database: Queryable,
  partnerId: string,
  requests: readonly ChangeRequest[],
): Promise<PartnerPageCallData<'overview'>['requests']> {
  if (requests.length === 0) return [];
  const names = new Map((await listMembers(database, partnerId)).map(({ id, name }) => [id, name]));
  return requests.map(({ memberId, requestedAt, decidedAt, values, ...request }) => ({
    ...request,
    values: [...values],
    requestedBy: names.get(memberId) ?? null,
    requestedAt: requestedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }));
}
