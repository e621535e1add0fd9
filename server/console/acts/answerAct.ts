import type { ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { answerWith, requireAnswerer } from '../../operator/answering.ts';
import { keepStatement } from '../../operator/persons/speak.ts';
import { findRequest, type OperatorRequest } from '../../operator/requestStore.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { signedOf } from '../session/enter.ts';
import { inWords, saidBy } from './askAct.ts';

/** A second person's word on a request, or the word that takes it back. Throws `not_found`, `statement_refused`, or `act_refused` where it waits no longer. */
export async function answerAct(
  context: ConsoleContext,
  { id, statement }: ConsoleCallInput<'answer'>,
  person: ConsolePerson,
): Promise<OperatorRequest> {
  const request = await requireShown(context, id);
  const signed = signedOf(statement);
  const { act, arguments: said, reason: why } = saidBy(person, signed);
  if (act !== 'approve' && act !== 'reject')
    throw new AppError('statement_refused', { reason: 'it is neither a yes nor a no' });
  if (said['statement'] !== request.askedWith)
    throw new AppError('statement_refused', { reason: 'it answers another request' });
  await inWords(requireAnswerer(context, person, request, act));
  const kept = await inWords(keepStatement(context, signed, act));
  await inWords(answerWith(context, request, { word: act, by: person, why, statement: kept }));
  return requireShown(context, id);
}

/** Throws `not_found`. */
export async function requireShown(
  { database }: Pick<ConsoleContext, 'database'>,
  id: number,
): Promise<OperatorRequest> {
  const request = await findRequest(database, id);
  if (!request) throw new AppError('not_found', { what: 'request', name: String(id) });
  return request;
}
