import sql, { raw, type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { CommandError } from '../commandError.ts';

export type RequestStatus = 'waiting' | 'approved' | 'rejected' | 'done' | 'refused';

/** A request of an operator. */
export type OperatorRequest = {
  readonly id: number;
  /** The name of an action. It is not verified: an attacker with write access to the table can write any name. */
  readonly action: string;
  /** The subject of the action: an order's number, a booking, a refund, a buyer's account, `KIND KEY`, … */
  readonly subject: string;
  readonly input: Readonly<Record<string, string>>;
  readonly who: string;
  readonly why: string;
  readonly approvedBy: string | null;
  readonly status: RequestStatus;
  readonly result: string | null;
  readonly createdAt: Date;
  readonly settledAt: Date | null;
  /** Hashes of the statements that requested it and approved it. */
  readonly requestStatement: string | null;
  readonly approvedWith: string | null;
};

/** A request before it is answered. */
export type NewRequest = Pick<OperatorRequest, 'action' | 'subject' | 'input' | 'who' | 'why'>;

export const REQUEST_COLUMNS = sql`id, action, subject, input, who, why, approved_by, status, result,
  created_at, settled_at,
  requested_with as request_statement, approved_with`;

const ISO_TIME = '\'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"\'';

/**
 * True while a request waits for its time, which is compared as text in a sortable format. A request with an invalid time, or
 * one further ahead than permitted, does not wait: it is judged at once.
 */
export const IS_NOT_DUE = sql`(
  action in ('set', 'remove') and coalesce(input ->> 'notBefore', '') ~ '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$'
  and input ->> 'notBefore' > to_char(slipway_now() at time zone 'UTC', ${raw(ISO_TIME)})
  and input ->> 'notBefore' < to_char((created_at + interval '31 days') at time zone 'UTC', ${raw(ISO_TIME)}))`;

/** Stores a request. `requestStatement`: the hash of its signed statement, without which no worker executes it. */
export async function insertRequest(
  database: Queryable,
  request: NewRequest,
  { needsSecondPerson, requestStatement }: { readonly needsSecondPerson: boolean; readonly requestStatement: string },
): Promise<number> {
  const { id } = await database.one<{ id: number }>(sql`
    insert into operator_requests (action, subject, input, who, why, status, created_at, requested_with)
    values (${request.action}, ${request.subject}, ${JSON.stringify(request.input)}, ${request.who}, ${request.why},
      ${needsSecondPerson ? 'waiting' : 'approved'}, slipway_now(), ${requestStatement}) returning id`);
  return id;
}

/** Returns true if the action was requested for this subject, unless every such request was refused. */
export async function isRequested(database: Queryable, action: string, subject: string): Promise<boolean> {
  const { found } = await database.one<{ found: boolean }>(sql`
    select exists (
      select 1 from operator_requests where action = ${action} and subject = ${subject} and status <> 'refused'
    ) as found`);
  return found;
}

export async function findRequest(database: Queryable, id: number): Promise<OperatorRequest | undefined> {
  return database.maybeOne<OperatorRequest>(sql`select ${REQUEST_COLUMNS} from operator_requests where id = ${id}`);
}

/** Returns the request. Throws {@link CommandError} if there is none. */
export async function requireRequest(
  { database }: { readonly database: Queryable },
  id: number,
): Promise<OperatorRequest> {
  const request = await findRequest(database, id);
  if (!request) throw new CommandError(`there is no request ${id}`);
  return request;
}

/** Returns requests that wait for an answer, their time or a worker, oldest first. */
export async function findOpenRequests(database: Queryable): Promise<OperatorRequest[]> {
  return database.many<OperatorRequest>(
    sql`select ${REQUEST_COLUMNS} from operator_requests where status in ('waiting', 'approved') order by id limit 200`,
  );
}

/** Stores a second person's answer. Returns false if the request is not waiting, or was made by the same person. */
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

const BATCH = 50;

/**
 * Yields the approved requests that do not wait for their time, oldest first: of these actions, or of all others. Requests that
 * cannot be executed yet do not delay later ones.
 */
export function readApprovedRequests(
  database: Queryable,
  which: { readonly among: readonly string[] } | { readonly except: readonly string[] },
): AsyncGenerator<OperatorRequest> {
  const condition =
    'among' in which ? sql`action = any (${[...which.among]})` : sql`action <> all (${[...which.except]})`;
  return readApproved(database, sql`${condition} and not ${IS_NOT_DUE}`);
}

/** Like {@link readApprovedRequests}, for requests whose evidence is due to be sent. */
export function readApprovedEvidenceRequests(
  database: Queryable,
  actions: readonly string[],
): AsyncGenerator<OperatorRequest> {
  return readApproved(
    database,
    sql`action = any (${[...actions]}) and not exists (
      select 1 from manual_evidence e where e.request_id = operator_requests.id and e.try_at > slipway_now())`,
  );
}

async function* readApproved(database: Queryable, condition: Sql): AsyncGenerator<OperatorRequest> {
  for (let after = 0, isLast = false; !isLast; ) {
    const batch = await database.many<OperatorRequest>(sql`
      select ${REQUEST_COLUMNS} from operator_requests
      where status = 'approved' and id > ${after} and ${condition} order by id limit ${BATCH}`);
    yield* batch;
    after = batch.at(-1)?.id ?? after;
    isLast = batch.length < BATCH;
  }
}

/** Locks and returns an approved request; undefined if another worker has locked or ended it. */
export async function lockRequest(transaction: Transaction, id: number): Promise<OperatorRequest | undefined> {
  return transaction.maybeOne<OperatorRequest>(
    sql`select ${REQUEST_COLUMNS} from operator_requests where id = ${id} and status = 'approved' for update skip locked`,
  );
}

/** Ends a request and marks its statements as spent. Throws a unique violation if one of them was spent before. */
export async function settleRequest(
  transaction: Transaction,
  id: number,
  outcome: { readonly status: 'done' | 'refused'; readonly result: string },
): Promise<void> {
  await writeOutcome(transaction, id, outcome);
  await transaction.run(sql`
    insert into spent_statements (hash, spent_at)
    select hash, slipway_now() from operator_requests, unnest(array[requested_with, approved_with]) as hash
    where id = ${id} and hash is not null`);
}

/**
 * Refuses a request that was not answered in time or has no valid statement, without marking statements as spent. Returns false
 * if its status has changed meanwhile.
 */
export async function refuseRequest(
  transaction: Transaction,
  { id, status }: Pick<OperatorRequest, 'id' | 'status'>,
  result: string,
): Promise<boolean> {
  const current = await transaction.maybeOne(
    sql`select id from operator_requests where id = ${id} and status = ${status} for update`,
  );
  if (current) await writeOutcome(transaction, id, { status: 'refused', result });
  return current !== undefined;
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
