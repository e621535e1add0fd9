import type { PartnerPageCallData } from '@slipway/contract/partnerPageCalls.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { ChangeRequest } from './changeRequestStore.ts';
import { findMemberNames } from './memberStore.ts';

/** Returns requests with the names of the members who made them. */
export async function presentChangeRequests(
  database: Queryable,
  requests: readonly ChangeRequest[],
): Promise<PartnerPageCallData<'overview'>['requests']> {
  const names = await findMemberNames(
    database,
    requests.map(({ memberId }) => memberId),
  );
  return requests.map(({ memberId, requestedAt, decidedAt, values, ...request }) => ({
    ...request,
    values: [...values],
    requestedBy: names.get(memberId) ?? null,
    requestedAt: requestedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }));
}
