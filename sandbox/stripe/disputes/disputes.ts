import type { AccountChange } from '../accountChange.ts';
import type { AccountState, ChargeRecord, DisputeRecord, DisputeStatus } from '../accountState.ts';
import { recordBalanceTransaction } from '../balance/balanceTransactions.ts';
import { computeDisputeFee } from '../currencies.ts';
import { listDisputes } from '../payments/chargeDisputes.ts';
import { failRefund } from '../payments/refunds.ts';
import { createInvalidRequestError } from '../stripeApiError.ts';
import { createStripeId } from '../stripeIds.ts';
import { checkEvidence } from './evidence.ts';

/** Time to answer: "7–21 days", depending on the network (docs.stripe.com/disputes/how-disputes-work, timing). */
const ANSWER_SECONDS = 7 * 86_400;

/** Delay of the bank's decision after evidence with a text of `EVIDENCE_OUTCOMES` (docs.stripe.com/testing#disputes). */
const VERDICT_SECONDS = 5;

export type DisputeInput = {
  /** By default the remaining amount of the charge. */
  readonly amount?: number | undefined;
  readonly inquiry?: boolean;
  readonly reason?: string;
};

/**
 * Opens a dispute or an inquiry of the cardholder's bank: an inquiry takes no money, and the charge may still be refunded
 * (docs.stripe.com/disputes/how-disputes-work). Does nothing for a charge of which no captured amount remains.
 */
export function openDispute(change: AccountChange, chargeId: string, opening: DisputeInput = {}): void {
  const charge = change.state.charges[chargeId];
  if (!charge?.captured) return;
  const remaining = charge.amount_captured - charge.amount_refunded - sumDisputedAmount(change.state, charge);
  const amount = Math.min(opening.amount ?? remaining, remaining);
  if (amount <= 0) return;
  const dispute: DisputeRecord = {
    id: createStripeId('du'),
    created: change.now,
    amount,
    charge: charge.id,
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    reason: opening.reason ?? 'fraudulent',
    case_type: opening.inquiry ? 'inquiry' : 'chargeback',
    due_by: change.now + ANSWER_SECONDS,
    evidence: {},
    submission_count: 0,
    countered_fee: null,
    is_charge_refundable: opening.inquiry === true,
    balance_transactions: [],
    status: opening.inquiry ? 'warning_needs_response' : 'needs_response',
  };
  change.state.disputes[dispute.id] = dispute;
  charge.disputed = true;
  change.schedule({ at: dispute.due_by, kind: 'dispute_lapses', subject: dispute.id });
  change.raise('charge.dispute.created', dispute.id);
  if (!opening.inquiry) withdrawDisputedAmount(change, dispute);
}

