import { defineAction, fields } from '../../action/action.ts';
import { never } from '../../action/approvalThreshold.ts';
import { CommandError } from '../../action/commandError.ts';
import { APPROVERS } from '../../action/roles.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import { buildRequestArguments } from '../../platform/persons/requestedAction.ts';
import { isStopRequest, SIGNER } from '../stops/judgeStop.ts';

/** Returns the key of a stop's alert, by the hash of its statement. */
export const buildStopAlertKey = (stop: string) => `signing_stopped:${stop}`;

/** Records a stop in the audit trail and raises an alert. The signer stops as soon as the signed statement is stored. */
export const stopSigning = defineAction({
  name: 'stop-signing',
  subject: 'other',
  input: fields(),
  right: { requesters: APPROVERS, approvers: null },
  secondPerson: never,
  title: () => 'Stop signing',
  money: 'Nothing is paid out until two people restart signing',
  button: () => ({
    label: 'Stop signing',
    effect:
      'Nothing more is signed, and paid orders wait. Transactions that are already signed can still be sent. Restarting requires a second approval.',
  }),
  command: {
    usage: 'stop-signing',
    about: 'stops the signer at once: paid orders wait',
    read: () => ({ subject: SIGNER, input: {} }),
  },
  doneBy: 'clerk',
  async execute(_, request) {
    const { subject, who, why, requestStatement } = request;
    // The signer ignores a statement with any other input.
    if (!isStopRequest(buildRequestArguments(request)))
      throw new CommandError('the request stops nothing: its input is not that of stop-signing');
    const stop = requestStatement ?? '';
    return async (transaction) => {
      await raiseAlert(transaction, {
        key: buildStopAlertKey(stop),
        orderId: null,
        kind: 'signing_stopped',
        facts: { who, why, stop },
      });
      const line = { who, why, approvedBy: null, action: 'stop-signing', subject, before: null, after: { stop } };
      await appendAuditLine(transaction, line);
      return `nothing is signed, and paid orders wait. Two people end the stop with start-signing ${stop.slice(0, 12)}`;
    };
  },
});
