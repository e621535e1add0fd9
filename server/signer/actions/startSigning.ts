import { defineAction, fields } from '../../action/action.ts';
import { always } from '../../action/approvalThreshold.ts';
import { CommandError } from '../../action/commandError.ts';
import { APPROVERS, TREASURER_OR_ADMIN } from '../../action/roles.ts';
import { settleAlertByKey } from '../../notification/alertStore.ts';
import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { SIGNER } from '../stops/judgeStop.ts';
import { findActiveStops, isKnownStop, type SignerStop } from './activeStops.ts';
import { buildStopAlertKey } from './stopSigning.ts';

/**
 * Records the end of one stop in the audit trail and settles its alert; other stops stay in force. The signer verifies the
 * signed statements of both people itself.
 */
export const startSigning = defineAction({
  name: 'start-signing',
  subject: 'other',
  input: fields('stop'),
  right: { requesters: TREASURER_OR_ADMIN, approvers: APPROVERS },
  secondPerson: always,
  title: (_, { stop }) => `Restart signing: end stop ${stop.slice(0, 12)}`,
  money: 'Payouts of paid orders resume',
  button: () => ({
    label: 'Start signing',
    effect: 'Ends this stop. The payouts of paid orders are signed within seconds, unless another stop is active.',
  }),
  command: {
    usage: 'start-signing [STOP]',
    about: 'ends one stop of the signer (list stops), named by the first letters of its statement; needs two people',
    async read({ database }, [prefix = '']) {
      const { statement: stop } = await requireStop(database, prefix);
      return { subject: SIGNER, input: { stop } };
    },
  },
  doneBy: 'clerk',
  async execute({ database }, { subject, input, who, why, approvedBy }) {
    if (subject !== SIGNER) throw new CommandError(`there is no signer ${subject}`);
    const { stop } = input;
    if (!(await isKnownStop(database, stop))) throw new CommandError(`there is no stop ${stop || 'STOP'}`);
    return async (transaction) => {
      await settleAlertByKey(transaction, buildStopAlertKey(stop), who);
      const line = { who, why, approvedBy, action: 'start-signing', subject, before: { stop }, after: null };
      await appendAuditLine(transaction, line);
      return 'the stop has ended: the signer signs within seconds, unless another stop is active';
    };
  },
});

/** Returns the only active stop whose statement begins with this prefix. Throws CommandError if there is none, or several. */
async function requireStop(database: Queryable, prefix: string): Promise<SignerStop> {
  const stops = (await findActiveStops(database)).filter(({ statement }) => statement.startsWith(prefix));
  const [stop, ...others] = stops;
  if (!stop) throw new CommandError(prefix === '' ? 'no person has stopped the signer' : `there is no stop ${prefix}`);
  if (others.length > 0)
    throw new CommandError(
      `${stops.length} stops are active: name one of them, ${stops.map(({ statement }) => statement.slice(0, 12)).join(' or ')}`,
    );
  return stop;
}
