import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { reviewKinds } from '@slipway/contract/entities/consoleReview.ts';
import { findReview } from '../../account/reviewStore.ts';
import { type OperatorRequest, openRequests } from '../../operator/requestStore.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import { findOrder } from '../../purchase/order/orderStore.ts';
import { findEntry } from '../../purchase/payment/bankEntryStore.ts';
import { shownRequest, viewing } from '../acts/shownRequest.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { bookingEvidence } from './bookingEvidence.ts';
import { disputeEvidence } from './disputeEvidence.ts';
import type { Evidence } from './evidence.ts';
import { heldEvidence } from './heldEvidence.ts';
import { identityEvidence } from './identityEvidence.ts';
import { offeredAnswer } from './offeredAnswer.ts';
import { offeredDecisions } from './offeredDecision.ts';
import { reviewedDisputes } from './reviewedDisputeStore.ts';
import { type QueuedReview, queuedReview, type ReviewKind } from './reviewQueueStore.ts';
import { deskOfReview, holdersOf, type ReviewSubject, readSubjects, reviewRow } from './reviewRows.ts';

/** One question with its evidence, and what this person may decide. Throws `not_found`. */
export async function showReview(
  context: ConsoleContext,
  id: string,
  person: ConsolePerson,
): Promise<ConsoleCallData<'review'>> {
  const { database, settings } = context;
  const [kind, key] = readId(id);
  const waiting = await queuedReview(database, kind, key);
  const queued = waiting ?? (await decidedReview(database, kind, key));
  const [subject] = queued ? await readSubjects(database, [queued]) : [];
  const evidence = queued && subject && (await evidenceOf(context, subject, queued, person));
  if (!evidence) throw new AppError('not_found', { what: 'review', name: id });
  const { ways, ...shown } = evidence;
  const { dispute, order } = subject;
  const [decisions, requests, viewed, answer, holders] = await Promise.all([
    offeredDecisions(context, person, ways),
    openRequests(database),
    viewing(context, person),
    dispute && order ? offeredAnswer(context, person, { dispute, order }) : null,
    holdersOf(database, [queued]),
  ]);
  return {
    ...reviewRow(person, settings(), queued, subject, holders.get(deskOfReview(queued)) ?? null),
    ...shown,
    isOpen: waiting !== undefined,
    buyerId: subject.buyerId,
    decisions,
    answer,
    requests: requests.filter((request) => isAbout(request, subject)).map((request) => shownRequest(request, viewed)),
  };
}

function readId(id: string): [ReviewKind, string] {
  const kind = reviewKinds.find((one) => id.startsWith(`${one}-`));
  if (!kind) throw new AppError('not_found', { what: 'review', name: id });
  const key = id.slice(kind.length + 1);
  if ((kind === 'identity' || kind === 'names') && !/^\d{1,15}$/.test(key))
    throw new AppError('not_found', { what: 'review', name: id });
  return [kind, key];
}

/** Of what waits no longer: it is shown as it was, without a clock. Undefined where there never was one. */
async function decidedReview(database: Database, kind: ReviewKind, key: string): Promise<QueuedReview | undefined> {
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
    const [dispute] = await reviewedDisputes(database, [key]);
    return dispute && { ...about, orderId: dispute.orderId, buyerId: null, since: dispute.openedAt };
  }
  const review = await findReview(database, Number(key));
  const isOfKind = (review?.reason === 'name_listed') === (kind === 'names');
  return review && isOfKind ? { ...about, orderId: null, buyerId: review.buyerId, since: review.openedAt } : undefined;
}

async function evidenceOf(
  context: ConsoleContext,
  subject: ReviewSubject,
  { kind }: QueuedReview,
  person: ConsolePerson,
): Promise<Evidence | undefined> {
  const { order, review, entry, dispute } = subject;
  if (review) return identityEvidence(context, { review, subject, person });
  if (entry) return bookingEvidence(context, { entry, person });
  if (dispute && order) return disputeEvidence(context, { dispute, order, subject, person });
  if (kind === 'held' && order) return heldEvidence(context, { order, subject, person });
  return undefined;
}

function isAbout(
  { action, subject: name, input }: OperatorRequest,
  { order, review, entry, dispute }: ReviewSubject,
): boolean {
  if (dispute && name === dispute.id) return true;
  if (review) return action === 'review' && name === String(review.id);
  if (entry) return (action === 'return' && name === entry.id) || input['entry'] === entry.id;
  return order !== undefined && name === order.orderNo;
}
