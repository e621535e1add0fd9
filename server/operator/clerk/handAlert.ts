import { mayHaveAlerts } from '../../notification/duty/mayHaveAlerts.ts';
import { personsReached } from '../../notification/duty/personsReached.ts';
import { writeHanded, writeSeen } from '../../notification/duty/watchStore.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import { loadPersons } from '../../platform/persons/personStatementStore.ts';
import type { OperatorRequest } from '../requestStore.ts';
import type { Write } from './clerkActs.ts';
import type { ClerkContext } from './clerkContext.ts';
import { lockedWatch } from './lockedWatch.ts';
import { requireMayHave } from './requireMayHave.ts';

/**
 * Another person is told of the alert and has to say that they have it; until then it goes on by the clock. Whoever hands it
 * to themselves has it.
 */
export async function handAlert({ rootKeys }: ClerkContext, request: OperatorRequest): Promise<Write> {
  const { subject, who, why, input } = request;
  const to = input['to'] ?? '';
  return async (transaction) => {
    const { id, holder } = await lockedWatch(transaction, request);
    requireMayHave(mayHaveAlerts(await loadPersons(transaction, rootKeys)), to);
    const line = { who, why, approvedBy: null, action: 'hand', subject: `alert ${subject}`, before: { holder } };
    if (to === who) {
      await writeSeen(transaction, id, who);
      await appendAudit(transaction, { ...line, after: { holder: who } });
      return `${who} has alert ${subject}: nobody else is woken for it`;
    }
    await writeHanded(transaction, id, to);
    await appendAudit(transaction, { ...line, after: { handedTo: to } });
    const address = (await personsReached(transaction)).has(to)
      ? ''
      : `; ${to} has neither address nor phone: the webhook alone says so`;
    return `${to} is told of alert ${subject} and has to say seen; until then it goes on by the clock${address}`;
  };
}
