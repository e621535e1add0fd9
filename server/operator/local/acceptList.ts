import { appendAudit } from '../../platform/audit/auditStore.ts';
import { acceptDoubt, findDoubt } from '../../risk/doubtStore.ts';
import { CommandError } from '../commandError.ts';
import { type OperatorRequest, settleRequest } from '../requestStore.ts';
import type { LocalContext } from './localContext.ts';

/** Accepts it after the second person's yes, where it is the one that is doubted still. */
export async function acceptList({ database }: LocalContext, request: OperatorRequest): Promise<string> {
  const { subject: source, who, why, approvedBy } = request;
  const hash = request.input['hash'] ?? '';
  const isAccepted = await database.transaction(async (transaction) => {
    const doubt = await findDoubt(transaction, source);
    const accepted = doubt !== undefined && (await acceptDoubt(transaction, source, hash, who));
    const outcome = accepted
      ? ({ status: 'done', result: 'accepted' } as const)
      : ({ status: 'refused', result: 'it is not doubted any more' } as const);
    await settleRequest(transaction, request.id, outcome);
    if (accepted)
      await appendAudit(transaction, {
        who,
        approvedBy,
        why,
        action: 'accept-list',
        subject: `sanctions list ${source}`,
        before: { doubted: doubt.reason, ...doubt.facts },
        after: { accepted: hash },
      });
    return accepted;
  });
  if (!isAccepted) throw new CommandError(`edition ${hash} of ${source} is not doubted any more`);
  return `edition ${hash} of ${source} is taken when it is fetched next`;
}
