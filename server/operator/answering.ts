import { timeOf } from '../configuration/rowChange.ts';
import { lifetimesMs, type StatementRefusal, statementRefusals } from '../platform/persons/judgeStatement.ts';
import type { Person } from '../platform/persons/readPersons.ts';
import { statementTime } from '../platform/persons/statementTime.ts';
import { CommandError } from './commandError.ts';
import { takeBackRequest } from './openRequestStore.ts';
import { type JudgingContext, judgeAskedAlone, refuseUnsigned } from './persons/judgeRequest.ts';
import { isAmong, rightOf } from './persons/rightOf.ts';
import { answerRequest, findRequest, type OperatorRequest } from './requestStore.ts';

type Answerer = Pick<Person, 'name' | 'roles'>;
export type AnswerWord = 'approve' | 'reject';

/** Throws {@link CommandError} where there is none. */
export async function requireRequest(
  { database }: Pick<JudgingContext, 'database'>,
  id: number,
): Promise<OperatorRequest> {
  const request = await findRequest(database, id);
  if (!request) throw new CommandError(`there is no request ${id}`);
  return request;
}

/** Whether this person is the second one whom it waits for. Pure. */
export function mayAnswer({ name, roles }: Answerer, request: OperatorRequest): boolean {
  return request.status === 'waiting' && request.who !== name && isAmong(roles, rightOf(request)?.approves);
}

/**
 * Whether this person may take it back: whoever has asked as long as nobody has agreed, and until its time comes that one and
 * whoever may agree. Pure.
 */
export function mayTakeBack({ name, roles }: Answerer, request: OperatorRequest): boolean {
  const isOwn = request.who === name;
  if (request.status === 'waiting') return isOwn;
  if (request.status !== 'approved' || timeOf(request) === undefined) return false;
  return isOwn || isAmong(roles, rightOf(request)?.approves);
}

/** Throws {@link CommandError} unless this person may answer just this: what the row says is what was signed. */
export async function requireAnswerer(
  context: JudgingContext,
  person: Answerer,
  request: OperatorRequest,
  word: AnswerWord,
): Promise<void> {
  if (word === 'reject' && mayTakeBack(person, request)) return;
  if (!mayAnswer(person, request)) throw notYours(person, request);
  const refusal = await refusalOf(context, request);
  if (refusal === undefined) return;
  await refuseUnsigned(context, request, refusal);
  throw new CommandError(`request ${request.id} is refused: ${statementRefusals[refusal]}`);
}

/** A yes that comes too late would count for nothing when the request is done, however far its time lies ahead. */
async function refusalOf(context: JudgingContext, request: OperatorRequest): Promise<StatementRefusal | undefined> {
  const judged = await judgeAskedAlone(context, request);
  if (judged.kind === 'refused') return judged.reason;
  const waitedMs = (await statementTime(context)).getTime() - request.createdAt.getTime();
  return waitedMs > lifetimesMs.answered ? 'expired' : undefined;
}

/** `statement`: the hash of the word that was signed and kept. Throws {@link CommandError} where it waits no longer. */
export async function answerWith(
  { database }: Pick<JudgingContext, 'database'>,
  request: OperatorRequest,
  { word, by, why, statement }: { word: AnswerWord; by: Answerer; why: string; statement: string },
): Promise<void> {
  const { name } = by;
  const status = word === 'approve' ? 'approved' : 'rejected';
  const done = mayTakeBack(by, request)
    ? await takeBackRequest(database, request, `taken back by ${name}: ${why}`)
    : await answerRequest(database, request.id, { by: name, status, statement });
  if (!done)
    throw new CommandError(`request ${request.id} is over, or somebody else has answered it: look at it again`);
}

function notYours({ name }: Answerer, request: OperatorRequest): CommandError {
  const { id, action, who, status } = request;
  if (status !== 'waiting' || who === name)
    return new CommandError(`request ${id} does not wait for a second person, or it is your own`);
  return new CommandError(
    `request ${id}, ${action}, is for ${(rightOf(request)?.approves ?? []).join(', ')} to answer`,
  );
}
