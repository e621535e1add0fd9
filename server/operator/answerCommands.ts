import { loadPersons } from '../platform/persons/personStatementStore.ts';
import { type AnswerWord, answerWith, requireAnswerer, requireRequest } from './answering.ts';
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
      if (request.status !== 'approved') await answer(context, request, 'approve');
      return doneOf(context, request);
    },
  },
  reject: {
    usage: 'reject REQUEST',
    about: "a second person's no to a request; takes back what you have asked for, and what waits for its time",
    decides: 'asks',
    async run(context, [text = '']) {
      const request = await requireRequest(context, numberOf(text));
      await answer(context, request, 'reject');
      return `request ${request.id} is rejected`;
    },
  },
} satisfies Readonly<Record<'approve' | 'reject', Command>>;

async function answer(context: CommandContext, request: OperatorRequest, word: AnswerWord): Promise<void> {
  const { database, rootKeys, signer, why } = context;
  const by = requirePerson(await loadPersons(database, rootKeys), signer);
  await requireAnswerer(context, by, request, word);
  const statement = await speak(context, word, { statement: request.askedWith ?? '' });
  await answerWith(context, request, { word, by, why, statement });
}
