import { setKycLevel } from '../../account/buyerStore.ts';
import { setProfileOutcome } from '../../account/profileStore.ts';
import { decideReview, hasOtherDoubt, type IdentityReview, lockReview } from '../../account/reviewStore.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { CommandError } from '../commandError.ts';
import { type OperatorRequest, settleRequest } from '../requestStore.ts';
import type { LocalContext } from './localContext.ts';

type Decision = {
  readonly status: 'approved' | 'refused';
  readonly who: string;
  readonly why: string;
  readonly approvedBy: string | null;
};

const DECIDED = { approve: 'approved', refuse: 'refused' } as const;

/** Decides about a buyer as was asked for, unless somebody has decided meanwhile. */
export async function decideAsked({ database }: LocalContext, request: OperatorRequest): Promise<string> {
  const { who, why, approvedBy, subject: id, input } = request;
  const decided = DECIDED[input['decision'] === 'refuse' ? 'refuse' : 'approve'];
  const isDone = await database.transaction(async (transaction) => {
    const review = await lockReview(transaction, Number(id));
    const isOpen = review?.status === 'open' && review.subject === input['subject'];
    const [status, result] = isOpen ? (['done', decided] as const) : (['refused', 'it waits no longer'] as const);
    await settleRequest(transaction, request.id, { status, result });
    if (isOpen) await take(transaction, review, { status: decided, who, why, approvedBy });
    return isOpen;
  });
  if (!isDone) throw new CommandError(`review ${id}: it waits no longer`);
  return `review ${id} is ${decided}`;
}

/**
 * The decision with all that follows from it at once. What follows of a document is done by the worker, which asks the
 * verifier again for every order that waits.
 */
async function take(
  transaction: Transaction,
  review: IdentityReview,
  { status, who, why, approvedBy }: Decision,
): Promise<void> {
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
}
