import type { ChangeKind, ChangeState } from '@slipway/contract/entities/partnerPages.ts';
import sql, { type Sql } from 'sql-template-tag';
import { raiseAlert, settleLastingAlert } from '../../notification/alertStore.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

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
  /** The operator's request by which it was approved or rejected. */
  readonly operatorRequest: number | null;
};

const COLUMNS = sql`
  id::int as id, kind, requested as values, member_id, requested_at, state,
  decided_at, reason, operator_request_id::int as operator_request`;

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

const getAlertKey = (id: number) => `partner_change_request:${id}`;

/** Inserts a request with its alert and returns its number; undefined if the partner has an open one of this kind. */
export async function insertChangeRequest(
  transaction: Transaction,
  {
    partnerId,
    kind,
    values,
    memberId,
  }: Pick<ChangeRequest, 'kind' | 'values' | 'memberId'> & { readonly partnerId: string },
): Promise<number | undefined> {
  const made = await transaction.maybeOne<{ id: number }>(sql`
    insert into partner_change_requests (partner_id, kind, requested, member_id, requested_at)
    values (${partnerId}, ${kind}, ${JSON.stringify(values)}, ${memberId}::uuid, slipway_now())
    on conflict (partner_id, kind) where state = 'open' do nothing returning id::int as id`);
  if (!made) return undefined;
  // Without the values, which the partner's people have typed: alerts are sent by email.
  const facts = { partner: partnerId, change: kind, changeRequest: made.id };
  await raiseAlert(transaction, { key: getAlertKey(made.id), orderId: null, kind: 'partner_change_request', facts });
  return made.id;
}

/** Withdraws an open request of this partner. Returns false if there is none. */
export async function withdrawChangeRequest(transaction: Transaction, partnerId: string, id: number): Promise<boolean> {
  const changed = await transaction.run(sql`
    update partner_change_requests set state = 'withdrawn', decided_at = slipway_now()
    where id = ${id} and partner_id = ${partnerId} and state = 'open'`);
  if (changed > 0) await settleLastingAlert(transaction, getAlertKey(id));
  return changed > 0;
}

/** Approves change requests that a request of the operator has fulfilled. */
export async function approveChangeRequests(
  transaction: Transaction,
  ids: readonly number[],
  operatorRequest: number,
): Promise<void> {
  await transaction.run(sql`
    update partner_change_requests
    set state = 'approved', decided_at = slipway_now(), operator_request_id = ${operatorRequest}
    where id = any(${[...ids]}) and state = 'open'`);
  for (const id of ids) await settleLastingAlert(transaction, getAlertKey(id));
}

/** Rejects an open request of this partner. Returns false if there is none. */
export async function rejectChangeRequest(
  transaction: Transaction,
  {
    partnerId,
    id,
    reason,
    operatorRequest,
  }: { readonly partnerId: string; readonly id: number; readonly reason: string; readonly operatorRequest: number },
): Promise<boolean> {
  const changed = await transaction.run(sql`
    update partner_change_requests
    set state = 'rejected', decided_at = slipway_now(), reason = ${reason}, operator_request_id = ${operatorRequest}
    where id = ${id} and partner_id = ${partnerId} and state = 'open'`);
  if (changed > 0) await settleLastingAlert(transaction, getAlertKey(id));
  return changed > 0;
}
