import { setHalts } from '../../ledger/haltStore.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import { lockDifference, markAccepted } from '../../reconciliation/differenceStore.ts';
import { reasonOf } from '../../reconciliation/settleDifference.ts';
import { settleAlertOfDifference } from '../../reconciliation/tellDifference.ts';
import { CommandError } from '../commandError.ts';
import type { OperatorRequest } from '../requestStore.ts';
import type { Write } from './clerkActs.ts';
import type { ClerkContext } from './clerkContext.ts';
import { isAsSigned } from './differenceRules.ts';

/**
 * Accepts a difference: it books nothing, and what it had stopped goes on for as long as it stays what it is. One that has
 * changed since it was asked for is not accepted.
 */
export async function acceptDifference(
  _: ClerkContext,
  { subject, input, who, why, approvedBy }: OperatorRequest,
): Promise<Write> {
  const id = Number(subject);
  return async (transaction) => {
    const difference = await lockDifference(transaction, id);
    if (difference?.state !== 'open' || difference.bookedIn !== null || !isAsSigned(difference, input))
      throw new CommandError(`difference ${id}: it is not what it was when it was asked for`);
    await markAccepted(transaction, id, { who, why, approvedBy: approvedBy ?? '' });
    await setHalts(transaction, reasonOf(id), []);
    await settleAlertOfDifference(transaction, id);
    const { place, asset, units } = difference;
    await appendAudit(transaction, {
      who,
      approvedBy,
      why,
      action: 'accept-difference',
      subject: `difference ${id}`,
      before: { state: 'open' },
      after: { state: 'accepted', place, asset, units: units.toString() },
    });
    return `difference ${id} is accepted: what it had stopped goes on while it stays the same`;
  };
}
