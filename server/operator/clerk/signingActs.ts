import { raiseAlert, settleAlertOf } from '../../notification/alertStore.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import { argumentsOf } from '../../platform/persons/requested.ts';
import { isStopWish, SIGNER } from '../../signer/stops/judgeStop.ts';
import { CommandError } from '../commandError.ts';
import { isStop } from '../signing/standingStops.ts';
import type { ClerkAct } from './clerkActs.ts';

const keyOf = (stop: string) => `signing_stopped:${stop}`;

/** The signer goes by what was signed, and has done so since: here it is written down, and somebody is woken. */
const stopSigning: ClerkAct = async (_, request) => {
  const { subject, who, why, askedWith } = request;
  // The signer goes by nothing else either.
  if (!isStopWish(argumentsOf(request))) throw new CommandError('it stops nothing: it says more than stop-signing');
  const stop = askedWith ?? '';
  return async (transaction) => {
    await raiseAlert(transaction, {
      key: keyOf(stop),
      orderId: null,
      kind: 'signing_stopped',
      facts: { who, why, stop },
    });
    const line = { who, why, approvedBy: null, action: 'stop-signing', subject, before: null, after: { stop } };
    await appendAudit(transaction, line);
    return `nothing is signed: orders that are paid wait. It is over when two persons say so: start-signing ${stop.slice(0, 12)}`;
  };
};

/** Of one stop alone: another one stands on. */
const startSigning: ClerkAct = async ({ database }, { subject, input, who, why, approvedBy }) => {
  if (subject !== SIGNER) throw new CommandError(`there is no signer ${subject}`);
  const { stop = '' } = input;
  if (!(await isStop(database, stop))) throw new CommandError(`there is no stop ${stop || 'STOP'}`);
  return async (transaction) => {
    await settleAlertOf(transaction, keyOf(stop), who);
    const line = { who, why, approvedBy, action: 'start-signing', subject, before: { stop }, after: null };
    await appendAudit(transaction, line);
    return 'the stop is over: the signer signs within seconds, unless another one stands';
  };
};

export const signingActs = { 'stop-signing': stopSigning, 'start-signing': startSigning } as const;
