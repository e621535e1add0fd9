import { endEverySession, endSessionsOf } from '../../account/sessionStore.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import type { OperatorRequest } from '../requestStore.ts';
import type { Write } from './clerkActs.ts';
import type { ClerkContext } from './clerkContext.ts';

/** Logs buyers out: of all accounts that were named, or everybody. */
export async function endSessions(_: ClerkContext, { input, who, why }: OperatorRequest): Promise<Write> {
  const buyers = input['buyers'];
  return async (transaction) => {
    const ended =
      buyers === undefined ? await endEverySession(transaction) : await endSessionsOf(transaction, buyers.split(','));
    const subject = buyers === undefined ? 'sessions of everybody' : 'sessions of a buyer';
    const line = { who, why, approvedBy: null, action: 'end-sessions', subject, before: null, after: { ended } };
    await appendAudit(transaction, line);
    return `${ended} sessions have ended`;
  };
}
