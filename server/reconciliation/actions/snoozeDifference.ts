import { type ActionRequest, defineAction, fields } from '../../action/action.ts';
import { never } from '../../action/approvalThreshold.ts';
import type { ClerkContext, ClerkWrite } from '../../action/clerkContext.ts';
import { CommandError } from '../../action/commandError.ts';
import { parseRecordNumber } from '../../action/parseRecordNumber.ts';
import { TREASURER } from '../../action/roles.ts';
import { findAlertByKey, raiseUpdatedAlert } from '../../notification/alertStore.ts';
import { formatUtcMinute } from '../../notification/duty/duty.ts';
import { snoozeAlert } from '../../notification/duty/watchStore.ts';
import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import { lockDifference, saveSnooze } from '../differences/differenceStore.ts';
import { buildDifferenceAlertKey } from '../differences/raiseDifferenceAlert.ts';
import { readMachineClock } from '../externalAccountStore.ts';
import { buildSignedDifference, findDecisionProblem, findSnoozeProblem, isAsSigned } from './differenceRules.ts';
import { requireNoProblem, requireOpenDifference } from './requireOpenDifference.ts';

const inputSchema = fields('until', 'units', 'rows');

/**
 * Snoozes a difference until a time: it stays open, its halts stay in force, and its alert, which is raised again if it was
 * settled, notifies no one before then unless the difference worsens.
 */
export const snoozeDifference = defineAction({
  name: 'wait-until',
  subject: 'other',
  input: inputSchema,
  right: { requesters: TREASURER, approvers: null },
  secondPerson: never,
  title: (subject, { until }) => `Snooze difference ${subject} until ${until}`,
  money: 'None: the halt by the difference continues',
  button: () => ({
    label: 'Snooze until…',
    effect: 'No alerts until then, unless the difference gets worse. It stays open, and what it halts stays halted.',
  }),
  command: {
    usage: 'wait-until DIFFERENCE --until TIME',
    about:
      'snoozes the alerts of a difference until a time in UTC, such as 2026-11-25T10:00Z, within 7 days; what it halts stays halted',
    async read(context, [id = '']) {
      const difference = await requireOpenDifference(context, id);
      const until = new Date(context.options['until'] ?? '');
      const age = (await readMachineClock(context.database)).getTime() - difference.openedAt.getTime();
      requireNoProblem(
        id,
        findDecisionProblem(difference) ?? findSnoozeProblem(until, { now: await context.database.now(), age }),
      );
      return { subject: id, input: { until: until.toISOString(), ...buildSignedDifference(difference) } };
    },
  },
  doneBy: 'clerk',
  execute,
});

async function execute({ database }: ClerkContext, request: ActionRequest<typeof inputSchema>): Promise<ClerkWrite> {
  const { who, why } = request;
  const id = parseRecordNumber(request.subject);
  const until = new Date(request.input.until);
  return async (transaction) => {
    const difference = await lockDifference(transaction, id);
    if (!difference || !isAsSigned(difference, request.input))
      throw new CommandError(`difference ${id} has changed since the request: check it and request again`);
    const age = (await readMachineClock(transaction)).getTime() - difference.openedAt.getTime();
    const problem = findDecisionProblem(difference) ?? findSnoozeProblem(until, { now: await database.now(), age });
    if (problem !== undefined) throw new CommandError(`difference ${id}: ${problem}`);
    await saveSnooze(transaction, id, { until, who, why });
    const key = buildDifferenceAlertKey(id);
    const formerAlert = await findAlertByKey(transaction, key);
    if (!formerAlert || formerAlert.settledBy !== null) {
      const facts = formerAlert?.facts ?? { difference: id, place: difference.place };
      await raiseUpdatedAlert(transaction, { key, orderId: null, kind: 'books_differ', facts });
    }
    const alert = await findAlertByKey(transaction, key);
    if (alert) await snoozeAlert(transaction, alert.id, until);
    await appendAuditLine(transaction, {
      who,
      approvedBy: null,
      why,
      action: 'wait-until',
      subject: `difference ${id}`,
      before: { until: difference.waitsUntil?.toISOString() ?? null },
      after: { until: until.toISOString() },
    });
    return `difference ${id} is snoozed until ${formatUtcMinute(until)}: it stays open, and what it halts stays halted`;
  };
}
