import { raiseAlert, settleAlertOf } from '../../notification/alertStore.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import { CommandError } from '../commandError.ts';
import { isStop, SIGNER } from '../signing/standingStops.ts';
import type { ClerkAct } from './clerkActs.ts';

const keyOf = (stop: string) => `signing_stopped:${stop}`;

/** The signer goes by what was signed, and has done so since: here it is written down, and somebody is woken. */
const stopSigning: ClerkAct = async (_, { subject, who, why, askedWith }) => {
  requireSigner(subject);
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
  requireSigner(subject);
  const { stop = '' } = input;
  if (!(await isStop(database, stop))) throw new CommandError(`there is no stop ${stop || 'STOP'}`);
  return async (transaction) => {
    await settleAlertOf(transaction, keyOf(stop), who);
    const line = { who, why, approvedBy, action: 'start-signing', subject, before: { stop }, after: null };
    await appendAudit(transaction, line);
    return 'the stop is over: the signer signs within seconds, unless another one stands';
  };
};

function requireSigner(subject: string): void {
  if (subject !== SIGNER) throw new CommandError(`there is no signer ${subject}`);
}

export const signingActs = { 'stop-signing': stopSigning, 'start-signing': startSigning } as const;
