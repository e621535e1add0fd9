import { inUtc } from '../../notification/duty/duty.ts';
import { mayHaveAlerts } from '../../notification/duty/mayHaveAlerts.ts';
import { writeSeen } from '../../notification/duty/watchStore.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import { loadPersons } from '../../platform/persons/personStatementStore.ts';
import { CommandError } from '../commandError.ts';
import type { OperatorRequest } from '../requestStore.ts';
import type { Write } from './clerkActs.ts';
import type { ClerkContext } from './clerkContext.ts';
import { lockedWatch } from './lockedWatch.ts';

/** Whoever has signed it has the alert: nobody else is told of it. Of two at once the first has it. */
export async function seeAlert({ rootKeys }: ClerkContext, request: OperatorRequest): Promise<Write> {
  const { subject, who, why } = request;
  return async (transaction) => {
    const { id, holder, seenAt } = await lockedWatch(transaction, request);
    const may = mayHaveAlerts(await loadPersons(transaction, rootKeys));
    if (holder !== null && seenAt && holder !== who && may.has(holder))
      throw new CommandError(
        `${holder} has alert ${subject} since ${inUtc(seenAt)}; to take it over: npm run operate -- hand ${subject} --to ${who} --why TEXT`,
      );
    await writeSeen(transaction, id, who);
    const line = { who, why, approvedBy: null, action: 'seen', subject: `alert ${subject}`, before: { holder } };
    await appendAudit(transaction, { ...line, after: { holder: who } });
    return `${who} has alert ${subject}: nobody else is woken for it`;
  };
}
