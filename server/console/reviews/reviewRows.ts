import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { amountOf } from '@slipway/money/amount.ts';
import { findProfiles, type Profile } from '../../account/profileStore.ts';
import { findReviews, type IdentityReview } from '../../account/reviewStore.ts';
import type { Settings } from '../../configuration/settings.ts';
import {
  titleOfDispute,
  titleOfHold,
  titleOfReview,
  titleOfUnmatched,
} from '../../operator/attention/attentionTitles.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Order } from '../../purchase/order/order.ts';
import { findOrdersByIds } from '../../purchase/order/orderStore.ts';
import { findEntries, type StoredEntry } from '../../purchase/payment/bankEntryStore.ts';
import { IF_NOBODY_ACTS, ifNobodyAnswers, ifNobodyContests, ifNobodyReleases } from '../attention/ifNobodyActs.ts';
import { takesOf } from '../desk/deskStore.ts';
import { deskOf, subjectOf, textOfSubject } from '../desk/subjects.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { nameFor } from '../personal/masks.ts';
import { saidSum, shownSum } from '../shownSum.ts';
import { type ReviewedDispute, reviewedDisputes } from './reviewedDisputeStore.ts';
import type { QueuedReview, ReviewKind } from './reviewQueueStore.ts';

type ReviewRow = ConsoleCallData<'reviews'>['rows'][number];

/** What a queued review is of, each where there is one. */
export type ReviewSubject = {
  readonly order: Order | undefined;
  readonly buyerId: string | null;
  readonly profile: Profile | undefined;
  readonly review: IdentityReview | undefined;
  readonly entry: StoredEntry | undefined;
  readonly dispute: ReviewedDispute | undefined;
};

/** Reads all that a page of the queue is of: one query for each kind of thing. */
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
    reviewedDisputes(database, keys('dispute')),
  ]);
  const buyerOf = (one: QueuedReview) => one.buyerId ?? orders.find(({ id }) => id === one.orderId)?.buyerId ?? null;
  const profiles = await findProfiles(
    database,
    queued.flatMap((one) => buyerOf(one) ?? []),
  );
  return queued.map((one) => {
    const buyerId = buyerOf(one);
    const asksBuyer = one.kind === 'identity' || one.kind === 'names';
    return {
      order: orders.find(({ id }) => id === one.orderId),
      buyerId,
      profile: profiles.get(buyerId ?? ''),
      review: asksBuyer ? reviews.find(({ id }) => id === Number(one.key)) : undefined,
      entry: one.kind === 'unallocated' ? entries.find(({ id }) => id === one.key) : undefined,
      dispute: one.kind === 'dispute' ? disputes.find(({ id }) => id === one.key) : undefined,
    };
  });
}

export function nameOfBuyer({ profile }: Pick<ReviewSubject, 'profile'>): string {
  return profile ? `${profile.firstName} ${profile.lastName}` : '';
}

/** A line of the queue, as this person may read it. */
export function reviewRow(
  { roles }: Pick<ConsolePerson, 'roles'>,
  { riskRules }: Pick<Settings, 'riskRules'>,
  queued: QueuedReview,
  subject: ReviewSubject,
  takenBy: string | null,
): ReviewRow {
  const { kind, key, since, until } = queued;
  const { order, entry, dispute } = subject;
  const name = kind === 'unallocated' ? (entry?.counterpartyName ?? '') : nameOfBuyer(subject);
  const amount = entry?.amount ?? (order && (dispute ? amountOf(order.pay.asset, dispute.units) : order.pay));
  return {
    id: `${kind}-${key}`,
    kind,
    desk: deskOfReview(queued),
    takenBy,
    who: nameFor(roles, name) || (kind === 'unallocated' ? 'Payer without a name' : 'Buyer without a profile'),
    cause: causeOf(subject, riskRules),
    amount: amount ? shownSum(amount) : null,
    orderNo: order?.orderNo ?? null,
    deadline: {
      since: since.toISOString(),
      until: until?.toISOString() ?? null,
      otherwise: otherwiseOf(queued, subject),
    },
  };
}

/** Who has which of them in hand, by what they are called at the desk. */
export async function holdersOf(
  database: Queryable,
  queued: readonly QueuedReview[],
): Promise<ReadonlyMap<string, string>> {
  const takes = await takesOf(
    database,
    queued.map((one) => subjectOf(deskOfReview(one))),
  );
  return new Map(takes.map((one) => [textOfSubject(one), one.person]));
}

export function deskOfReview({ kind, key }: QueuedReview): string {
  return deskOf(kind, key);
}

function causeOf({ order, review, entry, dispute }: ReviewSubject, rules: Settings['riskRules']): string {
  if (review) return titleOfReview(review.reason, review.facts);
  if (dispute) return titleOfDispute(dispute);
  if (entry) return titleOfUnmatched(entry.reason);
  return order ? titleOfHold(order, rules) : '';
}

function otherwiseOf({ kind }: QueuedReview, { order, dispute }: ReviewSubject): string {
  if (kind === 'unallocated') return IF_NOBODY_ACTS.unmatched;
  if (kind !== 'dispute') return kind === 'held' && order ? ifNobodyReleases(order) : ifNobodyAnswers(order);
  if (!order || !dispute) return '';
  const sumOf = (units: bigint) => saidSum(amountOf(order.pay.asset, units));
  return ifNobodyContests({
    ...dispute,
    isDelivered: order.status === 'delivered',
    amount: sumOf(dispute.units),
    fee: dispute.feeUnits > 0n ? sumOf(dispute.feeUnits) : '',
  });
}
