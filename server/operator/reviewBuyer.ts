import { setKycLevel } from '../account/buyerStore.ts';
import { setProfileOutcome } from '../account/profileStore.ts';
import { decideReview, hasOtherDoubt, type IdentityReview, lockReview } from '../account/reviewStore.ts';
import { appendAudit } from '../platform/audit/auditStore.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import { CommandError, waitsForSecond } from './asking.ts';
import type { Command } from './command.ts';
import { insertRequest, type OperatorRequest, settleRequest } from './requestStore.ts';

type Decision = {
  readonly status: 'approved' | 'refused';
  readonly who: string;
  readonly why: string;
  readonly approvedBy: string | null;
};

/** A person's word on a buyer. One refuses alone; letting somebody in takes two. */
export const reviewBuyer: Command = {
  usage: 'review REVIEW approve | refuse',
  about: 'decides about a buyer who waits for a person: list reviews; to approve takes two people',
  decides: true,
  async run({ database, who, why }, [id = '', word = '']) {
    if (!/^\d{1,15}$/.test(id) || (word !== 'approve' && word !== 'refuse'))
      throw new CommandError('say review REVIEW approve, or review REVIEW refuse');
    return database.transaction(async (transaction) => {
      const review = await requireOpen(transaction, id);
      if (word === 'approve') {
        const request = { action: 'review' as const, subject: id, input: { subject: review.subject }, who, why };
        return waitsForSecond(await insertRequest(transaction, request, true));
      }
      await take(transaction, review, { status: 'refused', who, why, approvedBy: null });
      return `review ${id} is refused`;
    });
  },
};

/** Lets a buyer in after the second person's yes, unless somebody has decided meanwhile. */
export async function approveReviewed(database: Database, request: OperatorRequest): Promise<string> {
  const { who, why, approvedBy, subject: id } = request;
  const isDone = await database.transaction(async (transaction) => {
    const review = await lockReview(transaction, Number(id));
    const isOpen = review?.status === 'open' && review.subject === request.input['subject'];
    const [status, result] = isOpen ? (['done', 'approved'] as const) : (['refused', 'it waits no longer'] as const);
    await settleRequest(transaction, request.id, { status, result });
    if (isOpen) await take(transaction, review, { status: 'approved', who, why, approvedBy });
    return isOpen;
  });
  if (!isDone) throw new CommandError(`review ${id}: it waits no longer`);
  return `review ${id} is approved`;
}

async function requireOpen(transaction: Transaction, id: string): Promise<IdentityReview> {
  const review = await lockReview(transaction, Number(id));
  if (review?.status !== 'open') throw new CommandError(`there is no open review ${id}`);
  return review;
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
