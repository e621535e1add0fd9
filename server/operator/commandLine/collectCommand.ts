import { decryptAnswer } from '../../action/answerKey.ts';
import type { Command } from '../../action/command.ts';
import { CommandError } from '../../action/commandError.ts';
import { parseRecordNumber } from '../../action/parseRecordNumber.ts';
import { requireRequest } from '../../action/requests/requestStore.ts';
import { ADMIN } from '../../action/roles.ts';
import { requireAction } from '../actions.ts';
import { executeOrAwaitRequest, formatApprovalHint } from '../requests/requestAction.ts';

/** Decrypts a secret that was made for a partner, with the key on the requester's machine, and deletes the key. */
export const collectCommand: Command = {
  usage: 'collect REQUEST',
  about:
    'shows the key or secret that was created for a partner at your request, once: after the second approval, on the machine where you requested it',
  roles: ADMIN,
  async run(context, [text = '']) {
    const request = await requireRequest(context, parseRecordNumber(text));
    const { answerKeys, database, who } = context;
    const { id } = request;
    if (request.who !== who)
      throw new CommandError(`request ${id} is ${request.who}'s: only ${request.who} can collect it`);
    const publicKey = request.input['answerKey'] ?? '';
    const privateKey = await answerKeys.find(publicKey);
    if (privateKey === undefined)
      throw new CommandError(
        `request ${id} has nothing for you here: it was already collected, or requested on another machine`,
      );
    if (request.status === 'waiting') return formatApprovalHint(context, requireAction(request), request, id);
    const output =
      request.status === 'approved' ? await executeOrAwaitRequest(context, requireAction(request), id) : '';
    const { status, result } = await requireRequest({ database }, id);
    if (status === 'approved') return output;
    if (status === 'done') {
      const answer = await decryptAnswer(privateKey, result ?? '').catch(() => {
        throw new CommandError(
          `the answer to request ${id} was changed, or encrypted for another key: request it again`,
        );
      });
      await answerKeys.forget(publicKey);
      return answer;
    }
    await answerKeys.forget(publicKey);
    throw new CommandError(`request ${id} was not executed: ${result ?? status}`);
  },
};
