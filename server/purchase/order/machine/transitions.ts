import { type OrderStatus, orderStatuses } from '@slipway/contract/entities/order.ts';
import { UNCAPTURED } from '../order.ts';
import type { Assessment, EventKind, KindsWith } from '../orderEventKinds.ts';
import type { GuardFor, GuardName } from './guards.ts';

/** Actions that follow a transition; the worker has a handler for each name. */
export const effectNames = [
  'authorize_payment',
  'sync_payment',
  'capture_payment',
  'void_payment',
  'void_attempt',
  'refund_payment',
  'refund_surplus',
  'refund_receipt',
  'sync_refund',
  'open_identity_check',
  'sync_identity',
  'request_consent',
  'start_conversion',
  'sync_conversion',
  'execute_remainder',
  'send_payout',
  'sync_payout',
  'watch_payout',
  'rebroadcast_payout',
  'bump_payout',
  'sync_provider',
  'notify_buyer',
  'alert_operator',
] as const;

export type EffectName = (typeof effectNames)[number];

export type Transition = {
  readonly from: readonly OrderStatus[];
  readonly on: EventKind;
  /** All must hold. Rows with the same `from` and `on` have guards that exclude each other. */
  readonly when: readonly GuardName[];
  /** `same`: the event is recorded, and the state does not change; `held_from`: the order returns to the held state. */
  readonly to: OrderStatus | 'same' | 'held_from';
  readonly effects: readonly EffectName[];
  /**
   * For a row that holds the order: the state to which the order returns when the hold is cleared; by default the current
   * one.
   */
  readonly heldAt?: OrderStatus;
};

type Acceptance<Kind extends EventKind> = {
  readonly from: readonly OrderStatus[];
  readonly on: Kind & AssessedKind;
  readonly when?: readonly GuardFor<Kind>[];
  readonly to: OrderStatus;
  readonly effects: readonly EffectName[];
  /** Effects of every row, regardless of the assessment. */
  readonly always?: readonly EffectName[];
};

/** Events that carry an assessment. */
type AssessedKind = KindsWith<{ readonly assessment: Assessment | null }>;

/**
 * Returns a row for each result of an assessment: risk → on_hold, identity → awaiting_identity, drift → awaiting_consent,
 * and all clear → `to`.
 */
function buildGuardedTransitions<Kind extends EventKind>(acceptance: Acceptance<Kind>): Transition[] {
  const { from, on, when = [], to, effects, always = [] } = acceptance;
  return [
    { from, on, when: [...when, 'risk_hold'], to: 'on_hold', effects: ['alert_operator', ...always] },
    {
      from,
      on,
      when: [...when, 'identity_needed'],
      to: 'awaiting_identity',
      effects: ['open_identity_check', ...always],
    },
    { from, on, when: [...when, 'price_drifted'], to: 'awaiting_consent', effects: ['request_consent', ...always] },
    { from, on, when: [...when, 'all_clear'], to, effects: [...effects, ...always] },
  ];
}

/** Returns a row of the table. A guard that needs facts that the event lacks is a compile error. */
export function row<Kind extends EventKind>(
  from: OrderStatus | readonly OrderStatus[],
  on: Kind,
  when: readonly GuardFor<Kind>[],
  to: Transition['to'],
  effects: readonly EffectName[],
): Transition {
  return { from: typeof from === 'string' ? [from] : from, on, when, to, effects };
}

/** Returns unconditional rows that alert the operator. */
export function buildAlertTransitions(
  from: OrderStatus | readonly OrderStatus[],
  kinds: readonly EventKind[],
  to: 'on_hold' | 'same',
  also: readonly EffectName[] = [],
): Transition[] {
  return kinds.map((kind) => row(from, kind, [], to, ['alert_operator', ...also]));
}

const PAID_AND_LATER = ['paid', 'converting', 'converted', 'delivering', 'delivered', 'refunding', 'refunded'] as const;
const ENDING = ['voiding', 'delivering', 'delivered', 'refunded', 'cancelled', 'expired', 'failed'] as const;
const MOVING = [
  'authorizing',
  'capturing',
  'voiding',
  'paid',
  'converting',
  'converted',
  'delivering',
  'refunding',
] as const;

/** States in which the ledger may still receive fills of a purchase that the order no longer waits for. */
const AFTER_CONVERSION = ['converted', 'delivering', 'delivered', 'refunding', 'refunded', 'cancelled'] as const;
/** Events after which no coins are sent until an operator has checked the order. */
const STOPPING = [
  'risk_flagged',
  'frozen',
  'identity_rejected',
  'payment_disputed',
  'dispute_lost',
  'payment_warned',
  'payment_recalled',
  'external_refund',
] as const;

