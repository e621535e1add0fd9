import { CommandError } from '../../action/commandError.ts';
import { answerRequest, type OperatorRequest } from '../../action/requests/requestStore.ts';
import { APPROVERS } from '../../action/roles.ts';
import { hasAnyRole } from '../../action/statements/hasAnyRole.ts';
import type { StatementAct } from '../../action/statements/signAndSaveStatement.ts';
import { readNotBefore } from '../../configuration/rowChange.ts';
import type { Person } from '../../platform/persons/personRegistry.ts';
import { readStatementTime } from '../../platform/persons/readStatementTime.ts';
import {
  type StatementRefusal,
  statementLifetimesMs,
  statementRefusals,
} from '../../platform/persons/verifyStatement.ts';
import { findAction, findRequestRight } from '../actions.ts';
import { type JudgingContext, judgeUnansweredRequest, refuseUnsigned } from '../persons/judgeRequest.ts';
import { cancelRequest } from './openRequestStore.ts';

type Answerer = Pick<Person, 'name' | 'roles'>;
export type ApprovalAnswer = 'approve' | 'reject';

/** The acts of answers, with every role that may approve some request. Each action decides who may approve its requests. */
export const ANSWER_ACTS: Readonly<Record<ApprovalAnswer, StatementAct>> = {
  approve: { name: 'approve', requesters: APPROVERS },
  reject: { name: 'reject', requesters: APPROVERS },
};

/** Returns true if this person may give the second approval. Pure. */
export function canAnswerRequest({ name, roles }: Answerer, request: OperatorRequest): boolean {
  return (
    request.status === 'waiting' && request.who !== name && hasAnyRole(roles, findRequestRight(request)?.approvers)
  );
}

/**
 * Returns true if this person may cancel the request. While it waits for an approval: only the requester. While it waits for
 * its time: the requester and everyone who may approve it. Pure.
 */
export function canCancelRequest({ name, roles }: Answerer, request: OperatorRequest): boolean {
  const isOwn = request.who === name;
  if (request.status === 'waiting') return isOwn;
  if (request.status !== 'approved' || readNotBefore(request) === undefined) return false;
  return isOwn || hasAnyRole(roles, findRequestRight(request)?.approvers);
}

/**
 * Throws {@link CommandError} unless this person may answer or cancel the request. A request that has expired, or whose row is
 * not what was signed, is also refused with an alert, unless the answer cancels it.
 */
export async function requireCanAnswer(
  context: JudgingContext,
  person: Answerer,
  request: OperatorRequest,
  answer: ApprovalAnswer,
): Promise<void> {
  if (answer === 'reject' && canCancelRequest(person, request)) return;
  if (!canAnswerRequest(person, request)) throw buildNotPermittedError(person, request);
  const refusal = await findRefusal(context, request);
  if (refusal === undefined) return;
  await refuseUnsigned(context, request, refusal);
  throw new CommandError(`request ${request.id} is refused: ${statementRefusals[refusal]}`);
}

/**
 * Returns why the request cannot be approved; undefined if it can. After the request's lifetime an approval would be refused at
 * the execution, also for a scheduled change.
 */
async function findRefusal(context: JudgingContext, request: OperatorRequest): Promise<StatementRefusal | undefined> {
  const judged = await judgeUnansweredRequest(context, findAction(request.action), request);
  if (judged.kind === 'refused') return judged.reason;
  const waitedMs = (await readStatementTime(context)).getTime() - request.createdAt.getTime();
  return waitedMs > statementLifetimesMs.answered ? 'expired' : undefined;
}

/**
 * Stores an answer to a request, or cancels the request if this person may. `statement`: the hash of the signed and stored
 * answer. Throws {@link CommandError} if the request no longer waits.
 */
export async function saveAnswer(
  { database }: Pick<JudgingContext, 'database'>,
  request: OperatorRequest,
  { answer, by, why, statement }: { answer: ApprovalAnswer; by: Answerer; why: string; statement: string },
): Promise<void> {
  const { name } = by;
  const status = answer === 'approve' ? 'approved' : 'rejected';
  const isSaved = canCancelRequest(by, request)
    ? await cancelRequest(database, request, `cancelled by ${name}: ${why}`)
    : await answerRequest(database, request.id, { by: name, status, statement });
  if (!isSaved)
    throw new CommandError(`request ${request.id} has ended, or someone else has answered it: check it again`);
}

function buildNotPermittedError({ name }: Answerer, request: OperatorRequest): CommandError {
  const { id, action, who, status } = request;
  if (status !== 'waiting' || who === name)
    return new CommandError(`request ${id} does not wait for a second approval, or it is your own`);
  return new CommandError(
    `request ${id}, ${action}, can be answered by ${(findRequestRight(request)?.approvers ?? []).join(', ')}`,
  );
}
