import { type ActionRequest, defineAction, fields } from '../../action/action.ts';
import { never } from '../../action/approvalThreshold.ts';
import type { ClerkContext, ClerkWrite } from '../../action/clerkContext.ts';
import type { CommandContext } from '../../action/command.ts';
import { CommandError } from '../../action/commandError.ts';
import { parseRecordNumber } from '../../action/parseRecordNumber.ts';
import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import { loadPersonRegistry } from '../../platform/persons/personStatementStore.ts';
import { formatUtcMinute } from '../duty/duty.ts';
import { ACKNOWLEDGING_ROLES, findAcknowledgers } from '../duty/findAcknowledgers.ts';
import { findWatches, saveAcknowledgement } from '../duty/watchStore.ts';
import { lockWatchOfRequest } from './lockWatchOfRequest.ts';

const inputSchema = fields('round');

/**
 * Assigns the alert to the person who requests this; no one else is woken for it. Refused if the alert is in a later round, or
 * if another person who may acknowledge alerts already has it.
 */
export const acknowledgeAlert = defineAction({
  name: 'seen',
  subject: 'other',
  input: inputSchema,
  right: { requesters: ACKNOWLEDGING_ROLES, approvers: null },
  secondPerson: never,
  title: (subject) => `Acknowledge alert ${subject}`,
  money: 'None',
  button: () => ({
    label: 'Acknowledge',
    effect: 'The alert is assigned to you, and no one else is woken for it.',
  }),
  command: {
    usage: 'seen ALERT',
    about: 'acknowledges an alert: no one else is woken for it',
    read: (context, [id = '']) => buildAcknowledgement(context, id, {}),
  },
  doneBy: 'clerk',
  execute,
});

async function execute({ rootKeys }: ClerkContext, request: ActionRequest<typeof inputSchema>): Promise<ClerkWrite> {
  const { subject, who, why } = request;
  return async (transaction) => {
    const { id, holder, seenAt } = await lockWatchOfRequest(transaction, request);
    const acknowledgers = findAcknowledgers(await loadPersonRegistry(transaction, rootKeys));
    if (holder !== null && seenAt && holder !== who && acknowledgers.has(holder))
      throw new CommandError(
        `${holder} has had alert ${subject} since ${formatUtcMinute(seenAt)}; to take it over: npm run operate -- hand ${subject} --to ${who} --why TEXT`,
      );
    await saveAcknowledgement(transaction, id, who);
    const line = { who, why, approvedBy: null, action: 'seen', subject: `alert ${subject}`, before: { holder } };
    await appendAuditLine(transaction, { ...line, after: { holder: who } });
    return `${who} has alert ${subject}: no one else is woken for it`;
  };
}

/**
 * Returns the subject and input of a request about the alert's current round: `input` with the round. The request is refused
 * if a new round begins before its execution.
 */
export async function buildAcknowledgement(
  { database }: Pick<CommandContext, 'database'>,
  alertNumber: string,
  input: Readonly<Record<string, string>>,
) {
  const id = parseRecordNumber(alertNumber);
  const [watch] = await findWatches(database, [id]);
  return { subject: String(id), input: { ...input, round: String(watch?.round ?? 1) } };
}