/** The transition table of orders, explained in docs/money.md and drawn in docs/order.md. Reviewed as data. */
export const transitions: readonly Transition[] = [
  // Paying
  row('awaiting_payment', 'payment_submitted', [], 'authorizing', ['authorize_payment']),
  ...buildGuardedTransitions({
    from: ['awaiting_payment', 'authorizing'],
    on: 'payment_authorized',
    when: ['current_attempt'],
    to: 'capturing',
    effects: ['capture_payment'],
  }),
  row(orderStatuses, 'payment_authorized', ['superseded_attempt'], 'same', ['void_attempt']),
  row('authorizing', 'payment_action_required', [], 'same', []),
  row('authorizing', 'payment_declined', ['current_attempt', 'can_try_again'], 'awaiting_payment', ['notify_buyer']),
  row('authorizing', 'payment_declined', ['current_attempt', 'cannot_try_again'], 'failed', ['notify_buyer']),
  row(orderStatuses, 'payment_declined', ['superseded_attempt'], 'same', []),
  row(['authorizing', 'capturing', 'voiding'], 'payment_unknown', [], 'same', ['sync_payment']),

  row('awaiting_payment', 'payment_received', ['sum_short'], 'same', []),
  ...buildGuardedTransitions({
    from: ['awaiting_payment'],
    on: 'payment_received',
    when: ['sum_full'],
    to: 'paid',
    effects: ['start_conversion'],
    always: ['refund_surplus'],
  }),
  row('awaiting_payment', 'payment_window_closed', ['no_payment_begun'], 'expired', ['notify_buyer']),
  row('awaiting_payment', 'payment_window_closed', ['amount_owed'], 'refunding', ['refund_payment']),
  row('awaiting_payment', 'payment_window_closed', ['attempt_open'], 'voiding', ['void_payment']),
  row('authorizing', 'payment_window_closed', [], 'voiding', ['void_payment']),

  row(['awaiting_payment', 'awaiting_identity', 'awaiting_consent'], 'buyer_cancelled', ['attempt_open'], 'voiding', [
    'void_payment',
  ]),
  row(['awaiting_payment', 'awaiting_identity', 'awaiting_consent'], 'buyer_cancelled', ['amount_owed'], 'refunding', [
    'refund_payment',
  ]),
  row(
    ['awaiting_payment', 'awaiting_identity', 'awaiting_consent'],
    'buyer_cancelled',
    ['no_payment_begun'],
    'cancelled',
    ['notify_buyer'],
  ),

  // Waiting for the buyer
  row('awaiting_identity', 'identity_processing', [], 'same', []),
  ...buildGuardedTransitions({
    from: ['awaiting_identity'],
    on: 'identity_accepted',
    when: ['no_money_received'],
    to: 'capturing',
    effects: ['capture_payment'],
  }),
  ...buildGuardedTransitions({
    from: ['awaiting_identity'],
    on: 'identity_accepted',
    when: ['money_received'],
    to: 'paid',
    effects: ['start_conversion'],
  }),
  // A verifier may revoke its decision.
  row(['awaiting_identity', 'awaiting_consent'], 'identity_rejected', ['no_money_received'], 'voiding', [
    'void_payment',
  ]),
  row(['awaiting_identity', 'awaiting_consent'], 'identity_rejected', ['money_received'], 'refunding', [
    'refund_payment',
  ]),
  ...buildAlertTransitions('capturing', ['identity_rejected'], 'same'),
  row('awaiting_identity', 'identity_timed_out', ['no_money_received'], 'voiding', ['void_payment']),
  row('awaiting_identity', 'identity_timed_out', ['money_received'], 'refunding', ['refund_payment']),
  // When the buyer accepts a requote, risk and identity are evaluated again, but not the agreed price.
  row('awaiting_consent', 'requote_accepted', ['risk_hold'], 'on_hold', ['alert_operator']),
  row('awaiting_consent', 'requote_accepted', ['identity_needed'], 'awaiting_identity', ['open_identity_check']),
  row('awaiting_consent', 'requote_accepted', ['price_settled', 'no_money_received'], 'capturing', ['capture_payment']),
  row('awaiting_consent', 'requote_accepted', ['price_settled', 'money_received'], 'paid', ['start_conversion']),
  row('awaiting_consent', 'requote_declined', ['no_money_received'], 'voiding', ['void_payment']),
  row('awaiting_consent', 'requote_declined', ['money_received'], 'refunding', ['refund_payment']),
  row('awaiting_consent', 'consent_timed_out', ['no_money_received'], 'voiding', ['void_payment']),
  row('awaiting_consent', 'consent_timed_out', ['money_received'], 'refunding', ['refund_payment']),

  // Capturing or voiding
  row('capturing', 'payment_captured', ['amount_as_requested', 'hold_not_requested'], 'paid', [
    'start_conversion',
    'notify_buyer',
  ]),
  {
    ...row('capturing', 'payment_captured', ['amount_as_requested', 'hold_requested'], 'on_hold', ['alert_operator']),
    heldAt: 'paid',
  },
  row('capturing', 'payment_captured', ['amount_differs'], 'on_hold', ['alert_operator']),
  row('capturing', 'capture_failed', [], 'voiding', ['void_payment']),
  row('capturing', 'hold_released', [], 'cancelled', ['notify_buyer']),
  row(['awaiting_payment', 'authorizing', 'awaiting_identity', 'awaiting_consent'], 'payment_captured', [], 'on_hold', [
    'alert_operator',
  ]),
  row(UNCAPTURED, 'authorization_expired', ['no_money_received'], 'cancelled', ['notify_buyer']),
  row(['awaiting_identity', 'awaiting_consent'], 'hold_released', ['no_money_received'], 'cancelled', ['notify_buyer']),
  row('voiding', 'hold_released', [], 'cancelled', ['notify_buyer']),
  row('voiding', 'void_refused', [], 'same', ['sync_payment']),
  row('voiding', 'payment_authorized', ['current_attempt'], 'same', ['void_payment']),
  row('voiding', 'payment_declined', ['current_attempt'], 'cancelled', ['notify_buyer']),
  row(['expired', 'failed', 'cancelled'], 'payment_authorized', ['current_attempt'], 'voiding', ['void_payment']),
  row(['expired', 'failed', 'cancelled', 'voiding'], 'payment_captured', [], 'refunding', ['refund_payment']),
  // A second attempt was captured too: its money is refunded while the order continues.
  row(PAID_AND_LATER, 'payment_captured', [], 'same', ['refund_surplus', 'alert_operator']),
  row(['expired', 'failed', 'cancelled'], 'payment_received', [], 'refunding', ['refund_payment']),
  // Money that arrives when none is expected is refunded automatically, while the order continues.
  row(['awaiting_identity', 'awaiting_consent'], 'payment_received', [], 'same', ['refund_receipt']),

  // Buying the crypto
  row('paid', 'conversion_started', [], 'converting', ['sync_conversion']),
  row(['paid', 'converting'], 'conversion_filled', ['hold_not_requested'], 'converted', ['send_payout']),
  {
    ...row(['paid', 'converting'], 'conversion_filled', ['hold_requested'], 'on_hold', ['alert_operator']),
    heldAt: 'converted',
  },
  row(['paid', 'converting'], 'conversion_failed', ['hold_not_requested'], 'refunding', ['refund_payment']),
  {
    ...row(['paid', 'converting'], 'conversion_failed', ['hold_requested'], 'on_hold', ['alert_operator']),
    heldAt: 'refunding',
  },
  row('converting', 'conversion_partial', [], 'same', ['execute_remainder']),
  row('converting', 'conversion_unknown', [], 'same', ['sync_conversion']),
  // Nothing more is bought. The operator keeps the coins that were already bought, and the payment is refunded.
  row(['paid', 'converting'], 'conversion_given_up', ['not_frozen', 'unsigned', 'amount_owed'], 'refunding', [
    'refund_payment',
  ]),
  // A fill that is reported after the order has left these states is still booked.
  ...buildAlertTransitions(AFTER_CONVERSION, ['conversion_filled', 'conversion_partial'], 'same'),
  // Stops an order that is paid and not sent; a trade in progress ends first.
  ...buildAlertTransitions(['paid', 'converted'], STOPPING, 'on_hold'),
  ...buildAlertTransitions('converting', STOPPING, 'same'),
  row(PAID_AND_LATER, 'payment_received', [], 'same', ['refund_receipt']),

  // Delivering
  row('converted', 'payout_submitted', [], 'delivering', ['watch_payout']),
  row('converted', 'payout_unknown', [], 'same', ['sync_payout']),
  row('converted', 'payout_confirmed', [], 'delivered', ['notify_buyer', 'watch_payout']),
  row('converted', 'payout_refused', ['unsigned'], 'refunding', ['refund_payment']),
  row('converted', 'funds_short', [], 'same', ['alert_operator']),
  row('converted', 'funds_short_too_long', ['unsigned'], 'refunding', ['refund_payment']),
  row('converted', 'funds_short_too_long', ['signed'], 'same', ['alert_operator']),
  row('converted', 'unsent_too_long', ['unsigned'], 'refunding', ['refund_payment']),
  row('delivering', 'payout_confirmed', [], 'delivered', ['notify_buyer', 'watch_payout']),
  row('delivering', 'payout_dropped', [], 'same', ['rebroadcast_payout']),
  row('delivering', 'payout_stuck', [], 'same', ['bump_payout']),
  // The requested hold takes effect only if the payout fails.
  ...buildAlertTransitions('delivering', ['risk_flagged'], 'same'),
  row('delivering', 'payout_reverted', ['first_revert', 'hold_not_requested'], 'converted', ['send_payout']),
  {
    from: ['delivering'],
    on: 'payout_reverted',
    when: ['first_revert', 'hold_requested'],
    to: 'on_hold',
    heldAt: 'converted',
    effects: ['alert_operator'],
  },
  row('delivering', 'payout_reverted', ['reverted_before'], 'on_hold', ['alert_operator']),
  row(
    orderStatuses.filter((status) => status !== 'delivering' && status !== 'delivered'),
    'payout_cancelled',
    [],
    'same',
    [],
  ),
  row('delivered', 'payout_reorged', [], 'delivering', ['rebroadcast_payout', 'alert_operator']),
  row('delivered', 'payout_final', [], 'same', []),

  // Refunding
  row('refunding', 'refund_settled', ['refund_complete'], 'refunded', ['notify_buyer']),
  row('refunding', 'refund_settled', ['refund_incomplete'], 'same', []),
  row('refunding', 'refund_unknown', [], 'same', ['sync_refund']),
  row(['refunding', 'refunded'], 'refund_failed', [], 'on_hold', ['alert_operator']),
  // The order had ended because a bank took the money back while a refund was in progress: the money has left twice.
  row(['cancelled', 'refunded'], 'refund_settled', [], 'same', ['alert_operator']),
  row('cancelled', 'refund_failed', [], 'same', ['alert_operator']),
  row('refunding', 'external_refund', ['refund_complete'], 'refunded', ['notify_buyer', 'alert_operator']),
  row('refunding', 'external_refund', ['refund_incomplete'], 'on_hold', ['alert_operator']),

  // Disputes, recalls and other reversals by banks
  ...buildAlertTransitions('refunding', ['payment_disputed', 'dispute_lost', 'payment_recalled'], 'on_hold'),
  ...buildAlertTransitions('refunding', ['payment_warned'], 'same'),
  ...buildAlertTransitions(
    ['awaiting_identity', 'awaiting_consent'],
    ['payment_recalled', 'payment_warned'],
    'on_hold',
  ),
  ...buildAlertTransitions(['awaiting_payment'], ['payment_recalled'], 'same'),
  ...buildAlertTransitions(
    ['delivering', 'delivered', 'refunded', 'cancelled', 'expired', 'failed', 'on_hold'],
    ['payment_disputed', 'dispute_lost', 'payment_warned', 'external_refund'],
    'same',
  ),
  // Refunds that were not sent are cancelled by the recall: what the bank has not taken back is refunded again.
  ...buildAlertTransitions(
    ['delivering', 'delivered', 'refunded', 'cancelled', 'expired', 'failed', 'on_hold'],
    ['payment_recalled'],
    'same',
    ['refund_surplus'],
  ),
  row(['cancelled', 'refunded'], 'dispute_won', ['owed_once_won'], 'refunding', ['refund_payment', 'alert_operator']),
  row(['cancelled', 'refunded'], 'dispute_won', ['not_owed_once_won'], 'same', ['alert_operator', 'refund_surplus']),
  // The acquirer may have withheld the surplus together with the disputed amount.
  ...buildAlertTransitions(
    [...PAID_AND_LATER.filter((status) => status !== 'refunded'), 'on_hold'],
    ['dispute_won'],
    'same',
    ['refund_surplus'],
  ),
  row(['cancelled', 'refunded'], 'dispute_reversed', ['owed_once_reversed'], 'refunding', [
    'refund_payment',
    'alert_operator',
  ]),
  row(['cancelled', 'refunded'], 'dispute_reversed', ['not_owed_once_reversed'], 'same', [
    'alert_operator',
    'refund_surplus',
  ]),
  ...buildAlertTransitions(
    [...PAID_AND_LATER.filter((status) => status !== 'refunded'), 'expired', 'failed', 'on_hold'],
    ['dispute_reversed'],
    'same',
    ['refund_surplus'],
  ),
  ...buildAlertTransitions(['refunding', 'refunded'], ['external_refund_failed'], 'on_hold'),
  ...buildAlertTransitions(
    ['paid', 'converting', 'converted', 'delivering', 'delivered', 'cancelled', 'expired', 'failed', 'on_hold'],
    ['external_refund_failed'],
    'same',
    ['refund_surplus'],
  ),
  row(['delivered', 'refunded'], 'loss_recovered', ['within_loss'], 'same', []),

  // More surplus may remain, of another payment or receipt.
  row(orderStatuses, 'surplus_returned', [], 'same', ['refund_surplus']),
  row(orderStatuses, 'surplus_return_failed', [], 'same', ['alert_operator']),

  // Operator decisions
  ...buildAlertTransitions(
    ['awaiting_payment', 'authorizing', 'capturing', 'on_hold'],
    ['risk_flagged', 'frozen'],
    'same',
  ),
  ...buildAlertTransitions(
    ['awaiting_identity', 'awaiting_consent', 'refunding'],
    ['risk_flagged', 'frozen'],
    'on_hold',
  ),
  ...buildAlertTransitions(ENDING, ['frozen'], 'same'),
  // The surplus was not refunded during the freeze.
  row(orderStatuses, 'unfrozen', [], 'same', ['refund_surplus']),
  ...buildGuardedTransitions({
    from: ['on_hold'],
    on: 'hold_cleared',
    when: ['held_uncaptured', 'not_frozen'],
    to: 'capturing',
    effects: ['capture_payment'],
  }),
  // Money that was captured before the guards of an authorization were checked passes them now.
  ...buildGuardedTransitions({
    from: ['on_hold'],
    on: 'hold_cleared',
    when: ['held_captured', 'kept_in_full', 'not_frozen'],
    to: 'paid',
    effects: ['start_conversion'],
    // Surplus that arrived during the hold was not refunded yet.
    always: ['refund_surplus'],
  }),
  row('on_hold', 'hold_cleared', ['held_before_sending', 'kept_in_full', 'not_frozen'], 'held_from', [
    'refund_surplus',
  ]),
  row('on_hold', 'hold_cleared', ['held_delivering', 'signed', 'not_frozen'], 'held_from', ['refund_surplus']),
  row('on_hold', 'hold_cleared', ['held_delivering', 'unsigned', 'kept_in_full', 'not_frozen'], 'converted', [
    'send_payout',
    'refund_surplus',
  ]),
  row('on_hold', 'hold_cleared', ['held_refunding', 'amount_owed', 'not_frozen'], 'refunding', [
    'refund_payment',
    'refund_surplus',
  ]),
  row('on_hold', 'hold_refused', ['no_money_received'], 'voiding', ['void_payment']),
  row('on_hold', 'hold_refused', ['money_received', 'unsigned', 'amount_owed', 'not_frozen'], 'refunding', [
    'refund_payment',
    'refund_surplus',
  ]),
  // All of the money has left: refunded to the buyer, or taken by a bank.
  row('on_hold', 'hold_refused', ['money_received', 'unsigned', 'no_amount_owed', 'something_refunded'], 'refunded', [
    'refund_surplus',
  ]),
  row('on_hold', 'hold_refused', ['money_received', 'unsigned', 'no_amount_owed', 'nothing_refunded'], 'cancelled', [
    'notify_buyer',
    'refund_surplus',
  ]),
  row('on_hold', 'hold_lapsing', ['no_money_received'], 'voiding', ['void_payment']),
  // Money that arrives during a hold is refunded when the hold ends: all of it is surplus.
  row('on_hold', 'payment_received', [], 'same', []),
  // External facts that end an order despite the hold.
  row('on_hold', 'authorization_expired', ['no_money_received'], 'cancelled', ['notify_buyer']),
  row('on_hold', 'hold_released', ['no_money_received'], 'cancelled', ['notify_buyer']),
  row('on_hold', 'payout_confirmed', [], 'delivered', ['notify_buyer', 'watch_payout', 'refund_surplus']),
  row('on_hold', 'refund_settled', ['refund_complete'], 'refunded', ['notify_buyer', 'refund_surplus']),
  row('on_hold', 'refund_settled', ['refund_incomplete'], 'same', []),

  // The operator checks a step that takes too long.
  row([...MOVING, 'on_hold'], 'step_overdue', [], 'same', ['alert_operator']),
];
