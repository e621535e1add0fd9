import { type Amount, amountOf, subtractAmounts } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import { parseDecimal } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { LEDGER_FIAT_SCALE, move, moveDecimal, type Posting, VENUE_ASSET } from '../../ledger/posting.ts';
import type { EventKind, FactsOf, FillFacts, NetworkFeeFact } from './events.ts';
import { moneyAccount, type Order, owedAmount, takenAmount } from './order.ts';

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
  return [...rules[kind]({ order, after, facts }), ...refundEntries(order, after)];
}

const none = () => [];

/** A rule for every kind: what moves no money says so. */
const rules: EntryRules = {
  payment_submitted: none,
  payment_authorized: none,
  payment_action_required: none,
  payment_declined: none,
  payment_unknown: none,
  payment_received: ({ order, after, facts }) => [
    { kind: 'received', postings: move(paid(order, facts.units), 'liability:buyer', 'asset:bank') },
    {
      kind: 'surplus',
      postings: move(subtractAmounts(after.surplus, order.surplus), 'liability:refund', 'liability:buyer'),
    },
  ],
  payment_window_closed: none,
  payment_captured: ({ order, facts }) => [
    { kind: 'captured', postings: move(paid(order, facts.units), 'liability:buyer', 'asset:acquirer') },
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
  payment_disputed: ({ order, facts }) => [
    {
      kind: 'dispute_opened',
      postings: [
        ...move(paid(order, facts.units), 'asset:acquirer', 'asset:dispute'),
        ...charged(order, facts.disputeFeeUnits, 'expense:dispute'),
      ],
    },
  ],
  dispute_won: () => [{ kind: 'dispute_won', postings: [], reverses: 'dispute_opened' }],
  dispute_lost: ({ order, facts }) => [
    {
      kind: 'dispute_lost',
      postings: move(
        paid(order, facts.units),
        'asset:dispute',
        order.status === 'delivered' ? 'expense:dispute' : 'liability:buyer',
      ),
    },
  ],
  payout_submitted: ({ order }) => [broadcast(order)],
  payout_unknown: none,
  payout_confirmed: ({ order, facts }) => [
    // Found on the chain before the answer to its broadcast was: both entries at once.
    ...(order.status === 'converted' ? [broadcast(order)] : []),
    { kind: 'confirmed', postings: [...delivered(order), ...networkFee(facts.networkFee)] },
  ],
  payout_final: none,
  payout_refused: none,
  funds_short: none,
  funds_short_too_long: none,
  payout_dropped: none,
  payout_stuck: none,
  payout_reverted: ({ facts }) => [
    { kind: 'broadcast_reversed', postings: [], reverses: 'broadcast' },
    { kind: 'revert_fee', postings: networkFee(facts.networkFee) },
  ],
  payout_reorged: () => [{ kind: 'confirmed_reversed', postings: [], reverses: 'confirmed' }],
  refund_settled: ({ order, facts }) => [
    { kind: 'refund_settled', postings: move(paid(order, facts.units), moneyAccount(order), 'liability:refund') },
  ],
  refund_unknown: none,
  refund_failed: ({ order, facts }) =>
    facts.wasSettled
      ? [{ kind: 'refund_failed', postings: move(paid(order, facts.units), 'liability:refund', moneyAccount(order)) }]
      : [],
  surplus_returned: ({ order, facts }) => [
    { kind: 'surplus_returned', postings: move(paid(order, facts.units), 'asset:bank', 'liability:refund') },
  ],
  surplus_return_failed: ({ order, facts }) =>
    facts.wasSettled
      ? [{ kind: 'surplus_return_failed', postings: move(paid(order, facts.units), 'liability:refund', 'asset:bank') }]
      : [],
  hold_cleared: none,
  hold_refused: none,
  hold_lapsing: none,
  step_overdue: none,
};

/** Entering `refunding` turns what we owe in crypto into money that we owe back. */
function refundEntries(order: Order, after: Order): readonly OrderEntry[] {
  if (after.status !== 'refunding' || order.status === 'refunding') return [];
  // Held while it was being refunded, or after: it is owed as a refund already.
  if (order.heldFrom === 'refunding' || order.heldFrom === 'refunded') return [];
  return [{ kind: 'refund', postings: move(owedAmount(after), 'liability:refund', 'liability:buyer') }];
}

function paid(order: Order, units: bigint): Amount {
  return amountOf(order.pay.asset, units);
}

/** What the acquirer keeps, once it has said how much. */
function charged(
  order: Order,
  units: bigint | null,
  account: 'expense:acquirer' | 'expense:dispute',
): readonly Posting[] {
  return units === null ? [] : move(paid(order, units), 'asset:acquirer', account);
}

function broadcast(order: Order): OrderEntry {
  return { kind: 'broadcast', postings: move(order.receive, 'asset:wallet', 'asset:transit') };
}

function filled({ order, facts }: Context<{ readonly fill: FillFacts | null }>): readonly OrderEntry[] {
  return facts.fill ? [{ kind: 'fill', postings: fill(facts.fill, order) }] : [];
}

function fill(facts: FillFacts, order: Order): readonly Posting[] {
  const quote = fiatAsset(facts.quote);
  const cost = parseDecimal(facts.cost);
  const postings = [
    ...moveDecimal(quote, cost, 'asset:venue', 'trading'),
    ...moveDecimal(order.receive.asset, parseDecimal(facts.filledBase), 'trading', 'asset:venue'),
  ];
  for (const fee of facts.fees) {
    const asset = fee.currency === facts.base ? order.receive.asset : feeAsset(fee.currency, quote);
    postings.push(...moveDecimal(asset, parseDecimal(fee.amount), 'asset:venue', 'expense:venue'));
  }
  if (facts.costInPayCurrency !== undefined) {
    postings.push(
      ...moveDecimal(quote, cost, 'trading', 'fx'),
      ...moveDecimal(order.pay.asset, parseDecimal(facts.costInPayCurrency), 'fx', 'trading'),
    );
  }
  return postings;
}

/** A venue may take its fee in a third asset, e.g. its own credits, kept under the venue's name for it. */
function feeAsset(currency: string, quote: Asset): Asset {
  return currency === quote.code
    ? quote
    : { id: `${VENUE_ASSET}${currency}`, code: currency, decimals: LEDGER_FIAT_SCALE };
}

function delivered(order: Order): readonly Posting[] {
  const converted = subtractAmounts(subtractAmounts(takenAmount(order), order.processingFee), order.networkFee);
  return [
    ...move(order.receive, 'asset:transit', 'trading'),
    ...move(order.processingFee, 'income:processing', 'liability:buyer'),
    ...move(order.networkFee, 'income:network', 'liability:buyer'),
    ...move(converted, 'trading', 'liability:buyer'),
    ...move(order.partnerShare, 'liability:partner', 'expense:partner'),
  ];
}

function networkFee(fee: NetworkFeeFact | null): readonly Posting[] {
  if (!fee) return [];
  const native: Asset = { id: fee.asset, code: '', decimals: fee.decimals };
  return move(amountOf(native, fee.units), 'asset:wallet', 'expense:network');
}
