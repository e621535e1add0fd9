import { setKycLevel } from '../../account/buyerStore.ts';
import { setProfileOutcome } from '../../account/profileStore.ts';
import { decideReview, hasOtherDoubt, lockReview } from '../../account/reviewStore.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import { CommandError } from '../commandError.ts';
import type { OperatorRequest } from '../requestStore.ts';
import type { Write } from './clerkActs.ts';
import type { ClerkContext } from './clerkContext.ts';

const DECIDED = { approve: 'approved', refuse: 'refused' } as const;

/**
 * Decides about a buyer as was asked for, unless somebody has decided meanwhile, with all that follows from it at once. What
 * follows of a document is done by the worker, which asks the verifier again for every order that waits.
 */
export async function reviewBuyer(
  _: ClerkContext,
  { who, why, approvedBy, subject: id, input }: OperatorRequest,
): Promise<Write> {
  const status = DECIDED[input['decision'] === 'refuse' ? 'refuse' : 'approve'];
  return async (transaction) => {
    const review = await lockReview(transaction, Number(id));
    if (review?.status !== 'open' || review.subject !== input['subject'])
      throw new CommandError(`review ${id}: it waits no longer`);
    await decideReview(transaction, review.id, status, who);
    if (review.reason !== 'document_differs' && (status === 'refused' || !(await hasOtherDoubt(transaction, review)))) {
      await setProfileOutcome(transaction, review.buyerId, status);
      await setKycLevel(transaction, review.buyerId, status === 'approved' ? 1 : 0);
    }
    await appendAudit(transaction, {
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
