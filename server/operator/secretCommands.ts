import { requireRequest } from './answering.ts';
import { ask, doneOf, waitsForSecond } from './asking.ts';
import { newAnswerKey, openAnswer } from './clerk/answerKey.ts';
import type { Command, CommandContext } from './command.ts';
import { CommandError } from './commandError.ts';
import { numberOf } from './numberOf.ts';
import type { PartnerAction } from './requestActions.ts';
import { requirePartner } from './requirePartner.ts';

/**
 * Asks for a partner's next secret. The key that opens the answer stays on the asker's machine until a second person has
 * decided and the asker has collected the answer.
 */
export async function askForSecret(
  context: CommandContext,
  action: PartnerAction,
  id: string,
  input: Readonly<Record<string, string>>,
): Promise<string> {
  await requirePartner(context.database, id);
  const key = await newAnswerKey();
  const atOnce = context.options['at-once'] === 'yes' ? 'yes' : 'no';
  const wish = { action, subject: id, input: { ...input, atOnce, answerKey: key.publicKey } };
  await context.answerKeys.keep(key);
  try {
    const { id: request } = await ask(context, wish);
    return `${await waitsForSecond(context, wish, request)}\nThen collect it: npm run operate -- collect ${request}`;
  } catch (error) {
    await context.answerKeys.forget(key.publicKey);
    throw error;
  }
}

export const collectCommand: Command = {
  usage: 'collect REQUEST',
  about: "shows what was made for a partner at your request, once: after a second person's yes, where you asked for it",
  async run(context, [text = '']) {
    const asked = await requireRequest(context, numberOf(text));
    const { answerKeys, database, who } = context;
    const { id } = asked;
    if (asked.who !== who) throw new CommandError(`request ${id} is ${asked.who}'s: only ${asked.who} collects it`);
    const publicKey = asked.input['answerKey'] ?? '';
    const privateKey = await answerKeys.find(publicKey);
    if (privateKey === undefined)
      throw new CommandError(`request ${id} has nothing for you here: it was collected, or asked for elsewhere`);
    if (asked.status === 'waiting') return waitsForSecond(context, asked, id);
    const said = asked.status === 'approved' ? await doneOf(context, asked) : '';
    const { status, result } = await requireRequest({ database }, id);
    if (status === 'approved') return said;
    if (status === 'done') {
      const answer = await openAnswer(privateKey, result ?? '').catch(() => {
        throw new CommandError(`the answer to request ${id} was changed, or made for another key: ask again`);
      });
      await answerKeys.forget(publicKey);
      return answer;
    }
    await answerKeys.forget(publicKey);
    throw new CommandError(`request ${id} was not done: ${result ?? status}`);
  },
};
