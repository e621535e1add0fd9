import { settleAlert as settle } from '../../../notification/alertStore.ts';
import { appendAuditLine } from '../../../platform/audit/auditStore.ts';
import { type ActionRequest, defineAction, fields } from '../../action.ts';
import type { ClerkContext, ClerkWrite } from '../../clerk/clerkContext.ts';
import { CommandError } from '../../commandError.ts';
import { parseRecordNumber } from '../../parseRecordNumber.ts';
import { CASE_STAFF } from '../../roles.ts';
import { never } from '../../thresholds/approvalThreshold.ts';

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
