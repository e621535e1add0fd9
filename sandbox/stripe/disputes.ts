import type { AccountState, ChargeRecord, DisputeRecord, DisputeStatus } from './account.ts';
import { recordBalance } from './balance.ts';
import type { Change } from './change.ts';
import { disputesOf } from './chargedBack.ts';
import { disputeFee } from './currencies.ts';
import { checkEvidence } from './evidence.ts';
import { newId } from './ids.ts';
import { failRefund } from './refunds.ts';
import { invalidRequest } from './stripeFault.ts';

/** "7–21 days" to answer, by the network (docs.stripe.com/disputes/how-disputes-work, timing). */
const ANSWER_SECONDS = 7 * 86_400;

/** Until the magic words below are acted on (docs.stripe.com/testing#disputes). */
const VERDICT_SECONDS = 5;

export type Opening = {
  /** All that is left of the charge by default. */
  readonly amount?: number | undefined;
  readonly inquiry?: boolean;
  readonly reason?: string;
};

/**
 * The cardholder's bank disputes a charge, or only asks about it: an inquiry takes nothing, and the charge may still be
 * refunded (docs.stripe.com/disputes/how-disputes-work).
 */
export function openDispute(change: Change, chargeId: string, opening: Opening = {}): void {
  const charge = change.state.charges[chargeId];
  if (!charge?.captured) return;
  const left = charge.amount_captured - charge.amount_refunded - disputedOf(change.state, charge);
  const amount = Math.min(opening.amount ?? left, left);
  if (amount <= 0) return;
  const dispute: DisputeRecord = {
    id: newId('du'),
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
  if (!opening.inquiry) withdraw(change, dispute);
}

/** What open and lost chargebacks have taken of a charge. */
function disputedOf(state: AccountState, charge: ChargeRecord): number {
  return disputesOf(state, charge)
    .filter(({ case_type: kind, status }) => kind === 'chargeback' && status !== 'won')
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** The money and the fee for receiving the dispute, in one line (support.stripe.com/questions/dispute-fees-faq). */
function withdraw(change: Change, dispute: DisputeRecord): void {
  dispute.balance_transactions.push(
    recordBalance(change, {
      amount: -dispute.amount,
      fee: disputeFee(dispute.currency),
      currency: dispute.currency,
      source: dispute.id,
      type: 'adjustment',
    }),
  );
  change.raise('charge.dispute.funds_withdrawn', dispute.id);
  failPendingRefunds(change, dispute);
}

/** `charge_for_pending_refund_disputed` (docs.stripe.com/api/refunds/object#refund_object-failure_reason). */
function failPendingRefunds(change: Change, dispute: DisputeRecord): void {
  for (const { id, charge, status } of Object.values(change.state.refunds)) {
    if (charge === dispute.charge && status === 'pending') failRefund(change, id, 'charge_for_pending_refund_disputed');
  }
}

/** An inquiry that was not answered well becomes a chargeback, and takes the money then. */
export function escalateInquiry(change: Change, dispute: DisputeRecord): void {
  if (dispute.case_type !== 'inquiry' || isClosed(dispute)) throw invalidRequest('This dispute is no open inquiry.');
  dispute.case_type = 'chargeback';
  dispute.status = 'needs_response';
  dispute.is_charge_refundable = false;
  change.raise('charge.dispute.updated', dispute.id);
  withdraw(change, dispute);
}

const CLOSED: ReadonlySet<DisputeStatus> = new Set(['won', 'lost', 'warning_closed']);

function isClosed({ status }: DisputeRecord): boolean {
  return CLOSED.has(status);
}

/**
 * The bank has decided. "Stripe returns the dispute countered fee if you win the dispute. Unless otherwise stated in your
 * Stripe contract, we never return the dispute received fee" (docs.stripe.com/disputes/how-disputes-work, fees).
 */
export function closeDispute(change: Change, dispute: DisputeRecord, verdict: 'won' | 'lost'): void {
  if (isClosed(dispute)) throw invalidRequest('This dispute is already closed');
  if (dispute.case_type === 'inquiry') {
    if (verdict === 'lost') return escalateInquiry(change, dispute);
    dispute.status = 'warning_closed';
  } else {
    dispute.status = verdict;
    if (verdict === 'won') reinstate(change, dispute);
  }
  change.raise('charge.dispute.closed', dispute.id);
}

function reinstate(change: Change, dispute: DisputeRecord): void {
  const { amount, currency, id: source } = dispute;
  dispute.is_charge_refundable = true;
  dispute.balance_transactions.push(recordBalance(change, { amount, fee: 0, currency, source, type: 'adjustment' }));
  if (dispute.countered_fee !== null) {
    recordBalance(change, { amount: disputeFee(currency), fee: 0, currency, source, type: 'stripe_fee' });
  }
  change.raise('charge.dispute.funds_reinstated', dispute.id);
}

/** A dispute that nobody answers in time is lost; an inquiry that nobody answers may become one. */
export function lapseDispute(change: Change, disputeId: string): void {
  const dispute = change.state.disputes[disputeId];
  if (dispute?.status === 'needs_response') closeDispute(change, dispute, 'lost');
}

/** What becomes of a dispute in test mode, by the words of its evidence (docs.stripe.com/testing#disputes). */
const MAGIC_WORDS = {
  winning_evidence: 'dispute_won',
  losing_evidence: 'dispute_lost',
  escalate_inquiry_evidence: 'inquiry_escalates',
} as const;

/** Stages evidence, or submits it to the bank (docs.stripe.com/api/disputes/update). */
export function updateDispute(
  change: Change,
  dispute: DisputeRecord,
  { evidence, submit }: { readonly evidence: DisputeRecord['evidence']; readonly submit: boolean },
): void {
  if (isClosed(dispute)) throw invalidRequest('This dispute is already closed');
  const staged = { ...dispute.evidence, ...evidence };
  checkEvidence(change.state, dispute, staged);
  dispute.evidence = staged;
  if (submit && Object.keys(dispute.evidence).length > 0) submitEvidence(change, dispute);
  change.raise('charge.dispute.updated', dispute.id);
}

function submitEvidence(change: Change, dispute: DisputeRecord): void {
  dispute.submission_count += 1;
  dispute.status = dispute.case_type === 'inquiry' ? 'warning_under_review' : 'under_review';
  if (dispute.case_type === 'chargeback' && dispute.countered_fee === null) {
    const { currency, id: source } = dispute;
    const amount = -disputeFee(currency);
    dispute.countered_fee = recordBalance(change, { amount, fee: 0, currency, source, type: 'stripe_fee' });
  }
  const words = dispute.evidence.uncategorized_text ?? '';
  if (Object.hasOwn(MAGIC_WORDS, words)) {
    const kind = MAGIC_WORDS[words as keyof typeof MAGIC_WORDS];
    change.schedule({ at: change.now + VERDICT_SECONDS, kind, subject: dispute.id });
  }
}

/** As {@link closeDispute} and {@link escalateInquiry}, for what happens by itself: nothing when it is too late for it. */
export function decideByItself(verdict: 'won' | 'lost' | 'escalates') {
  return (change: Change, disputeId: string): void => {
    const dispute = change.state.disputes[disputeId];
    if (!dispute || isClosed(dispute)) return;
    if (verdict !== 'escalates') closeDispute(change, dispute, verdict);
    else if (dispute.case_type === 'inquiry') escalateInquiry(change, dispute);
  };
}

/** docs.stripe.com/disputes/how-disputes-work, early fraud warnings. */
export function warnOfFraud(change: Change, chargeId: string): void {
  const charge = change.state.charges[chargeId];
  if (!charge) return;
  const id = newId('issfr');
  change.state.earlyFraudWarnings[id] = {
    id,
    created: change.now,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    fraud_type: 'unauthorized_use_of_card',
  };
  change.raise('radar.early_fraud_warning.created', id);
}
