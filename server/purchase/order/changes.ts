import type { EventData, EventKind, OrderEvent } from './events.ts';
import type { Order } from './order.ts';

type Changes = Partial<Order>;
type ChangeRule = (order: Order, data: EventData) => Changes;

function held(data: EventData): Changes {
  return data.assessment?.riskRule ? { reason: data.assessment.riskRule } : {};
}

function requoted(data: EventData): Changes {
  return data.assessment?.driftedUnits === undefined ? {} : { requoteUnits: data.assessment.driftedUnits };
}

function priced(data: EventData): Changes {
  const pricing = data.assessment?.pricing;
  return pricing ? { receiveUnits: pricing.units, price: pricing.price, referencePrice: pricing.referencePrice } : {};
}

/** Money that comes for them is late. */
const ENDED_UNPAID: ReadonlySet<Order['status']> = new Set(['expired', 'failed', 'cancelled']);

/** There is nothing to hold yet, or a trade is under way: the hold takes effect at the next step. */
const HOLDS_LATER: ReadonlySet<Order['status']> = new Set([
  'awaiting_payment',
  'authorizing',
  'capturing',
  'converting',
]);

/** What an event changes about an order besides its status. Kinds that change nothing have no rule. */
const rules: { readonly [Kind in EventKind]?: ChangeRule } = {
  payment_submitted: (order, data) => ({
    currentAttemptId: data.attemptId ?? null,
    triesLeft: order.triesLeft - 1,
    reason: null,
  }),
  payment_authorized: (order, data) =>
    data.attemptId === order.currentAttemptId
      ? {
          authorizedUnits: data.units ?? 0n,
          captureBefore: data.captureBefore ?? null,
          ...held(data),
          ...requoted(data),
        }
      : {},
  payment_declined: (order, data) =>
    data.attemptId === order.currentAttemptId ? { currentAttemptId: null, reason: data.reason ?? 'declined' } : {},
  payment_received: (order, data) => {
    const came = data.units ?? 0n;
    const receivedUnits = order.receivedUnits + came;
    if (ENDED_UNPAID.has(order.status)) return { receivedUnits, exception: 'paid_late' };
    if (order.status !== 'awaiting_payment') return { receivedUnits, surplusUnits: order.surplusUnits + came };
    const exception =
      receivedUnits < order.payUnits ? 'underpaid' : receivedUnits > order.payUnits ? 'overpaid' : 'none';
    if (exception === 'underpaid') return { receivedUnits, exception };
    const surplusUnits = order.surplusUnits + receivedUnits - order.payUnits;
    return { receivedUnits, exception, surplusUnits, ...priced(data), ...held(data), ...requoted(data) };
  },
  payment_window_closed: () => ({ reason: 'window_closed' }),
  payment_captured: (order, data) => ({ capturedUnits: order.capturedUnits + (data.units ?? 0n) }),
  hold_released: () => ({ authorizedUnits: 0n }),
  authorization_expired: () => ({ authorizedUnits: 0n, reason: 'authorization_expired' }),
  capture_failed: () => ({ reason: 'capture_failed' }),
  buyer_cancelled: () => ({ reason: 'buyer_cancelled' }),
  identity_accepted: (_order, data) => ({ ...held(data), ...requoted(data) }),
  identity_rejected: () => ({ reason: 'identity_rejected' }),
  identity_timed_out: () => ({ reason: 'identity_timed_out' }),
  requote_accepted: (order, data) =>
    order.requoteUnits === null ? held(data) : { receiveUnits: order.requoteUnits, requoteUnits: null, ...held(data) },
  requote_declined: () => ({ reason: 'requote_declined' }),
  consent_timed_out: () => ({ reason: 'consent_timed_out' }),
  conversion_failed: () => ({ reason: 'conversion_failed' }),
  risk_flagged: (order, data) => ({ reason: data.reason ?? 'risk', holdRequested: HOLDS_LATER.has(order.status) }),
  conversion_filled: () => ({ holdRequested: false }),
  payout_refused: () => ({ reason: 'payout_refused' }),
  payout_reverted: () => ({ reason: 'payout_reverted' }),
  funds_short_too_long: (order) => (order.payoutSigned ? {} : { reason: 'funds_short' }),
  refund_settled: (order, data) => ({ refundedUnits: order.refundedUnits + (data.units ?? 0n) }),
  refund_failed: (order, data) => (data.wasSettled ? { refundedUnits: order.refundedUnits - (data.units ?? 0n) } : {}),
  surplus_return_failed: (order, data) =>
    data.wasSettled
      ? {
          refundedUnits: order.refundedUnits - (data.units ?? 0n),
          surplusReturnedUnits: order.surplusReturnedUnits - (data.units ?? 0n),
        }
      : {},
  payment_disputed: () => ({ dispute: 'open' }),
  dispute_won: () => ({ dispute: 'won' }),
  dispute_lost: () => ({ dispute: 'lost' }),
  surplus_returned: (order, data) => ({
    refundedUnits: order.refundedUnits + (data.units ?? 0n),
    surplusReturnedUnits: order.surplusReturnedUnits + (data.units ?? 0n),
  }),
  hold_cleared: (_order, data) => ({ reason: null, holdRequested: false, ...requoted(data) }),
  hold_refused: () => ({ reason: 'hold_refused' }),
  hold_lapsing: () => ({ reason: 'hold_refused' }),
};

export function changesFrom(order: Order, event: OrderEvent): Changes {
  return rules[event.kind]?.(order, event.data) ?? {};
}
