import type { AccountChange } from '../accountChange.ts';
import type { Metadata, PaymentIntentRecord, RefundRecord } from '../accountState.ts';
import { recordBalanceTransaction } from '../balance/balanceTransactions.ts';
import { getTestCard } from '../cards/testCards.ts';
import { formatMinorUnits, getAmountStep } from '../currencies.ts';
import { createInvalidRequestError } from '../stripeApiError.ts';
import { createStripeId } from '../stripeIds.ts';
import { isChargedBack } from './chargeDisputes.ts';
import { findCharge } from './holds.ts';

/** Delay after which a refund to a test card for refunds settles or fails. */
const SECOND_STATUS_SECONDS = 5;

export type RefundInput = {
  readonly amount?: number | undefined;
  readonly reason?: string | undefined;
  readonly metadata?: Metadata | undefined;
};

/** Refunds a captured payment, by default everything not refunded yet (docs.stripe.com/api/refunds/create). */
export function createRefund(change: AccountChange, intent: PaymentIntentRecord, input: RefundInput): RefundRecord {
  const charge = findCharge(change, intent);
  if (!charge?.captured) {
    throw createInvalidRequestError(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    });
  }
  if (isChargedBack(change.state, charge)) {
    throw createInvalidRequestError(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  const refundable = charge.amount_captured - charge.amount_refunded;
  if (refundable === 0) {
    throw createInvalidRequestError(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  const amount = input.amount ?? refundable;
  if (amount > refundable) {
    const shown = (minor: number): string => `${formatMinorUnits(minor, charge.currency)} ${charge.currency}`;
    throw createInvalidRequestError(
      `Refund amount (${shown(amount)}) is greater than unrefunded amount on charge (${shown(refundable)})`,
      { param: 'amount' },
    );
  }
  if (amount < 1 || amount % getAmountStep(charge.currency) !== 0) {
    throw createInvalidRequestError('Invalid refund amount.', { code: 'invalid_charge_amount', param: 'amount' });
  }
  const behaviour = getTestCard(change.state.paymentMethods[charge.payment_method]?.behaviour ?? '');
  const refund: RefundRecord = {
    id: createStripeId('re'),
    created: change.now,
    amount,
    balance_transaction: null,
    failure_balance_transaction: null,
    failure_reason: null,
    charge: charge.id,
    currency: charge.currency,
    metadata: input.metadata ?? {},
    payment_intent: intent.id,
    reason: input.reason ?? null,
    status: behaviour.refund === 'settles_later' ? 'pending' : 'succeeded',
  };
  change.state.refunds[refund.id] = refund;
  refund.balance_transaction = recordBalanceTransaction(change, {
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
    change.schedule({ at: change.now + SECOND_STATUS_SECONDS, kind, subject: refund.id });
  }
  change.raise('refund.created', refund.id);
  change.raise('charge.refunded', charge.id);
  return refund;
}

export function settleRefund(change: AccountChange, refundId: string): void {
  const refund = change.state.refunds[refundId];
  if (refund?.status !== 'pending') return;
  refund.status = 'succeeded';
  change.raise('refund.updated', refund.id);
  change.raise('charge.refund.updated', refund.id);
}

/** Fails a refund that the buyer's bank returned: the account gets the money back. */
export function failRefund(change: AccountChange, refundId: string, reason = 'expired_or_canceled_card'): void {
  const refund = change.state.refunds[refundId];
  const charge = refund && change.state.charges[refund.charge];
  if (!refund || !charge || refund.status === 'failed') return;
  refund.status = 'failed';
  refund.failure_reason = reason;
  refund.failure_balance_transaction = recordBalanceTransaction(change, {
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
