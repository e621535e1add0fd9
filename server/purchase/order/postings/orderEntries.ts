import { subtractAmounts } from '@slipway/money/amount.ts';
import { move, type Posting } from '../../../ledger/posting.ts';
import { computeTakenAmount, type Order, toPayAmount } from '../order.ts';
import type { EventKind, FactsByKind, FillFacts } from '../orderEventKinds.ts';
import { buildFailedRefundEntry, buildRefundEntries, getRefundAccount } from './buildRefundEntries.ts';
import { buildBroadcastPostings, buildDeliveredPostings, buildNetworkFeePostings } from './deliveryPostings.ts';
import { buildPurchasePostings } from './fillPostings.ts';
import { buildLiabilityPostings, buildPartnerSharePostings, getUnderlyingStatus } from './liabilityPostings.ts';
import type { OrderEntry } from './orderEntry.ts';

/** The order before and after the event, and the event's facts. */
type Context<Facts> = { readonly order: Order; readonly after: Order; readonly facts: Facts };
type EntryRules = { readonly [Kind in EventKind]: (context: Context<FactsByKind<Kind>>) => readonly OrderEntry[] };

/**
 * Returns the ledger entries of an event; for an example see docs/money.md, The ledger. An entry with `reverses` posts the
 * newest entry of that kind with inverted signs. Pure.
 */
export function buildOrderEntries<Kind extends EventKind>(
  { kind, facts }: { readonly kind: Kind; readonly facts: FactsByKind<Kind> },
  order: Order,
  after: Order,
): readonly OrderEntry[] {
  return [
    ...entryRules[kind]({ order, after, facts }),
    ...buildRefundEntries(order, after),
    { kind: 'partner_share', postings: buildPartnerSharePostings(order, after) },
  ];
}

const postNothing = () => [];

