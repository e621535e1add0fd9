import { z } from 'zod';
import { type ActionButton, type ActionRequest, defineAction } from '../../action/action.ts';
import type { ClerkContext, ClerkWrite } from '../../action/clerkContext.ts';
import { CommandError } from '../../action/commandError.ts';
import { COMPLIANCE } from '../../action/roles.ts';
import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import { setKycLevel } from '../buyerStore.ts';
import { setProfileOutcome } from '../details/profileStore.ts';
import {
  decideReview,
  findReview,
  hasOtherOpenReview,
  type IdentityReview,
  lockReview,
} from '../details/reviewStore.ts';

const inputSchema = z.strictObject({ subject: z.string(), decision: z.enum(['approve', 'refuse']) });

type Decision = z.output<typeof inputSchema>['decision'];

const BUTTONS: Readonly<Record<IdentityReview['reason'], Readonly<Record<Decision, ActionButton>>>> = {
  name_listed: {
    approve: {
      label: 'Different person',
      effect:
        'The buyer may continue. This list entry causes no further review of this buyer, until the entry or the buyer’s name changes.',
    },
    refuse: {
      label: 'Same person',
      effect:
        'The buyer’s details are rejected, and the buyer can’t order. A frozen order stays frozen: nothing is refunded.',
    },
  },
  document_differs: {
    approve: {
      label: 'Accept document',
      effect:
        'The document counts as this buyer’s. Orders that wait for it continue, subject to the verifier’s result.',
    },
    refuse: {
      label: 'Reject document',
      effect: 'The document is rejected. Orders that wait for it are cancelled, and their authorizations are voided.',
    },
  },
  answer_changed: {
    approve: { label: 'Accept changed details', effect: 'The buyer may continue with the new details.' },
    refuse: {
      label: 'Reject changed details',
      effect: 'The buyer’s changed details are rejected. Nothing is charged.',
    },
  },
};

/**
 * Decides a review of a buyer and settles its alert, unless it was decided meanwhile. A review of the details also sets the
 * buyer's level. A review of a document takes effect when the worker next queries the verifier for an order that waits for it.
 */
export const reviewBuyer = defineAction({
  name: 'review',
  subject: 'other',
  input: inputSchema,
  right: { requesters: COMPLIANCE, approvers: COMPLIANCE },
  secondPerson: { when: 'to approve the review', holds: (_, { input }) => input['decision'] !== 'refuse' },
  title: (subject, { decision }) => `Review ${subject}: ${decision}`,
  money: 'The buyer’s waiting orders continue or are refused',
  button: ({ reason, decision }: { readonly reason: IdentityReview['reason']; readonly decision: Decision }) =>
    BUTTONS[reason][decision],
  command: {
    usage: 'review REVIEW approve | refuse',
    about: 'approves or refuses a buyer in review (list reviews); an approval needs two people',
    async read({ database }, [id = '', decision = '']) {
      if (!/^\d{1,15}$/.test(id) || (decision !== 'approve' && decision !== 'refuse'))
        throw new CommandError('write review REVIEW approve, or review REVIEW refuse');
      const review = await findReview(database, Number(id));
      if (review?.status !== 'open') throw new CommandError(`there is no open review ${id}`);
      return { subject: id, input: { subject: review.subject, decision } };
    },
  },
  doneBy: 'clerk',
  execute,
});

const DECIDED = { approve: 'approved', refuse: 'refused' } as const;

async function execute(
  _: ClerkContext,
  { who, why, approvedBy, subject: id, input }: ActionRequest<typeof inputSchema>,
): Promise<ClerkWrite> {
  const status = DECIDED[input.decision];
  return async (transaction) => {
    const review = await lockReview(transaction, Number(id));
    if (review?.status !== 'open' || review.subject !== input.subject)
      throw new CommandError(`review ${id} is no longer open`);
    await decideReview(transaction, review.id, status, who);
    // A review of a document does not decide the profile, and an approval does not while another review is open.
    if (
      review.reason !== 'document_differs' &&
      (status === 'refused' || !(await hasOtherOpenReview(transaction, review)))
    ) {
      await setProfileOutcome(transaction, review.buyerId, status);
      await setKycLevel(transaction, review.buyerId, status === 'approved' ? 1 : 0);
    }
    await appendAuditLine(transaction, {
      who,
      approvedBy,
      why,
      action: 'review',
      subject: `review ${review.id}`,
      before: { status: 'open', reason: review.reason },
      after: { status },
    });
    return `review ${id} is ${status}`;
  };
}
