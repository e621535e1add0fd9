import type { ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { BULK_REQUEST_ACTIONS, type Statement } from '@slipway/contract/statements/statement.ts';
import { buildRequestAct } from '../../action/action.ts';
import { CommandError } from '../../action/commandError.ts';
import { insertRequest, type OperatorRequest } from '../../action/requests/requestStore.ts';
import { saveStatement, saveStatementsTogether } from '../../action/statements/signAndSaveStatement.ts';
import { isRequestApprovalNeeded, requireAction } from '../../operator/actions.ts';
import { ANSWER_ACTS, requireCanAnswer, saveAnswer } from '../../operator/requests/requestAnswer.ts';
import { AppError } from '../../platform/http/appError.ts';
import { buildBatchSignature, mayApproveTogether } from '../../platform/persons/batchSignature.ts';
import type { SignedStatement } from '../../platform/persons/statement.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { requireOperatorRequest } from '../requests/answerWithStatement.ts';
import { parseStatementRequest, type StatementRequest } from '../requests/parseStatementRequest.ts';
import { convertCommandErrors, requireExecutable, requireOwnStatement } from '../requests/submitRequest.ts';

/**
 * Creates one request for each statement, all in one transaction, so that a worker knows the sum of all of them. Throws
 * `statement_refused`, or `act_refused` with the subjects for which the action cannot be requested.
 */
export async function submitRequests(
  context: ConsoleContext,
  { statements }: ConsoleCallInput<'requestActions'>,
  person: ConsolePerson,
): Promise<readonly OperatorRequest[]> {
  const signed = decodeSignedStatements(statements);
  const requests = signed.map((one) => parseStatementRequest(requireOwnStatement(person, one)));
  const [first] = requests;
  if (
    !first ||
    !BULK_REQUEST_ACTIONS.some((action) => action === first.action) ||
    requests.some(({ action }) => action !== first.action)
  )
    throw new AppError('act_refused', {
      reason: 'Only releases and refusals of orders, and snoozes of differences, can be requested together.',
    });
  if (new Set(requests.map(({ subject }) => subject)).size < requests.length)
    throw new AppError('act_refused', { reason: 'An item is selected twice.' });
  await requireAllExecutable(context, requests, person);
  const { database } = context;
  const needsSecondPerson = await isRequestApprovalNeeded(
    { database, together: requests },
    { ...first, who: person.name },
  );
  const ids = await convertCommandErrors(
    saveStatementsTogether(context, signed, buildRequestAct(requireAction(first)), async (transaction, hashes) => {
      const made: number[] = [];
      for (const [index, requestStatement] of hashes.entries()) {
        const { action, subject, input, why } = requests[index] ?? first;
        const request = { action, subject, input, why, who: person.name };
        made.push(await insertRequest(transaction, request, { needsSecondPerson, requestStatement }));
      }
      return made;
    }),
  );
  return Promise.all(ids.map((id) => requireOperatorRequest(context, id)));
}

async function requireAllExecutable(
  context: ConsoleContext,
  requests: readonly StatementRequest[],
  person: ConsolePerson,
): Promise<void> {
  const reasons: string[] = [];
  for (const request of requests) {
    try {
      await requireExecutable(context, request, person);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      reasons.push(`${request.subject}: ${String(error.facts['reason'] ?? 'it does not exist')}`);
    }
  }
  if (reasons.length > 0)
    throw new AppError('act_refused', { reason: `Nothing was requested. Deselect these: ${reasons.join('; ')}` });
}

/**
 * Answers several requests, each with its own statement. A request that cannot be answered does not affect the others,
 * and its statement is not stored. Throws `not_found`, `statement_refused` if a statement answers another request, or
 * `act_refused` if the requests cannot be approved together.
 */
export async function answerWithStatements(
  context: ConsoleContext,
  { ids, statements }: ConsoleCallInput<'answerRequests'>,
  person: ConsolePerson,
): Promise<readonly { readonly request: OperatorRequest; readonly failed: string | null }[]> {
  const signed = decodeSignedStatements(statements);
  const requests = await Promise.all(ids.map((id) => requireOperatorRequest(context, id)));
  const ownStatements = signed.map((one) => requireOwnStatement(person, one));
  const answer = readCommonAnswer(ownStatements);
  if (
    ownStatements.length !== requests.length ||
    new Set(ids).size < ids.length ||
    ownStatements.some(isAnswerToOtherRequest(requests))
  )
    throw new AppError('statement_refused', { reason: 'it answers another request' });
  if (answer === 'approve' && requests.some(({ action }) => !mayApproveTogether(action)))
    throw new AppError('act_refused', {
      reason: 'Only releases, refusals and refunds of orders can be approved together.',
    });
  const answered = [];
  for (const [index, request] of requests.entries()) {
    const [one, why] = [signed[index], ownStatements[index]?.reason ?? ''];
    const failed =
      one && (await catchFailure(answerSingleRequest(context, { request, signed: one, answer, why }, person)));
    answered.push({ request: await requireOperatorRequest(context, request.id), failed: failed ?? null });
  }
  return answered;
}

type Answer = {
  readonly request: OperatorRequest;
  readonly signed: SignedStatement;
  readonly answer: 'approve' | 'reject';
  readonly why: string;
};

async function answerSingleRequest(
  context: ConsoleContext,
  { request, signed, answer, why }: Answer,
  person: ConsolePerson,
): Promise<void> {
  await requireCanAnswer(context, person, request, answer);
  const statement = await saveStatement(context, signed, ANSWER_ACTS[answer]);
  await saveAnswer(context, request, { answer, by: person, why, statement });
}

async function catchFailure(operation: Promise<void>): Promise<string | null> {
  try {
    await operation;
    return null;
  } catch (error) {
    if (error instanceof CommandError) return error.message;
    throw error;
  }
}

function readCommonAnswer(statements: readonly Statement[]): 'approve' | 'reject' {
  const [{ act } = { act: '' }] = statements;
  if ((act !== 'approve' && act !== 'reject') || statements.some((one) => one.act !== act))
    throw new AppError('statement_refused', { reason: 'approvals and rejections cannot be mixed' });
  return act;
}

function isAnswerToOtherRequest(requests: readonly OperatorRequest[]) {
  return ({ arguments: args }: Statement, index: number) => args['statement'] !== requests[index]?.requestStatement;
}

function decodeSignedStatements({
  texts,
  signature,
}: ConsoleCallInput<'requestActions'>['statements']): SignedStatement[] {
  const shared = buildBatchSignature(texts, Buffer.from(signature, 'base64'));
  return texts.map((text) => ({ text, signature: shared }));
}
