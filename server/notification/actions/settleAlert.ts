import { type ActionRequest, defineAction, fields } from '../../action/action.ts';
import { never } from '../../action/approvalThreshold.ts';
import type { ClerkContext, ClerkWrite } from '../../action/clerkContext.ts';
import { CommandError } from '../../action/commandError.ts';
import { parseRecordNumber } from '../../action/parseRecordNumber.ts';
import { CASE_STAFF } from '../../action/roles.ts';
import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import { settleAlert as settle } from '../alertStore.ts';

/** Settles an alert that a person has handled. */
export const settleAlert = defineAction({
  name: 'settle',
  subject: 'other',
  input: fields(),
  right: { requesters: CASE_STAFF, approvers: null },
  secondPerson: never,
  title: (subject) => `Settle alert ${subject}`,
  money: 'None',
  button: () => ({ label: 'Settle alert', effect: 'The alert is closed. No money moves.' }),
  command: {
    usage: 'settle ALERT',
    about: 'closes an alert that has been handled',
    read: (_, [id = '']) => ({ subject: String(parseRecordNumber(id)), input: {} }),
  },
  doneBy: 'clerk',
  execute,
});

async function execute(_: ClerkContext, { subject: id, who, why }: ActionRequest): Promise<ClerkWrite> {
  return async (transaction) => {
    if (!(await settle(transaction, parseRecordNumber(id), who)))
      throw new CommandError(`there is no open alert ${id}`);
    const line = { who, why, approvedBy: null, action: 'settle', subject: `alert ${id}`, before: null, after: null };
    await appendAuditLine(transaction, line);
    return `alert ${id} is settled`;
  };
}
