import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { createAmount } from '@slipway/money/amount.ts';
import { findProfiles, type Profile } from '../../account/details/profileStore.ts';
import { findReviews, type IdentityReview } from '../../account/details/reviewStore.ts';
import type { Settings } from '../../configuration/settings.ts';
import {
  formatDisputeTitle,
  formatHoldTitle,
  formatReviewTitle,
  formatUnmatchedTitle,
} from '../../operator/attention/attentionTitles.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Order } from '../../purchase/order/order.ts';
import { findOrdersByIds } from '../../purchase/order/orderStore.ts';
import { findEntries, type StoredEntry } from '../../purchase/payment/bankEntryStore.ts';
import {
  DEADLINE_OUTCOMES,
  describeDisputeExpiry,
  describeHoldExpiry,
  describeReviewExpiry,
} from '../attention/deadlineOutcomes.ts';
import { findAssignments } from '../collaboration/collaborationStore.ts';
import { formatWorkItem, parseWorkItem, toWorkItemKey } from '../collaboration/workItems.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { maskNameForRoles } from '../personal/masks.ts';
import { formatAmountWithCode, presentAmount } from '../presentAmount.ts';
import { findReviewedDisputes, type ReviewedDispute } from './reviewedDisputeStore.ts';
import type { QueuedReview, ReviewKind } from './reviewQueueStore.ts';

type ReviewRow = ConsoleCallData<'reviews'>['rows'][number];

/** The records that a queued review is about, if they exist. */
export type ReviewSubject = {
  readonly order: Order | undefined;
  readonly buyerId: string | null;
  readonly profile: Profile | undefined;
  readonly review: IdentityReview | undefined;
  readonly entry: StoredEntry | undefined;
  readonly dispute: ReviewedDispute | undefined;
};

/** Reads the records of a page of the queue: one query for each kind of record. */
export async function readSubjects(
  database: Queryable,
  queued: readonly QueuedReview[],
): Promise<readonly ReviewSubject[]> {
  const keys = (...kinds: readonly ReviewKind[]) =>
    queued.flatMap(({ kind, key }) => (kinds.includes(kind) ? [key] : []));
  const [orders, reviews, entries, disputes] = await Promise.all([
    findOrdersByIds(
      database,
      queued.flatMap(({ orderId }) => orderId ?? []),
    ),
    findReviews(database, keys('identity', 'names').map(Number)),
    findEntries(database, keys('unallocated')),
    findReviewedDisputes(database, keys('dispute')),
  ]);
  const findBuyerId = (one: QueuedReview) =>
    one.buyerId ?? orders.find(({ id }) => id === one.orderId)?.buyerId ?? null;
  const profiles = await findProfiles(
    database,
    queued.flatMap((one) => findBuyerId(one) ?? []),
  );
  return queued.map((one) => {
    const buyerId = findBuyerId(one);
    const isBuyerReview = one.kind === 'identity' || one.kind === 'names';
    return {
      order: orders.find(({ id }) => id === one.orderId),
      buyerId,
      profile: profiles.get(buyerId ?? ''),
      review: isBuyerReview ? reviews.find(({ id }) => id === Number(one.key)) : undefined,
      entry: one.kind === 'unallocated' ? entries.find(({ id }) => id === one.key) : undefined,
      dispute: one.kind === 'dispute' ? disputes.find(({ id }) => id === one.key) : undefined,
    };
  });
}

export function formatBuyerName({ profile }: Pick<ReviewSubject, 'profile'>): string {
  return profile ? `${profile.firstName} ${profile.lastName}` : '';
}

/** Returns a row of the queue, masked for this person. */
export function presentReviewRow(
  { roles }: Pick<ConsolePerson, 'roles'>,
  { riskRules }: Pick<Settings, 'riskRules'>,
  queued: QueuedReview,
  subject: ReviewSubject,
  takenBy: string | null,
): ReviewRow {
  const { kind, key, since, until } = queued;
  const { order, entry, dispute } = subject;
  const name = kind === 'unallocated' ? (entry?.counterpartyName ?? '') : formatBuyerName(subject);
  const amount = entry?.amount ?? (order && (dispute ? createAmount(order.pay.asset, dispute.units) : order.pay));
  return {
    id: `${kind}-${key}`,
    kind,
    desk: toReviewItemKey(queued),
    takenBy,
    who: maskNameForRoles(roles, name) || (kind === 'unallocated' ? 'Payer without a name' : 'Buyer without a profile'),
    cause: describeCause(subject, riskRules),
    amount: amount ? presentAmount(amount) : null,
    orderNo: order?.orderNo ?? null,
    deadline: {
      since: since.toISOString(),
      until: until?.toISOString() ?? null,
      otherwise: describeExpiry(queued, subject),
    },
  };
}

/** Returns the assignees of these reviews, by item. */
export async function findReviewAssignees(
  database: Queryable,
  queued: readonly QueuedReview[],
): Promise<ReadonlyMap<string, string>> {
  const assignments = await findAssignments(
    database,
    queued.map((one) => parseWorkItem(toReviewItemKey(one))),
  );
  return new Map(assignments.map((one) => [formatWorkItem(one), one.person]));
}

export function toReviewItemKey({ kind, key }: QueuedReview): string {
  return toWorkItemKey(kind, key);
}

function describeCause({ order, review, entry, dispute }: ReviewSubject, rules: Settings['riskRules']): string {
  if (review) return formatReviewTitle(review.reason, review.facts);
  if (dispute) return formatDisputeTitle(dispute);
  if (entry) return formatUnmatchedTitle(entry.reason);
  return order ? formatHoldTitle(order, rules) : '';
}

function describeExpiry({ kind }: QueuedReview, { order, dispute }: ReviewSubject): string {
  if (kind === 'unallocated') return DEADLINE_OUTCOMES.unmatched;
  if (kind !== 'dispute') return kind === 'held' && order ? describeHoldExpiry(order) : describeReviewExpiry(order);
  if (!order || !dispute) return '';
  const formatSum = (units: bigint) => formatAmountWithCode(createAmount(order.pay.asset, units));
  return describeDisputeExpiry({
    ...dispute,
    isDelivered: order.status === 'delivered',
    amount: formatSum(dispute.units),
    fee: dispute.feeUnits > 0n ? formatSum(dispute.feeUnits) : '',
  });
}
