import { type ActionRequest, defineAction, fields } from '../../action/action.ts';
import { always } from '../../action/approvalThreshold.ts';
import type { ClerkContext, ClerkWrite } from '../../action/clerkContext.ts';
import { CommandError } from '../../action/commandError.ts';
import { COMPLIANCE_OR_TREASURER, TREASURER } from '../../action/roles.ts';
import { setHalts } from '../../ledger/haltStore.ts';
import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import { lockDifference, markDifferenceAccepted } from '../differences/differenceStore.ts';
import { settleDifferenceAlert } from '../differences/raiseDifferenceAlert.ts';
import { buildHaltReason } from '../differences/recordDifference.ts';
import { buildSignedDifference, isAsSigned } from './differenceRules.ts';
import { requireOpenDifference } from './requireOpenDifference.ts';

const inputSchema = fields('units', 'rows');

/**
 * Accepts a difference without booking anything: its halts are lifted while the difference stays the same, and its alert is
 * settled. A difference that has changed since the request is not accepted.
 */
export const acceptDifference = defineAction({
  name: 'accept-difference',
  subject: 'other',
  input: inputSchema,
  right: { requesters: TREASURER, approvers: COMPLIANCE_OR_TREASURER },
  secondPerson: always,
  title: (subject) => `Accept difference ${subject}`,
  money: 'No ledger entry; payouts and refund files that the difference halted resume',
  button: ({ code, isHalting }: { readonly code: string; readonly isHalting: boolean }) => ({
    label: 'Accept without entry',
    effect: isHalting
      ? `No ledger entry. What is halted for ${code} resumes while the difference stays the same; another amount or item halts it again. Check first that no payout is missing from our records: accepting resumes the payouts of every waiting order.`
      : 'No ledger entry, and no further alerts while the difference stays the same.',
  }),
  command: {
    usage: 'accept-difference DIFFERENCE',
    about: 'ends the halt by a difference while the difference stays the same; posts nothing; needs two people',
    read: async (context, [id = '']) => ({
      subject: id,
      input: buildSignedDifference(await requireOpenDifference(context, id)),
    }),
  },
  doneBy: 'clerk',
  execute,
});

async function execute(_: ClerkContext, request: ActionRequest<typeof inputSchema>): Promise<ClerkWrite> {
  const { who, why, approvedBy } = request;
  const id = Number(request.subject);
  return async (transaction) => {
    const difference = await lockDifference(transaction, id);
    if (difference?.state !== 'open' || difference.bookedIn !== null || !isAsSigned(difference, request.input))
      throw new CommandError(`difference ${id} has changed since the request: check it and request again`);
    await markDifferenceAccepted(transaction, id, { who, why, approvedBy: approvedBy ?? '' });
    await setHalts(transaction, buildHaltReason(id), []);
    await settleDifferenceAlert(transaction, id);
    const { place, asset, units } = difference;
    await appendAuditLine(transaction, {
      who,
      approvedBy,
      why,
      action: 'accept-difference',
      subject: `difference ${id}`,
      before: { state: 'open' },
      after: { state: 'accepted', place, asset, units: units.toString() },
    });
    return `difference ${id} is accepted: what it had halted resumes while the difference stays the same`;
  };
}
