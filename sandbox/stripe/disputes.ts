import type { DisputeRecord } from './account.ts';
import { recordBalance } from './balance.ts';
import type { Change } from './change.ts';
import { disputeFee } from './currencies.ts';
import { newId } from './ids.ts';
import { invalidRequest } from './stripeFault.ts';

/** The cardholder's bank takes the money back until the dispute is decided (docs.stripe.com/disputes/how-disputes-work). */
export function openDispute(change: Change, chargeId: string): void {
  const charge = change.state.charges[chargeId];
  if (!charge?.captured || charge.disputed) return;
  const amount = charge.amount_captured - charge.amount_refunded;
  if (amount === 0) return;
  const dispute: DisputeRecord = {
    id: newId('du'),
    created: change.now,
    amount,
    charge: charge.id,
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    balance_transactions: [],
    status: 'needs_response',
  };
  change.state.disputes[dispute.id] = dispute;
  charge.disputed = true;
  dispute.balance_transactions.push(
    recordBalance(change, {
      amount: -amount,
      fee: disputeFee(charge.currency),
      currency: charge.currency,
      source: dispute.id,
      type: 'adjustment',
    }),
  );
  change.raise('charge.dispute.created', dispute.id);
  change.raise('charge.dispute.funds_withdrawn', dispute.id);
}

export function closeDispute(change: Change, dispute: DisputeRecord, status: 'won' | 'lost'): void {
  if (dispute.status !== 'needs_response') throw invalidRequest('This dispute is already closed.');
  dispute.status = status;
  if (status === 'won') {
    dispute.balance_transactions.push(
      recordBalance(change, {
        amount: dispute.amount,
        fee: -disputeFee(dispute.currency),
        currency: dispute.currency,
        source: dispute.id,
        type: 'adjustment',
      }),
    );
    change.raise('charge.dispute.funds_reinstated', dispute.id);
  }
  change.raise('charge.dispute.closed', dispute.id);
}

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
