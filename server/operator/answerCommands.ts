import { loadPersons } from '../platform/persons/personStatementStore.ts';
import { answerWith, requireAnswerer, requireRequest } from './answering.ts';
import { doneOf } from './asking.ts';
import type { Command, CommandContext } from './command.ts';
import { numberOf } from './numberOf.ts';
import { requirePerson, speak } from './persons/speak.ts';
import type { OperatorRequest } from './requestStore.ts';

/** A second person's word on a request. */
export const answerCommands = {
  approve: {
    usage: 'approve REQUEST',
    about: "a second person's yes to a request: list requests",
    decides: 'asks',
    async run(context, [text = '']) {
      const request = await requireRequest(context, numberOf(text));
      // It was agreed to, and the command that waited for it ended before.
      if (request.status === 'approved') return doneOf(context, request.id);
      await answer(context, request, 'approve');
      return doneOf(context, request.id);
    },
  },
  reject: {
    usage: 'reject REQUEST',
    about: "a second person's no to a request",
    decides: 'asks',
    async run(context, [text = '']) {
      const request = await requireRequest(context, numberOf(text));
      await answer(context, request, 'reject');
      return `request ${request.id} is rejected`;
    },
  },
} satisfies Readonly<Record<'approve' | 'reject', Command>>;

async function answer(context: CommandContext, request: OperatorRequest, act: 'approve' | 'reject'): Promise<void> {
  const { database, rootKeys, signer, who: by } = context;
  await requireAnswerer(context, requirePerson(await loadPersons(database, rootKeys), signer), request);
  const statement = await speak(context, act, { statement: request.askedWith ?? '' });
  await answerWith(context, request, { by, status: act === 'approve' ? 'approved' : 'rejected', statement });
}
