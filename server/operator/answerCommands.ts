import { statementRefusals } from '../platform/persons/judgeStatement.ts';
import { loadPersons } from '../platform/persons/personStatementStore.ts';
import { actOf } from '../platform/persons/requested.ts';
import { type Right, rights } from '../platform/persons/rights.ts';
import { doneOf } from './asking.ts';
import type { Command, CommandContext } from './command.ts';
import { CommandError } from './commandError.ts';
import { numberOf } from './numberOf.ts';
import { judgeAskedAlone, refuseUnsigned } from './persons/judgeRequest.ts';
import { requirePerson, speak } from './persons/speak.ts';
import { answerRequest, findRequest, type OperatorRequest } from './requestStore.ts';

/** A second person's word on a request. */
export const answerCommands = {
  approve: {
    usage: 'approve REQUEST',
    about: "a second person's yes to a request: list requests",
    decides: 'asks',
    async run(context, [text = '']) {
      const request = await requireRequest(context, text);
      // It was agreed to, and the command that waited for it ended before.
      if (request.status === 'approved') return doneOf(context, request.id);
      await requireAnswerer(context, request);
      const statement = await speak(context, 'approve', { statement: request.askedWith ?? '' });
      await answer(context, request, 'approved', statement);
      return doneOf(context, request.id);
    },
  },
  reject: {
    usage: 'reject REQUEST',
    about: "a second person's no to a request",
    decides: 'asks',
    async run(context, [text = '']) {
      const request = await requireRequest(context, text);
      await requireAnswerer(context, request);
      const statement = await speak(context, 'reject', { statement: request.askedWith ?? '' });
      await answer(context, request, 'rejected', statement);
      return `request ${request.id} is rejected`;
    },
  },
} satisfies Readonly<Record<'approve' | 'reject', Command>>;

async function requireRequest({ database }: CommandContext, text: string): Promise<OperatorRequest> {
  const id = numberOf(text);
  const request = await findRequest(database, id);
  if (!request) throw new CommandError(`there is no request ${id}`);
  return request;
}

/** Throws unless this person may answer just this: what the row says is what was signed. */
async function requireAnswerer(context: CommandContext, request: OperatorRequest): Promise<void> {
  const { database, rootKeys, signer, who } = context;
  if (request.status !== 'waiting' || request.who === who) throw notYours(request);
  const { roles } = requirePerson(await loadPersons(database, rootKeys), signer);
  const { approves }: Right = rights[actOf(request.action)];
  if (!roles.some((role) => approves?.includes(role)))
    throw new CommandError(`request ${request.id}, ${request.action}, is for ${(approves ?? []).join(', ')} to answer`);
  const judged = await judgeAskedAlone(context, request);
  if (judged.kind === 'refused') {
    await refuseUnsigned(context, request, judged.reason);
    throw new CommandError(`request ${request.id} is refused: ${statementRefusals[judged.reason]}`);
  }
}

async function answer(
  { database, who }: CommandContext,
  request: OperatorRequest,
  status: 'approved' | 'rejected',
  statement: string,
): Promise<void> {
  if (!(await answerRequest(database, request.id, { by: who, status, statement }))) throw notYours(request);
}

function notYours({ id }: OperatorRequest): CommandError {
  return new CommandError(`request ${id} does not wait for a second person, or it is your own`);
}
