import { appendAudit } from '../../platform/audit/auditStore.ts';
import { acceptDoubt, findDoubt } from '../../risk/doubtStore.ts';
import { CommandError } from '../commandError.ts';
import type { OperatorRequest } from '../requestStore.ts';
import type { Write } from './clerkActs.ts';
import type { ClerkContext } from './clerkContext.ts';

/** Accepts an edition of a sanctions list, where it is the one that is doubted still. */
export async function acceptList(
  _: ClerkContext,
  { subject: source, input, who, why, approvedBy }: OperatorRequest,
): Promise<Write> {
  const { hash = '' } = input;
  return async (transaction) => {
    const doubt = await findDoubt(transaction, source);
    if (!doubt || !(await acceptDoubt(transaction, source, hash, who)))
      throw new CommandError(`edition ${hash} of ${source} is not doubted any more`);
    await appendAudit(transaction, {
      who,
      approvedBy,
      why,
      action: 'accept-list',
      subject: `sanctions list ${source}`,
      before: { doubted: doubt.reason, ...doubt.facts },
      after: { accepted: hash },
    });
    return `edition ${hash} of ${source} is taken when it is fetched next`;
  };
}
