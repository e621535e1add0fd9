import { subtractAmounts } from '@slipway/money/amount.ts';
import type { Account } from '../../ledger/account.ts';
import { move, type Posting } from '../../ledger/posting.ts';
import { broadcastPostings, deliveredPostings, networkFeePostings } from './deliveryPostings.ts';
import type { EventKind, FactsOf, FillFacts } from './events.ts';
import { boughtPostings } from './fillPostings.ts';
import { isOwedAsRefund, lossPostings, stageOf } from './lossPostings.ts';
import { moneyAccount, type Order, paidAmount, unsettledAmount } from './order.ts';

/** A ledger entry's lines, and the kind by which a later event finds and reverses them. */
export type OrderEntry = { readonly kind: string; readonly postings: readonly Posting[]; readonly reverses?: string };

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
  return [...entryRules[kind]({ order, after, facts }), ...refundEntries(order, after)];
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
    {
      kind: 'surplus',
      postings: move(subtractAmounts(after.surplus, order.surplus), 'liability:refund', 'liability:buyer'),
    },
  ],
  payment_window_closed: none,
  payment_captured: ({ order, facts }) => [
    { kind: 'captured', postings: move(paidAmount(order, facts.units), 'liability:buyer', 'asset:acquirer') },
    { kind: 'acquirer_fee', postings: charged(order, facts.acquirerFeeUnits, 'expense:acquirer') },
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
  payment_recalled: ({ order, facts }) => [
    { kind: 'recalled', postings: lossPostings(order, facts.units, [{ account: 'asset:bank', units: facts.units }]) },
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
    return [{ kind: 'dispute_lost', postings: lossPostings(order, facts.units, sources) }];
  },
  payout_submitted: ({ order }) => [{ kind: 'broadcast', postings: broadcastPostings(order) }],
  payout_unknown: none,
  payout_confirmed: ({ order, facts }) => [
    // Found on the chain before the answer to its broadcast was: both entries at once.
    ...(stageOf(order) === 'converted' ? [{ kind: 'broadcast', postings: broadcastPostings(order) }] : []),
    { kind: 'confirmed', postings: [...deliveredPostings(order), ...networkFeePostings(facts.networkFee)] },
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
  payout_reorged: () => [{ kind: 'confirmed_reversed', postings: [], reverses: 'confirmed' }],
  refund_settled: ({ order, facts }) => [
    {
      kind: 'refund_settled',
      postings: lossPostings(order, facts.units, [{ account: refundAccount(order, facts), units: facts.units }]),
    },
  ],
  refund_unknown: none,
  refund_failed: ({ order, facts }) =>
    facts.wasSettled
      ? [
          {
            kind: 'refund_failed',
            postings: move(paidAmount(order, facts.units), 'liability:refund', refundAccount(order, facts)),
          },
        ]
      : [],
  surplus_returned: ({ order, facts }) => [
    { kind: 'surplus_returned', postings: move(paidAmount(order, facts.units), 'asset:bank', 'liability:refund') },
  ],
  surplus_return_failed: ({ order, facts }) =>
    facts.wasSettled
      ? [
          {
            kind: 'surplus_return_failed',
            postings: move(paidAmount(order, facts.units), 'liability:refund', 'asset:bank'),
          },
        ]
      : [],
  refund_elsewhere: ({ order, facts }) => [
    {
      kind: 'refund_elsewhere',
      postings: lossPostings(order, facts.units, [{ account: 'asset:acquirer', units: facts.units }]),
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
};

/** Entering `refunding` turns what we owe in crypto into money that we owe back, and giving the refund up turns it again. */
function refundEntries(order: Order, after: Order): readonly OrderEntry[] {
  const [before, now] = [isOwedAsRefund(order), isOwedAsRefund(after)];
  if (before === now) return [];
  const owed = unsettledAmount(after);
  return now
    ? [{ kind: 'refund', postings: move(owed, 'liability:refund', 'liability:buyer') }]
    : [{ kind: 'refund_given_up', postings: move(owed, 'liability:buyer', 'liability:refund') }];
}

/** A refund may go another way than the money came: to an account that the operator was told. */
function refundAccount(order: Order, { channel }: Pick<FactsOf<'refund_settled'>, 'channel'>): Account {
  if (channel === null) return moneyAccount(order);
  return channel === 'bank' ? 'asset:bank' : 'asset:acquirer';
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
