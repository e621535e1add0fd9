import { recordBalance } from './balance.ts';
import type { Change } from './change.ts';
import { newId } from './ids.ts';
import { lookUp } from './lookUp.ts';
import { invalidRequest } from './stripeFault.ts';

const ARRIVES_AFTER_SECONDS = 2 * 86_400;

/** What the account holds of a currency, in Stripe's minor units. */
export function heldOf({ state }: Pick<Change, 'state'>, currency: string): number {
  return Object.values(state.balanceTransactions)
    .filter((line) => line.currency === currency)
    .reduce((sum, { net }) => sum + net, 0);
}

/** Sends a part of what the account holds, all by default, to its owner's bank (docs.stripe.com/api/payouts/create). */
export function createPayout(change: Change, currency: string, wanted?: number, descriptor?: string): void {
  const held = heldOf(change, currency);
  const amount = wanted ?? held;
  if (amount <= 0 || amount > held) {
    throw invalidRequest('You have insufficient funds in your Stripe account for this transfer.', {
      code: 'balance_insufficient',
    });
  }
  const id = newId('po');
  const day = change.now - (change.now % 86_400);
  change.state.payouts[id] = {
    id,
    created: change.now,
    amount,
    arrival_date: day + ARRIVES_AFTER_SECONDS,
    balance_transaction: recordBalance(change, { amount: -amount, fee: 0, currency, source: id, type: 'payout' }),
    currency,
    failure_balance_transaction: null,
    failure_code: null,
    statement_descriptor: descriptor ?? null,
    status: 'in_transit',
  };
  change.schedule({ at: day + ARRIVES_AFTER_SECONDS, kind: 'payout_arrives', subject: id });
  change.raise('payout.created', id);
}

export function arrivePayout(change: Change, payoutId: string): void {
  const payout = change.state.payouts[payoutId];
  if (payout?.status !== 'in_transit') return;
  payout.status = 'paid';
  change.raise('payout.paid', payoutId);
}

/** The bank would not take it: the money is back, also after it was told to be paid (docs.stripe.com/payouts, failures). */
export function failPayout(change: Change, payoutId: string): void {
  const payout = lookUp(change.state.payouts, payoutId, 'payout');
  if (payout.status === 'failed') throw invalidRequest('This payout has failed already.');
  const { amount, currency } = payout;
  payout.status = 'failed';
  payout.failure_code = 'account_closed';
  payout.failure_balance_transaction = recordBalance(change, {
    amount,
    fee: 0,
    currency,
    source: payoutId,
    type: 'payout_failure',
  });
  change.raise('payout.failed', payoutId);
}
