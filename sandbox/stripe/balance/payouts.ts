import type { AccountChange } from '../accountChange.ts';
import { requireStored } from '../requireStored.ts';
import { createInvalidRequestError } from '../stripeApiError.ts';
import { createStripeId } from '../stripeIds.ts';
import { recordBalanceTransaction } from './balanceTransactions.ts';

const ARRIVES_AFTER_SECONDS = 2 * 86_400;

/** Returns the account's balance in a currency, in Stripe's minor units. */
export function computeAccountBalance({ state }: Pick<AccountChange, 'state'>, currency: string): number {
  return Object.values(state.balanceTransactions)
    .filter((line) => line.currency === currency)
    .reduce((sum, { net }) => sum + net, 0);
}

/** Delay before the account's owner can list the transactions of an automatic payout. */
const RECONCILED_AFTER_SECONDS = 2;

/**
 * Sends money of the account to its owner's bank: without an amount the whole balance, as an automatic payout; with an amount
 * as a manual payout, which has no list of transactions (docs.stripe.com/payouts/reconciliation).
 */
export function createPayout(change: AccountChange, currency: string, wanted?: number, descriptor?: string): void {
  const balance = computeAccountBalance(change, currency);
  const amount = wanted ?? balance;
  const automatic = wanted === undefined;
  const unpaid = automatic ? listUnpaidTransactions(change, currency) : [];
  if (amount <= 0 || amount > balance) {
    throw createInvalidRequestError('You have insufficient funds in your Stripe account for this transfer.', {
      code: 'balance_insufficient',
    });
  }
  const id = createStripeId('po');
  const day = change.now - (change.now % 86_400);
  const line = recordBalanceTransaction(change, { amount: -amount, fee: 0, currency, source: id, type: 'payout' });
  change.state.payouts[id] = {
    id,
    created: change.now,
    amount,
    arrival_date: day + ARRIVES_AFTER_SECONDS,
    automatic,
    balance_transaction: line,
    currency,
    failure_balance_transaction: null,
    failure_code: null,
    lines: automatic ? [...unpaid, line] : [],
    reconciliation_status: automatic ? 'in_progress' : 'not_applicable',
    statement_descriptor: descriptor ?? null,
    status: 'in_transit',
  };
  if (automatic) {
    change.schedule({ at: change.now + RECONCILED_AFTER_SECONDS, kind: 'payout_reconciled', subject: id });
  }
  change.schedule({ at: day + ARRIVES_AFTER_SECONDS, kind: 'payout_arrives', subject: id });
  change.raise('payout.created', id);
}

/** Returns the transactions of a currency that no automatic payout has paid out. */
function listUnpaidTransactions({ state }: AccountChange, currency: string): string[] {
  const paid = new Set(Object.values(state.payouts).flatMap(({ lines }) => lines));
  return Object.values(state.balanceTransactions)
    .filter((line) => line.currency === currency && !paid.has(line.id))
    .map(({ id }) => id);
}

/** Makes the payout's transactions available for listing. */
export function reconcilePayout(change: AccountChange, payoutId: string): void {
  const payout = requireStored(change.state.payouts, payoutId, 'payout');
  payout.reconciliation_status = 'completed';
  change.raise('payout.reconciliation_completed', payoutId);
}

export function markPayoutPaid(change: AccountChange, payoutId: string): void {
  const payout = change.state.payouts[payoutId];
  if (payout?.status !== 'in_transit') return;
  payout.status = 'paid';
  change.raise('payout.paid', payoutId);
}

/**
 * Fails a payout that the bank rejected and returns the money, even if it was reported as paid (docs.stripe.com/payouts,
 * failures).
 */
export function failPayout(change: AccountChange, payoutId: string): void {
  const payout = requireStored(change.state.payouts, payoutId, 'payout');
  if (payout.status === 'failed') throw createInvalidRequestError('This payout has failed already.');
  const { amount, currency } = payout;
  payout.status = 'failed';
  payout.failure_code = 'account_closed';
  payout.failure_balance_transaction = recordBalanceTransaction(change, {
    amount,
    fee: 0,
    currency,
    source: payoutId,
    type: 'payout_failure',
  });
  change.raise('payout.failed', payoutId);
}
