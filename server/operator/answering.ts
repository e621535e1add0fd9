import { statementRefusals } from '../platform/persons/judgeStatement.ts';
import type { Person } from '../platform/persons/readPersons.ts';
import { actOf } from '../platform/persons/requested.ts';
import { type Right, rights } from '../platform/persons/rights.ts';
import { CommandError } from './commandError.ts';
import { type JudgingContext, judgeAskedAlone, refuseUnsigned } from './persons/judgeRequest.ts';
import { answerRequest, findRequest, type OperatorRequest } from './requestStore.ts';

/** Throws {@link CommandError} where there is none. */
export async function requireRequest(
  { database }: Pick<JudgingContext, 'database'>,
  id: number,
): Promise<OperatorRequest> {
  const request = await findRequest(database, id);
  if (!request) throw new CommandError(`there is no request ${id}`);
  return request;
}

/** Throws {@link CommandError} unless this person may answer just this: what the row says is what was signed. */
export async function requireAnswerer(
  context: JudgingContext,
  { name, roles }: Pick<Person, 'name' | 'roles'>,
  request: OperatorRequest,
): Promise<void> {
  if (request.status !== 'waiting' || request.who === name) throw notYours(request);
  const { approves }: Right = rights[actOf(request.action)];
  if (!roles.some((role) => approves?.includes(role)))
    throw new CommandError(`request ${request.id}, ${request.action}, is for ${(approves ?? []).join(', ')} to answer`);
  const judged = await judgeAskedAlone(context, request);
  if (judged.kind === 'refused') {
    await refuseUnsigned(context, request, judged.reason);
    throw new CommandError(`request ${request.id} is refused: ${statementRefusals[judged.reason]}`);
  }
}

/** `statement`: the hash of the word that was signed and kept. Throws {@link CommandError} where it waits no longer. */
export async function answerWith(
  { database }: Pick<JudgingContext, 'database'>,
  request: OperatorRequest,
  answer: { readonly by: string; readonly status: 'approved' | 'rejected'; readonly statement: string },
): Promise<void> {
  if (!(await answerRequest(database, request.id, answer))) throw notYours(request);
}

function notYours({ id }: OperatorRequest): CommandError {
  return new CommandError(`request ${id} does not wait for a second person, or it is your own`);
}