/** Returns the amount that open and lost chargebacks have taken of a charge. */
function sumDisputedAmount(state: AccountState, charge: ChargeRecord): number {
  return listDisputes(state, charge)
    .filter(({ case_type: kind, status }) => kind === 'chargeback' && status !== 'won')
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** Withdraws the money and the dispute fee in one balance transaction (support.stripe.com/questions/dispute-fees-faq). */
function withdrawDisputedAmount(change: AccountChange, dispute: DisputeRecord): void {
  dispute.balance_transactions.push(
    recordBalanceTransaction(change, {
      amount: -dispute.amount,
      fee: computeDisputeFee(dispute.currency),
      currency: dispute.currency,
      source: dispute.id,
      type: 'adjustment',
    }),
  );
  change.raise('charge.dispute.funds_withdrawn', dispute.id);
  failPendingRefunds(change, dispute);
}

/**
 * Fails pending refunds with `charge_for_pending_refund_disputed`
 * (docs.stripe.com/api/refunds/object#refund_object-failure_reason).
 */
function failPendingRefunds(change: AccountChange, dispute: DisputeRecord): void {
  for (const { id, charge, status } of Object.values(change.state.refunds)) {
    if (charge === dispute.charge && status === 'pending') failRefund(change, id, 'charge_for_pending_refund_disputed');
  }
}

/** Turns an insufficiently answered inquiry into a chargeback, which takes the money. */
export function escalateInquiry(change: AccountChange, dispute: DisputeRecord): void {
  if (dispute.case_type !== 'inquiry' || isClosed(dispute))
    throw createInvalidRequestError('This dispute is no open inquiry.');
  dispute.case_type = 'chargeback';
  dispute.status = 'needs_response';
  dispute.is_charge_refundable = false;
  change.raise('charge.dispute.updated', dispute.id);
  withdrawDisputedAmount(change, dispute);
}

const CLOSED: ReadonlySet<DisputeStatus> = new Set(['won', 'lost', 'warning_closed']);

function isClosed({ status }: DisputeRecord): boolean {
  return CLOSED.has(status);
}

/**
 * Closes a dispute with the bank's decision; a lost inquiry becomes an open chargeback instead. "Stripe returns the dispute
 * countered fee if you win the dispute. Unless otherwise stated in your Stripe contract, we never return the dispute received
 * fee" (docs.stripe.com/disputes/how-disputes-work, fees).
 */
export function closeDispute(change: AccountChange, dispute: DisputeRecord, verdict: 'won' | 'lost'): void {
  if (isClosed(dispute)) throw createInvalidRequestError('This dispute is already closed');
  if (dispute.case_type === 'inquiry') {
    if (verdict === 'lost') return escalateInquiry(change, dispute);
    dispute.status = 'warning_closed';
  } else {
    dispute.status = verdict;
    if (verdict === 'won') reinstateDisputedAmount(change, dispute);
  }
  change.raise('charge.dispute.closed', dispute.id);
}

function reinstateDisputedAmount(change: AccountChange, dispute: DisputeRecord): void {
  const { amount, currency, id: source } = dispute;
  dispute.is_charge_refundable = true;
  dispute.balance_transactions.push(
    recordBalanceTransaction(change, { amount, fee: 0, currency, source, type: 'adjustment' }),
  );
  if (dispute.countered_fee !== null) {
    recordBalanceTransaction(change, {
      amount: computeDisputeFee(currency),
      fee: 0,
      currency,
      source,
      type: 'stripe_fee',
    });
  }
  change.raise('charge.dispute.funds_reinstated', dispute.id);
}

/** Closes a chargeback that was not answered in time as lost. An unanswered inquiry stays open. */
export function lapseDispute(change: AccountChange, disputeId: string): void {
  const dispute = change.state.disputes[disputeId];
  if (dispute?.status === 'needs_response') closeDispute(change, dispute, 'lost');
}

/** Outcomes of a dispute in test mode, by the text of its evidence (docs.stripe.com/testing#disputes). */
const EVIDENCE_OUTCOMES = {
  winning_evidence: 'dispute_won',
  losing_evidence: 'dispute_lost',
  escalate_inquiry_evidence: 'inquiry_escalates',
} as const;

/** Stages evidence, or submits it to the bank (docs.stripe.com/api/disputes/update). */
export function updateDispute(
  change: AccountChange,
  dispute: DisputeRecord,
  { evidence, submit }: { readonly evidence: DisputeRecord['evidence']; readonly submit: boolean },
): void {
  if (isClosed(dispute)) throw createInvalidRequestError('This dispute is already closed');
  const staged = { ...dispute.evidence, ...evidence };
  checkEvidence(change.state, dispute, staged);
  dispute.evidence = staged;
  if (submit && Object.keys(dispute.evidence).length > 0) submitEvidence(change, dispute);
  change.raise('charge.dispute.updated', dispute.id);
}

function submitEvidence(change: AccountChange, dispute: DisputeRecord): void {
  dispute.submission_count += 1;
  dispute.status = dispute.case_type === 'inquiry' ? 'warning_under_review' : 'under_review';
  if (dispute.case_type === 'chargeback' && dispute.countered_fee === null) {
    const { currency, id: source } = dispute;
    const amount = -computeDisputeFee(currency);
    dispute.countered_fee = recordBalanceTransaction(change, { amount, fee: 0, currency, source, type: 'stripe_fee' });
  }
  const evidenceText = dispute.evidence.uncategorized_text ?? '';
  if (Object.hasOwn(EVIDENCE_OUTCOMES, evidenceText)) {
    const kind = EVIDENCE_OUTCOMES[evidenceText as keyof typeof EVIDENCE_OUTCOMES];
    change.schedule({ at: change.now + VERDICT_SECONDS, kind, subject: dispute.id });
  }
}

/** Like {@link closeDispute} and {@link escalateInquiry}, but for scheduled work: ignores a dispute that is already closed. */
export function createScheduledVerdict(verdict: 'won' | 'lost' | 'escalates') {
  return (change: AccountChange, disputeId: string): void => {
    const dispute = change.state.disputes[disputeId];
    if (!dispute || isClosed(dispute)) return;
    if (verdict !== 'escalates') closeDispute(change, dispute, verdict);
    else if (dispute.case_type === 'inquiry') escalateInquiry(change, dispute);
  };
}

/** Issues an early fraud warning (docs.stripe.com/disputes/how-disputes-work, early fraud warnings). */
export function warnOfFraud(change: AccountChange, chargeId: string): void {
  const charge = change.state.charges[chargeId];
  if (!charge) return;
  const id = createStripeId('issfr');
  change.state.earlyFraudWarnings[id] = {
    id,
    created: change.now,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    fraud_type: 'unauthorized_use_of_card',
  };
  change.raise('radar.early_fraud_warning.created', id);
}
