import type { ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { findRequest, type OperatorRequest } from '../../action/requests/requestStore.ts';
import { saveStatement } from '../../action/statements/signAndSaveStatement.ts';
import { ANSWER_ACTS, requireCanAnswer, saveAnswer } from '../../operator/requests/requestAnswer.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { decodeSignedStatement } from '../session/consoleLogin.ts';
import { convertCommandErrors, requireOwnStatement } from './submitRequest.ts';

/**
 * Approves or rejects a request with a signed statement; rejecting also withdraws an own request and cancels a scheduled
 * change. Throws `not_found`, `statement_refused`, or `act_refused` if this person cannot answer the request now.
 */
export async function answerWithStatement(
  context: ConsoleContext,
  { id, statement }: ConsoleCallInput<'answer'>,
  person: ConsolePerson,
): Promise<OperatorRequest> {
  const request = await requireOperatorRequest(context, id);
  const signed = decodeSignedStatement(statement);
  const { act, arguments: args, reason: why } = requireOwnStatement(person, signed);
  if (act !== 'approve' && act !== 'reject')
    throw new AppError('statement_refused', { reason: 'it neither approves nor rejects' });
  if (args['statement'] !== request.requestStatement)
    throw new AppError('statement_refused', { reason: 'it answers another request' });
  await convertCommandErrors(requireCanAnswer(context, person, request, act));
  const storedStatement = await convertCommandErrors(saveStatement(context, signed, ANSWER_ACTS[act]));
  await convertCommandErrors(
    saveAnswer(context, request, { answer: act, by: person, why, statement: storedStatement }),
  );
  return requireOperatorRequest(context, id);
}

/** Returns the request. Throws `not_found`. */
export async function requireOperatorRequest(
  { database }: Pick<ConsoleContext, 'database'>,
  id: number,
): Promise<OperatorRequest> {
  const request = await findRequest(database, id);
  if (!request) throw new AppError('not_found', { what: 'request', name: String(id) });
  return request;
}
