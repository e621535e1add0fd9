import sql, { raw } from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import {
  CLERK_ACTIONS,
  type ClerkAction,
  DISPUTE_ACTIONS,
  type RequestAction,
  TREASURY_ACTIONS,
} from './requestActions.ts';

export type RequestStatus = 'waiting' | 'approved' | 'rejected' | 'done' | 'refused';

/** What a person at the operator asks for. */
export type OperatorRequest = {
  readonly id: number;
  readonly action: RequestAction;
  /** The order's number, the booking or the refund of a `MoneyAction`, a dispute, a buyer's account, `KIND KEY`, a partner, what is to be moved, or a file's name. */
  readonly subject: string;
  readonly input: Readonly<Record<string, string>>;
  readonly who: string;
  readonly why: string;
  readonly approvedBy: string | null;
  readonly status: RequestStatus;
  readonly result: string | null;
  readonly createdAt: Date;
  readonly settledAt: Date | null;
  /** The statements by which it was asked for and agreed to, by their hashes. */
  readonly askedWith: string | null;
  readonly approvedWith: string | null;
};

/** What is asked for, before anybody has answered. */
export type NewRequest = Pick<OperatorRequest, 'action' | 'subject' | 'input' | 'who' | 'why'>;

export const REQUEST_COLUMNS = sql`id, action, subject, input, who, why, approved_by as "approvedBy", status, result,
  created_at as "createdAt", settled_at as "settledAt",
  asked_with as "askedWith", approved_with as "approvedWith"`;

const ISO_TIME = '\'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"\'';

/**
 * Waits for its time: a text that sorts as time does. What is no time, or lies further ahead than anybody may ask for, waits for
 * nothing: it is looked at and refused, and does not lie unseen.
 */
export const NOT_DUE = sql`(
  action in ('set', 'remove') and coalesce(input ->> 'notBefore', '') ~ '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$'
  and input ->> 'notBefore' > to_char(slipway_now() at time zone 'UTC', ${raw(ISO_TIME)})
  and input ->> 'notBefore' < to_char((created_at + interval '31 days') at time zone 'UTC', ${raw(ISO_TIME)}))`;

export function isForClerk(request: OperatorRequest): request is OperatorRequest & { readonly action: ClerkAction } {
  return Object.hasOwn(CLERK_ACTIONS, request.action);
}

/** `askedWith`: the statement that says just this; without one no worker does it. */
export async function insertRequest(
  database: Queryable,
  request: NewRequest,
  { needsSecondPerson, askedWith }: { readonly needsSecondPerson: boolean; readonly askedWith: string },
): Promise<number> {
  const { id } = await database.one<{ id: number }>(sql`
    insert into operator_requests (action, subject, input, who, why, status, created_at, asked_with)
    values (${request.action}, ${request.subject}, ${JSON.stringify(request.input)}, ${request.who}, ${request.why},
      ${needsSecondPerson ? 'waiting' : 'approved'}, slipway_now(), ${askedWith}) returning id`);
  return id;
}

/** Whether this was asked for before, and was not refused. */
export async function isAsked(database: Queryable, action: RequestAction, subject: string): Promise<boolean> {
  const { asked } = await database.one<{ asked: boolean }>(sql`
    select exists (
      select 1 from operator_requests where action = ${action} and subject = ${subject} and status <> 'refused'
    ) as asked`);
  return asked;
}

export async function findRequest(database: Queryable, id: number): Promise<OperatorRequest | undefined> {
  return database.maybeOne<OperatorRequest>(sql`select ${REQUEST_COLUMNS} from operator_requests where id = ${id}`);
}

export async function openRequests(database: Queryable): Promise<OperatorRequest[]> {
  return database.many<OperatorRequest>(
    sql`select ${REQUEST_COLUMNS} from operator_requests where status in ('waiting', 'approved') order by id limit 200`,
  );
}

