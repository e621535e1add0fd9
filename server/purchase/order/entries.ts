import { subtractAmounts } from '@slipway/money/amount.ts';
import { move, type Posting } from '../../ledger/posting.ts';
import { claimPostings, sharePostings, stageOf } from './claimPostings.ts';
import { broadcastPostings, deliveredPostings, networkFeePostings } from './deliveryPostings.ts';
import type { EventKind, FactsOf, FillFacts } from './events.ts';
import { boughtPostings } from './fillPostings.ts';
import { type Order, paidAmount, takenAmount } from './order.ts';
import type { OrderEntry } from './orderEntry.ts';
import { cameBack, refundAccount, refundEntries } from './refundEntries.ts';

/** The order before the event and after it, and what the event says. */
type Context<Facts> = { readonly order: Order; readonly after: Order; readonly facts: Facts };
type EntryRules = { readonly [Kind in EventKind]: (context: Context<FactsOf<Kind>>) => readonly OrderEntry[] };

/**
 * What an event means in the ledger, by example in docs/money.md, The ledger. Pure. `reverses` asks for the newest entry of that
 * kind with its signs turned.
 */
export function entriesFor<Kind extends EventKind>(
  { kind, facts }: { readonly kind: Kind; readonly facts: FactsOf<Kind> },
  order: Order,
  after: Order,
): readonly OrderEntry[] {
  return [
    ...entryRules[kind]({ order, after, facts }),
    ...refundEntries(order, after),
    { kind: 'partner_share', postings: sharePostings(order, after) },
  ];
}

const none = () => [];

