import { type ActionRequest, defineAction, fields } from '../../action/action.ts';
import { never } from '../../action/approvalThreshold.ts';
import type { ClerkContext, ClerkWrite } from '../../action/clerkContext.ts';
import { CommandError } from '../../action/commandError.ts';
import { CASE_STAFF_OR_ADMIN } from '../../action/roles.ts';
import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import { loadPersonRegistry } from '../../platform/persons/personStatementStore.ts';
import { findAcknowledgers } from '../duty/findAcknowledgers.ts';
import { findReachablePeople } from '../duty/findReachablePeople.ts';
import { saveAcknowledgement, saveReassignment } from '../duty/watchStore.ts';
import { buildAcknowledgement } from './acknowledgeAlert.ts';
import { lockWatchOfRequest } from './lockWatchOfRequest.ts';
import { requireAlertRecipient } from './requireAlertRecipient.ts';

const inputSchema = fields('round', 'to');

/**
 * Assigns an alert to another person, who is notified and has to acknowledge it; until then it escalates as usual. Assigning it
 * to oneself acknowledges it.
 */
export const reassignAlert = defineAction({
  name: 'hand',
  subject: 'other',
  input: inputSchema,
  right: { requesters: CASE_STAFF_OR_ADMIN, approvers: null },
  secondPerson: never,
  title: (subject, { to }) => `Hand over alert ${subject} to ${to}`,
  money: 'None',
  button: () => ({ label: 'Hand over', effect: 'This person is notified now and has to acknowledge the alert.' }),
  command: {
    usage: 'hand ALERT --to NAME',
    about: 'assigns an alert to another person, who has to acknowledge it; with your own name you take it over',
    async read(context, [id = '']) {
      const { to = '' } = context.options;
      if (to === '') throw new CommandError('give --to and the name of a person');
      return buildAcknowledgement(context, id, { to });
    },
  },
  doneBy: 'clerk',
  execute,
});

async function execute({ rootKeys }: ClerkContext, request: ActionRequest<typeof inputSchema>): Promise<ClerkWrite> {
  const { subject, who, why } = request;
  const { to } = request.input;
  return async (transaction) => {
    const { id, holder } = await lockWatchOfRequest(transaction, request);
    requireAlertRecipient(findAcknowledgers(await loadPersonRegistry(transaction, rootKeys)), to);
    const line = { who, why, approvedBy: null, action: 'hand', subject: `alert ${subject}`, before: { holder } };
    if (to === who) {
      await saveAcknowledgement(transaction, id, who);
      await appendAuditLine(transaction, { ...line, after: { holder: who } });
      return `${who} has alert ${subject}: no one else is woken for it`;
    }
    await saveReassignment(transaction, id, to);
    await appendAuditLine(transaction, { ...line, after: { handedTo: to } });
    const hint = (await findReachablePeople(transaction)).has(to)
      ? ''
      : `; ${to} has neither address nor phone: only the webhook notifies them`;
    return `${to} is notified of alert ${subject} and has to acknowledge it; until then it escalates as usual${hint}`;
  };
}
