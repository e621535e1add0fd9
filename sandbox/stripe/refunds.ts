import type { Metadata, PaymentIntentRecord, RefundRecord } from './account.ts';
import { recordBalance } from './balance.ts';
import type { Change } from './change.ts';
import { isChargedBack } from './chargedBack.ts';
import { amountStep, decimalFromMinor } from './currencies.ts';
import { chargeOf } from './holds.ts';
import { newId } from './ids.ts';
import { invalidRequest } from './stripeFault.ts';
import { cardBehaviour } from './testCards.ts';

/** Seconds until a refund of the special cards gets its second status. */
const SECOND_THOUGHT_SECONDS = 5;

export type RefundOrder = {
  readonly amount?: number | undefined;
  readonly reason?: string | undefined;
  readonly metadata?: Metadata | undefined;
};

/** Gives back all that is left of a captured payment, or a part of it (docs.stripe.com/api/refunds/create). */
export function createRefund(change: Change, intent: PaymentIntentRecord, order: RefundOrder): RefundRecord {
  const charge = chargeOf(change, intent);
  if (!charge?.captured) {
    throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    });
  }
  if (isChargedBack(change.state, charge)) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  const left = charge.amount_captured - charge.amount_refunded;
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  const amount = order.amount ?? left;
  if (amount > left) {
    const shown = (minor: number): string => `${decimalFromMinor(minor, charge.currency)} ${charge.currency}`;
    throw invalidRequest(
      `Refund amount (${shown(amount)}) is greater than unrefunded amount on charge (${shown(left)})`,
      { param: 'amount' },
    );
  }
  if (amount < 1 || amount % amountStep(charge.currency) !== 0) {
    throw invalidRequest('Invalid refund amount.', { code: 'invalid_charge_amount', param: 'amount' });
  }
  const behaviour = cardBehaviour(change.state.paymentMethods[charge.payment_method]?.behaviour ?? '');
  const refund: RefundRecord = {
    id: newId('re'),
    created: change.now,
    amount,
    balance_transaction: null,
    failure_balance_transaction: null,
    failure_reason: null,
    charge: charge.id,
    currency: charge.currency,
    metadata: order.metadata ?? {},
    payment_intent: intent.id,
    reason: order.reason ?? null,
    status: behaviour.refund === 'settles_later' ? 'pending' : 'succeeded',
  };
  change.state.refunds[refund.id] = refund;
  refund.balance_transaction = recordBalance(change, {
    amount: -amount,
    fee: 0,
    currency: charge.currency,
    source: refund.id,
    type: 'refund',
  });
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
  if (behaviour.refund !== undefined) {
    const kind = behaviour.refund === 'settles_later' ? 'refund_settles' : 'refund_fails';
    change.schedule({ at: change.now + SECOND_THOUGHT_SECONDS, kind, subject: refund.id });
  }
  change.raise('refund.created', refund.id);
  change.raise('charge.refunded', charge.id);
  return refund;
}

export function settleRefund(change: Change, refundId: string): void {
  const refund = change.state.refunds[refundId];
  if (refund?.status !== 'pending') return;
  refund.status = 'succeeded';
  change.raise('refund.updated', refund.id);
  change.raise('charge.refund.updated', refund.id);
}

/** The buyer's bank sends the money back: the account has it again. */
export function failRefund(change: Change, refundId: string, reason = 'expired_or_canceled_card'): void {
  const refund = change.state.refunds[refundId];
  const charge = refund && change.state.charges[refund.charge];
  if (!refund || !charge || refund.status === 'failed') return;
  refund.status = 'failed';
  refund.failure_reason = reason;
  refund.failure_balance_transaction = recordBalance(change, {
    amount: refund.amount,
    fee: 0,
    currency: refund.currency,
    source: refund.id,
    type: 'refund_failure',
  });
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  change.raise('refund.updated', refund.id);
  change.raise('refund.failed', refund.id);
}