/** A rule for every kind: what moves no money says so. */
export const entryRules: EntryRules = {
  payment_submitted: none,
  payment_authorized: none,
  payment_action_required: none,
  payment_declined: none,
  payment_unknown: none,
  payment_received: ({ order, after, facts }) => [
    { kind: 'received', postings: move(paidAmount(order, facts.units), 'liability:buyer', 'asset:bank') },
    setAside(order, after, facts.units),
  ],
  payment_window_closed: none,
  payment_captured: ({ order, after, facts }) => [
    { kind: 'captured', postings: move(paidAmount(order, facts.units), 'liability:buyer', 'asset:acquirer') },
    { kind: 'acquirer_fee', postings: charged(order, facts.acquirerFeeUnits, 'expense:acquirer') },
    setAside(order, after, facts.units),
  ],
  capture_failed: none,
  hold_released: none,
  authorization_expired: none,
  void_refused: none,
  buyer_cancelled: none,
  identity_processing: none,
  identity_accepted: none,
  identity_rejected: none,
  identity_timed_out: none,
  requote_accepted: none,
  requote_declined: none,
  consent_timed_out: none,
  conversion_started: none,
  conversion_filled: filled,
  conversion_partial: filled,
  conversion_unknown: none,
  conversion_failed: none,
  risk_flagged: none,
  payment_recalled: ({ order, after, facts }) => [
    { kind: 'recalled', postings: claimPostings(order, after, [{ account: 'asset:bank', units: facts.units }]) },
  ],
  payment_warned: none,
  payment_disputed: ({ order, facts }) => [
    {
      kind: 'dispute_opened',
      postings: [
        ...move(paidAmount(order, facts.units), 'asset:acquirer', 'asset:dispute'),
        ...charged(order, facts.disputeFeeUnits, 'expense:dispute'),
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
          : move(paidAmount(order, facts.disputeFeeUnits), 'expense:dispute', 'asset:acquirer')),
      ],
    },
  ],
  dispute_lost: ({ order, after, facts }) => {
    const heldBack = order.disputed.units - after.disputed.units;
    const sources = [
      { account: 'asset:dispute', units: heldBack },
      { account: 'asset:acquirer', units: facts.units - heldBack },
    ] as const;
    return [{ kind: 'dispute_lost', postings: claimPostings(order, after, sources) }];
  },
  dispute_reversed: ({ order, after, facts }) => [
    {
      kind: 'dispute_reversed',
      postings: claimPostings(order, after, [{ account: 'asset:acquirer', units: -facts.units }]),
    },
  ],
  payout_submitted: ({ order }) => [{ kind: 'broadcast', postings: broadcastPostings(order) }],
  payout_unknown: none,
  payout_confirmed: ({ order, after, facts }) => [
    // Found on the chain before the answer to its broadcast was: both entries at once.
    ...(stageOf(order) === 'converted' ? [{ kind: 'broadcast', postings: broadcastPostings(order) }] : []),
    { kind: 'confirmed', postings: [...deliveredPostings(order), ...networkFeePostings(facts.networkFee)] },
    // Sent for money of which some is gone by now.
    { kind: 'claims_met', postings: claimPostings(order, after, [pricePaid(order, 1n)]) },
  ],
  payout_final: none,
  payout_refused: none,
  funds_short: none,
  funds_short_too_long: none,
  payout_dropped: none,
  payout_stuck: none,
  payout_reverted: ({ facts }) => [
    { kind: 'broadcast_reversed', postings: [], reverses: 'broadcast' },
    { kind: 'revert_fee', postings: networkFeePostings(facts.networkFee) },
  ],
  payout_reorged: ({ order, after }) => [
    { kind: 'confirmed_reversed', postings: [], reverses: 'confirmed' },
    // Not the former entry turned round: what has gone since was not the buyer's then, and is now.
    { kind: 'claims_restored', postings: claimPostings(order, after, [pricePaid(order, -1n)]) },
  ],
  refund_settled: ({ order, after, facts }) => [
    {
      kind: 'refund_settled',
      postings: claimPostings(order, after, [{ account: refundAccount(order, facts), units: facts.units }]),
    },
  ],
  refund_unknown: none,
  refund_failed: (context) => cameBack('refund_failed', context),
  surplus_returned: ({ order, after, facts }) => [
    {
      kind: 'surplus_returned',
      postings: claimPostings(order, after, [{ account: refundAccount(order, facts), units: facts.units }]),
    },
  ],
  surplus_return_failed: (context) => cameBack('surplus_return_failed', context),
  refund_elsewhere: ({ order, after, facts }) => [
    {
      kind: 'refund_elsewhere',
      postings: claimPostings(order, after, [{ account: 'asset:acquirer', units: facts.units }]),
    },
  ],
  refund_elsewhere_failed: ({ order, after, facts }) => [
    {
      kind: 'refund_elsewhere_failed',
      postings: claimPostings(order, after, [{ account: 'asset:acquirer', units: -facts.units }]),
    },
  ],
  hold_cleared: none,
  hold_refused: none,
  hold_lapsing: none,
  conversion_given_up: none,
  frozen: none,
  unfrozen: none,
  loss_recovered: ({ order, facts }) => [
    { kind: 'loss_recovered', postings: move(paidAmount(order, facts.units), 'expense:dispute', 'asset:bank') },
  ],
  step_overdue: none,
  provider_paid: none,
  provider_delivering: none,
  provider_delivered: ({ order, facts }) => [
    {
      kind: 'affiliate_income',
      postings:
        facts.affiliateUnits === null
          ? []
          : move(paidAmount(order, facts.affiliateUnits), 'income:affiliate', 'asset:affiliate'),
    },
  ],
  provider_held: none,
  provider_failed: none,
  provider_expired: none,
  // Of a purchase that was given back a provider pays nothing.
  provider_refunded: ({ order }) =>
    order.status === 'delivered' ? [{ kind: 'affiliate_reversed', postings: [], reverses: 'affiliate_income' }] : [],
};

/** What came beyond the price is owed back whatever becomes of the order, less what a bank took that had gone back already. */
function setAside(order: Order, after: Order, units: bigint): OrderEntry {
  return { kind: 'surplus', postings: claimPostings(order, after, [{ account: 'liability:buyer', units: -units }]) };
}

/** What {@link deliveredPostings} takes of what is owed to the buyer: all that was paid, whatever has gone of it since. */
function pricePaid(order: Order, sign: 1n | -1n) {
  return { account: 'liability:buyer', units: sign * takenAmount(order).units } as const;
}

/** What the acquirer keeps, once it has said how much. */
function charged(
  order: Order,
  units: bigint | null,
  account: 'expense:acquirer' | 'expense:dispute',
): readonly Posting[] {
  return units === null ? [] : move(paidAmount(order, units), 'asset:acquirer', account);
}

function filled({ order, facts }: Context<{ readonly fill: FillFacts | null }>): readonly OrderEntry[] {
  return facts.fill ? [{ kind: 'fill', postings: boughtPostings(facts.fill, order) }] : [];
}
