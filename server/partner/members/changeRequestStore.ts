import type { ChangeKind, ChangeState } from '@slipway/contract/entities/partnerPages.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

export type ChangeRequest = {
  readonly id: number;
  readonly kind: ChangeKind;
  /** The requested values; empty for a new key or secret. */
  readonly values: readonly string[];
  readonly memberId: string;
  readonly requestedAt: Date;
  readonly state: ChangeState;
  readonly decidedAt: Date | null;
  readonly reason: string | null;
  readonly operatorRequest: number | null;
};

const COLUMNS = sql`
  id::int as id, kind, requested as values, member_id as "memberId", requested_at as "requestedAt", state,
  decided_at as "decidedAt", reason, operator_request_id::int as "operatorRequest"`;

/** Returns the newest requests of a partner. */
export async function listChangeRequests(
  database: Queryable,
  partnerId: string,
  { most, state }: { readonly most: number; readonly state?: ChangeState },
): Promise<ChangeRequest[]> {
  const inState: Sql = state === undefined ? sql`true` : sql`state = ${state}`;
  return database.many<ChangeRequest>(sql`
    select ${COLUMNS} from partner_change_requests where partner_id = ${partnerId} and ${inState}
    order by id desc limit ${most}`);
}
