import { settleAlert as settle } from '../../notification/alertStore.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import { CommandError } from '../commandError.ts';
import { numberOf } from '../numberOf.ts';
import type { OperatorRequest } from '../requestStore.ts';
import type { Write } from './clerkActs.ts';
import type { ClerkContext } from './clerkContext.ts';

/** An alert that a person has dealt with. */
export async function settleAlert(_: ClerkContext, { subject: id, who, why }: OperatorRequest): Promise<Write> {
  return async (transaction) => {
    if (!(await settle(transaction, numberOf(id), who))) throw new CommandError(`there is no open alert ${id}`);
    const line = { who, why, approvedBy: null, action: 'settle', subject: `alert ${id}`, before: null, after: null };
    await appendAudit(transaction, line);
    return `alert ${id} is settled`;
  };
}