/** A second person's word on what waits. False when it waits for none, or for another than this one. */
export async function answerRequest(
  database: Queryable,
  id: number,
  answer: { readonly by: string; readonly status: 'approved' | 'rejected'; readonly statement: string },
): Promise<boolean> {
  const changed = await database.run(sql`
    update operator_requests set status = ${answer.status}, approved_by = ${answer.by}, approved_with = ${answer.statement},
      settled_at = case when ${answer.status} = 'rejected' then slipway_now() end
    where id = ${id} and status = 'waiting' and who <> ${answer.by}`);
  return changed > 0;
}

export async function approvedRequests(database: Queryable): Promise<OperatorRequest[]> {
  return database.many<OperatorRequest>(
    sql`select ${REQUEST_COLUMNS} from operator_requests
      where status = 'approved' and action <> all (${[...Object.keys(CLERK_ACTIONS), ...TREASURY_ACTIONS, ...DISPUTE_ACTIONS]})
      order by id limit 50`,
  );
}

/** As {@link approvedRequests}, those of the clerk whose time has come. */
export async function approvedClerkRequests(database: Queryable): Promise<OperatorRequest[]> {
  return database.many<OperatorRequest>(
    sql`select ${REQUEST_COLUMNS} from operator_requests
      where status = 'approved' and action = any (${Object.keys(CLERK_ACTIONS)}) and not ${NOT_DUE}
      order by id limit 50`,
  );
}

/** As {@link approvedRequests}, those of the operator's own money. */
export async function approvedTreasuryRequests(database: Queryable): Promise<OperatorRequest[]> {
  return database.many<OperatorRequest>(
    sql`select ${REQUEST_COLUMNS} from operator_requests
      where status = 'approved' and action = any (${[...TREASURY_ACTIONS]}) order by id limit 50`,
  );
}

/** As {@link approvedRequests}, those of disputes, as far as it is time to try them. */
export async function approvedEvidenceRequests(database: Queryable): Promise<OperatorRequest[]> {
  return database.many<OperatorRequest>(
    sql`select ${REQUEST_COLUMNS} from operator_requests
      where status = 'approved' and action = any (${[...DISPUTE_ACTIONS]}) and not exists (
        select 1 from evidence_by_hand e where e.request_id = operator_requests.id and e.try_at > slipway_now())
      order by id limit 50`,
  );
}

/** Undefined when another worker has it. */
export async function takeRequest(transaction: Transaction, id: number): Promise<OperatorRequest | undefined> {
  return transaction.maybeOne<OperatorRequest>(
    sql`select ${REQUEST_COLUMNS} from operator_requests where id = ${id} and status = 'approved' for update skip locked`,
  );
}

/** What was said for it is spent with it: a unique violation where that was done before, by whatever request. */
export async function settleRequest(
  transaction: Transaction,
  id: number,
  outcome: { readonly status: 'done' | 'refused'; readonly result: string },
): Promise<void> {
  await writeOutcome(transaction, id, outcome);
  await transaction.run(sql`
    insert into spent_statements (hash, spent_at)
    select hash, slipway_now() from operator_requests, unnest(array[asked_with, approved_with]) as hash
    where id = ${id} and hash is not null`);
}

/**
 * A request that no statement stands behind is over, and spends nobody's. False where it stands no longer where it was seen:
 * another worker has done it meanwhile, by the statements that are spent now.
 */
export async function refuseRequest(
  transaction: Transaction,
  { id, status }: Pick<OperatorRequest, 'id' | 'status'>,
  result: string,
): Promise<boolean> {
  const standing = await transaction.maybeOne(
    sql`select id from operator_requests where id = ${id} and status = ${status} for update`,
  );
  if (standing) await writeOutcome(transaction, id, { status: 'refused', result });
  return standing !== undefined;
}

async function writeOutcome(
  transaction: Transaction,
  id: number,
  { status, result }: { readonly status: 'done' | 'refused'; readonly result: string },
): Promise<void> {
  await transaction.run(sql`
    update operator_requests set status = ${status}, result = ${result}, settled_at = slipway_now()
    where id = ${id}`);
}
