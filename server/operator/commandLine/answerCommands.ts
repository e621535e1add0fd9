import type { Command, CommandContext } from '../../action/command.ts';
import { parseRecordNumber } from '../../action/parseRecordNumber.ts';
import { type OperatorRequest, requireRequest } from '../../action/requests/requestStore.ts';
import { APPROVERS } from '../../action/roles.ts';
import { requirePerson, signAndSaveStatement } from '../../action/statements/signAndSaveStatement.ts';
import { loadPersonRegistry } from '../../platform/persons/personStatementStore.ts';
import { requireAction } from '../actions.ts';
import { executeOrAwaitRequest } from '../requests/requestAction.ts';
import { ANSWER_ACTS, type ApprovalAnswer, requireCanAnswer, saveAnswer } from '../requests/requestAnswer.ts';

/** The commands by which a second person answers a request. */
export const answerCommands = {
  approve: {
    usage: 'approve REQUEST',
    about: 'gives the second approval of a request: list requests',
    roles: APPROVERS,
    decides: 'asks',
    async run(context, [text = '']) {
      const request = await requireRequest(context, parseRecordNumber(text));
      // If it is already approved, an earlier command ended while it waited for the result: waits again.
      if (request.status !== 'approved') await answer(context, request, 'approve');
      return executeOrAwaitRequest(context, requireAction(request), request.id);
    },
  },
  reject: {
    usage: 'reject REQUEST',
    about: 'rejects a request as the second person; cancels your own request, or one that waits for its time',
    roles: APPROVERS,
    decides: 'asks',
    async run(context, [text = '']) {
      const request = await requireRequest(context, parseRecordNumber(text));
      await answer(context, request, 'reject');
      return `request ${request.id} is rejected`;
    },
  },
} satisfies Readonly<Record<'approve' | 'reject', Command>>;

async function answer(
  context: CommandContext,
  request: OperatorRequest,
  approvalAnswer: ApprovalAnswer,
): Promise<void> {
  const { database, rootKeys, signer, why } = context;
  const by = requirePerson(await loadPersonRegistry(database, rootKeys), signer);
  await requireCanAnswer(context, by, request, approvalAnswer);
  const statement = await signAndSaveStatement(context, ANSWER_ACTS[approvalAnswer], {
    statement: request.requestStatement ?? '',
  });
  await saveAnswer(context, request, { answer: approvalAnswer, by, why, statement });
}
