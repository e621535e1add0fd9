import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { reviewKinds } from '@slipway/contract/entities/console/consoleReview.ts';
import { createAmount } from '@slipway/money/amount.ts';
import { findReview } from '../../account/details/reviewStore.ts';
import { findOpenRequests, type OperatorRequest } from '../../action/requests/requestStore.ts';
import { formatRoles } from '../../action/roles.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import { sendEvidence } from '../../purchase/actions/disputes/sendEvidence.ts';
import { findEvidenceProblem } from '../../purchase/actions/disputes/submitEvidence.ts';
import type { Order } from '../../purchase/order/order.ts';
import { findOrder } from '../../purchase/order/orderStore.ts';
import { findEntry } from '../../purchase/payment/bankEntryStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { formatAmountWithCode } from '../presentAmount.ts';
import { loadRequestViewContext, presentRequest } from '../requests/presentRequest.ts';
import { buildBookingReview } from './buildBookingReview.ts';
import { buildDecisionOptions } from './buildDecisionOption.ts';
import { buildDisputeReview } from './buildDisputeReview.ts';
import { buildHoldReview } from './buildHoldReview.ts';
import { buildIdentityReview } from './buildIdentityReview.ts';
import type { ReviewContents } from './reviewContents.ts';
import { findReviewedDisputes, type ReviewedDispute } from './reviewedDisputeStore.ts';
import { findQueuedReview, type QueuedReview, type ReviewKind } from './reviewQueueStore.ts';
import {
  findReviewAssignees,
  presentReviewRow,
  type ReviewSubject,
  readSubjects,
  toReviewItemKey,
} from './reviewRows.ts';

/** Returns whether this person may answer the dispute now. The call that receives the answer checks this again. */
async function buildAnswerOption(
  { database }: ConsoleContext,
  { roles }: ConsolePerson,
  { dispute, order }: { readonly dispute: ReviewedDispute; readonly order: Order },
): Promise<NonNullable<ConsoleCallData<'review'>['answer']>> {
  const { requesters } = sendEvidence.right;
  const hasRole = roles.some((role) => requesters.includes(role));
  const why =
    (await findEvidenceProblem(database, dispute)) ?? (hasRole ? '' : `Requires the ${formatRoles(requesters)} role.`);
  return {
    dispute: dispute.id,
    order: order.orderNo,
    amount: formatAmountWithCode(createAmount(order.pay.asset, dispute.units)),
    until: dispute.dueAt?.toISOString() ?? null,
    allowed: why === '',
    why,
  };
}

/** Returns a review with its evidence, and the decisions that this person may make. Throws `not_found`. */
export async function readReviewPage(
  context: ConsoleContext,
  id: string,
  person: ConsolePerson,
): Promise<ConsoleCallData<'review'>> {
  const { database, settings } = context;
  const [kind, key] = parseReviewId(id);
  const waiting = await findQueuedReview(database, kind, key);
  const queued = waiting ?? (await findDecidedReview(database, kind, key));
  const [subject] = queued ? await readSubjects(database, [queued]) : [];
  const evidence = queued && subject && (await buildReviewContents(context, subject, queued, person));
  if (!evidence) throw new AppError('not_found', { what: 'review', name: id });
  const { decisions: definitions, ...shown } = evidence;
  const { dispute, order } = subject;
  const [decisions, requests, viewContext, answer, holders] = await Promise.all([
    buildDecisionOptions(context, person, definitions),
    findOpenRequests(database),
    loadRequestViewContext(context, person),
    dispute && order ? buildAnswerOption(context, person, { dispute, order }) : null,
    findReviewAssignees(database, [queued]),
  ]);
  return {
    ...presentReviewRow(person, settings(), queued, subject, holders.get(toReviewItemKey(queued)) ?? null),
    ...shown,
    isOpen: waiting !== undefined,
    buyerId: subject.buyerId,
    decisions,
    answer,
    requests: requests
      .filter((request) => isAboutSubject(request, subject))
      .map((request) => presentRequest(request, viewContext)),
  };
}

function parseReviewId(id: string): [ReviewKind, string] {
  const kind = reviewKinds.find((one) => id.startsWith(`${one}-`));
  if (!kind) throw new AppError('not_found', { what: 'review', name: id });
  const key = id.slice(kind.length + 1);
  if ((kind === 'identity' || kind === 'names') && !/^\d{1,15}$/.test(key))
    throw new AppError('not_found', { what: 'review', name: id });
  return [kind, key];
}

/**
 * Returns a review that is not in the queue, without a deadline. A hold need not have existed: any order has its review.
 * Undefined if the order, payment, dispute or review of a buyer does not exist.
 */
async function findDecidedReview(database: Database, kind: ReviewKind, key: string): Promise<QueuedReview | undefined> {
  const about = { kind, key, until: null };
  if (kind === 'held') {
    const order = await findOrder(database, key);
    return order && { ...about, orderId: order.id, buyerId: order.buyerId, since: order.updatedAt };
  }
  if (kind === 'unallocated') {
    const entry = await findEntry(database, key);
    return entry && { ...about, orderId: entry.orderId, buyerId: null, since: entry.createdAt };
  }
  if (kind === 'dispute') {
    const [dispute] = await findReviewedDisputes(database, [key]);
    return dispute && { ...about, orderId: dispute.orderId, buyerId: null, since: dispute.openedAt };
  }
  const review = await findReview(database, Number(key));
  const isOfKind = (review?.reason === 'name_listed') === (kind === 'names');
  return review && isOfKind ? { ...about, orderId: null, buyerId: review.buyerId, since: review.openedAt } : undefined;
}

async function buildReviewContents(
  context: ConsoleContext,
  subject: ReviewSubject,
  { kind }: QueuedReview,
  person: ConsolePerson,
): Promise<ReviewContents | undefined> {
  const { order, review, entry, dispute } = subject;
  if (review) return buildIdentityReview(context, { review, subject, person });
  if (entry) return buildBookingReview(context, { entry, person });
  if (dispute && order) return buildDisputeReview(context, { dispute, order, subject, person });
  if (kind === 'held' && order) return buildHoldReview(context, { order, subject, person });
  return undefined;
}

function isAboutSubject(
  { action, subject: name, input }: OperatorRequest,
  { order, review, entry, dispute }: ReviewSubject,
): boolean {
  if (dispute && name === dispute.id) return true;
  if (review) return action === 'review' && name === String(review.id);
  if (entry) return (action === 'return' && name === entry.id) || input['entry'] === entry.id;
  return order !== undefined && name === order.orderNo;
}