/** A rule for every kind of event. Events that move no money post nothing. */
export const entryRules: EntryRules = {
  payment_submitted: postNothing,
  payment_authorized: postNothing,
  payment_action_required: postNothing,
  payment_declined: postNothing,
  payment_unknown: postNothing,
  payment_received: ({ order, after, facts }) => [
    { kind: 'received', postings: move(toPayAmount(order, facts.units), 'liability:buyer', 'asset:bank') },
    buildSurplusEntry(order, after, facts.units),
  ],
  payment_window_closed: postNothing,
  payment_captured: ({ order, after, facts }) => [
    { kind: 'captured', postings: move(toPayAmount(order, facts.units), 'liability:buyer', 'asset:acquirer') },
    { kind: 'acquirer_fee', postings: buildFeePostings(order, facts.acquirerFeeUnits, 'expense:acquirer') },
    buildSurplusEntry(order, after, facts.units),
  ],
  capture_failed: postNothing,
  hold_released: postNothing,
  authorization_expired: postNothing,
  void_refused: postNothing,
  buyer_cancelled: postNothing,
  identity_processing: postNothing,
  identity_accepted: postNothing,
  identity_rejected: postNothing,
  identity_timed_out: postNothing,
  requote_accepted: postNothing,
  requote_declined: postNothing,
  consent_timed_out: postNothing,
  conversion_started: postNothing,
  conversion_filled: buildFillEntries,
  conversion_partial: buildFillEntries,
  conversion_unknown: postNothing,
  conversion_failed: postNothing,
  risk_flagged: postNothing,
  payment_recalled: ({ order, after, facts }) => [
    {
      kind: 'recalled',
      postings: buildLiabilityPostings(order, after, [{ account: 'asset:bank', units: facts.units }]),
    },
  ],
  payment_warned: postNothing,
  payment_disputed: ({ order, facts }) => [
    {
      kind: 'dispute_opened',
      postings: [
        ...move(toPayAmount(order, facts.units), 'asset:acquirer', 'asset:dispute'),
        ...buildFeePostings(order, facts.disputeFeeUnits, 'expense:dispute'),
      ],
    },
  ],
  dispute_won: ({ order, after, facts }) => [
    {
      kind: 'dispute_won',
      postings: [
        ...move(subtractAmounts(order.disputed, after.disputed), 'asset:dispute', 'asset:acquirer'),
        ...(facts.disputeFeeUnits === null
          ? []
          : move(toPayAmount(order, facts.disputeFeeUnits), 'expense:dispute', 'asset:acquirer')),
      ],
    },
  ],
  dispute_lost: ({ order, after, facts }) => {
    const heldBack = order.disputed.units - after.disputed.units;
    const sources = [
      { account: 'asset:dispute', units: heldBack },
      { account: 'asset:acquirer', units: facts.units - heldBack },
    ] as const;
    return [{ kind: 'dispute_lost', postings: buildLiabilityPostings(order, after, sources) }];
  },
  dispute_reversed: ({ order, after, facts }) => [
    {
      kind: 'dispute_reversed',
      postings: buildLiabilityPostings(order, after, [{ account: 'asset:acquirer', units: -facts.units }]),
    },
  ],
  payout_submitted: ({ order }) => [{ kind: 'broadcast', postings: buildBroadcastPostings(order) }],
  payout_unknown: postNothing,
  payout_confirmed: ({ order, after, facts }) => [
    // The payout was found on the chain before it was recorded as sent: both entries are posted at once.
    ...(getUnderlyingStatus(order) !== 'delivering'
      ? [{ kind: 'broadcast', postings: buildBroadcastPostings(order) }]
      : []),
    { kind: 'confirmed', postings: [...buildDeliveredPostings(order), ...buildNetworkFeePostings(facts.networkFee)] },
    // Some of the money may have left since the payment, although the coins were sent: that part is a loss.
    { kind: 'claims_met', postings: buildLiabilityPostings(order, after, [createPriceSource(order, 1n)]) },
  ],
  payout_final: postNothing,
  payout_refused: postNothing,
  funds_short: postNothing,
  funds_short_too_long: postNothing,
  unsent_too_long: postNothing,
  payout_dropped: postNothing,
  payout_stuck: postNothing,
  payout_reverted: ({ facts }) => [
    { kind: 'broadcast_reversed', postings: [], reverses: 'broadcast' },
    { kind: 'revert_fee', postings: buildNetworkFeePostings(facts.networkFee) },
  ],
  payout_cancelled: ({ facts }) => [{ kind: 'revert_fee', postings: buildNetworkFeePostings(facts.networkFee) }],
  payout_reorged: ({ order, after }) => [
    { kind: 'confirmed_reversed', postings: [], reverses: 'confirmed' },
    // Not a reversal of the earlier entry: money that left after the delivery was our loss, and now reduces what is owed to
    // the buyer.
    { kind: 'claims_restored', postings: buildLiabilityPostings(order, after, [createPriceSource(order, -1n)]) },
  ],
  refund_settled: ({ order, after, facts }) => [
    {
      kind: 'refund_settled',
      postings: buildLiabilityPostings(order, after, [{ account: getRefundAccount(order, facts), units: facts.units }]),
    },
  ],
  refund_unknown: postNothing,
  refund_failed: (context) => buildFailedRefundEntry('refund_failed', context),
  surplus_returned: ({ order, after, facts }) => [
    {
      kind: 'surplus_returned',
      postings: buildLiabilityPostings(order, after, [{ account: getRefundAccount(order, facts), units: facts.units }]),
    },
  ],
  surplus_return_failed: (context) => buildFailedRefundEntry('surplus_return_failed', context),
  external_refund: ({ order, after, facts }) => [
    {
      kind: 'external_refund',
      postings: buildLiabilityPostings(order, after, [{ account: 'asset:acquirer', units: facts.units }]),
    },
  ],
  external_refund_failed: ({ order, after, facts }) => [
    {
      kind: 'external_refund_failed',
      postings: buildLiabilityPostings(order, after, [{ account: 'asset:acquirer', units: -facts.units }]),
    },
  ],
  hold_cleared: postNothing,
  hold_refused: postNothing,
  hold_lapsing: postNothing,
  conversion_given_up: postNothing,
  frozen: postNothing,
  unfrozen: postNothing,
  loss_recovered: ({ order, facts }) => [
    { kind: 'loss_recovered', postings: move(toPayAmount(order, facts.units), 'expense:dispute', 'asset:bank') },
  ],
  step_overdue: postNothing,
  provider_paid: postNothing,
  provider_delivering: postNothing,
  provider_delivered: ({ order, facts }) => [
    {
      kind: 'affiliate_income',
      postings:
        facts.affiliateUnits === null
          ? []
          : move(toPayAmount(order, facts.affiliateUnits), 'income:affiliate', 'asset:affiliate'),
    },
  ],
  provider_held: postNothing,
  provider_failed: postNothing,
  provider_expired: postNothing,
  // A provider pays no affiliate fee for a refunded purchase.
  provider_refunded: ({ order }) =>
    order.status === 'delivered' ? [{ kind: 'affiliate_reversed', postings: [], reverses: 'affiliate_income' }] : [],
};

/**
 * Returns the entry that books the surplus as owed to the buyer in every state of the order, less what a bank has recalled of
 * money that was refunded.
 */
function buildSurplusEntry(order: Order, after: Order, units: bigint): OrderEntry {
  return {
    kind: 'surplus',
    postings: buildLiabilityPostings(order, after, [{ account: 'liability:buyer', units: -units }]),
  };
}

/**
 * Returns the amount by which {@link buildDeliveredPostings} reduces what is owed to the buyer: all that was paid, even if a
 * part has left since. `sign`: -1 to restore it.
 */
function createPriceSource(order: Order, sign: 1n | -1n) {
  return { account: 'liability:buyer', units: sign * computeTakenAmount(order).units } as const;
}

/** Returns the postings of an acquirer's fee; none while the fee is unknown. */
function buildFeePostings(
  order: Order,
  units: bigint | null,
  account: 'expense:acquirer' | 'expense:dispute',
): readonly Posting[] {
  return units === null ? [] : move(toPayAmount(order, units), 'asset:acquirer', account);
}

function buildFillEntries({ order, facts }: Context<{ readonly fill: FillFacts | null }>): readonly OrderEntry[] {
  return facts.fill ? [{ kind: 'fill', postings: buildPurchasePostings(facts.fill, order) }] : [];
}
