import type { AcquirerPayout, BalanceLine, BalanceLineKind, PayoutState, PayoutStatus } from '../balanceLine.ts';
import type { BalanceLineAnswer, PayoutAnswer } from './answers.ts';
import { dropUndefined, getReferenceId } from './map.ts';
import { fromStripeAmount } from './stripeAmounts.ts';

/**
 * docs.stripe.com/reports/balance-transaction-types. Types that are not listed, such as reserves, top-ups and transfers,
 * become `other` and are decided by a person: Stripe adds types, and one type may have several meanings.
 */
const KINDS: Readonly<Record<string, BalanceLineKind>> = {
  charge: 'charge',
  payment: 'charge',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund_failed',
  payout: 'payout',
  payout_failure: 'payout_failed',
  payout_cancel: 'payout_failed',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
};

/** The kind of an `adjustment` follows only from its category (docs.stripe.com/reports/reporting-categories). */
const ADJUSTMENTS: Readonly<Record<string, BalanceLineKind>> = {
  dispute: 'dispute',
  dispute_reversal: 'dispute_reversed',
};

/** The balance with the money of orders. Others, such as that of issued cards, have none of it. */
const PAYMENTS_BALANCE = 'payments';

/** Returns the line, or undefined if its amounts cannot be represented exactly or do not add up. */
export function toBalanceLine(line: BalanceLineAnswer): BalanceLine | undefined {
  const amount = fromStripeAmount(line.amount, line.currency);
  const fee = fromStripeAmount(line.fee, line.currency);
  if (!amount || !fee || line.amount - line.fee !== line.net) return undefined;
  const kind = toBalanceLineKind(line);
  return dropUndefined({
    lineId: line.id,
    kind,
    vendorType: formatVendorType(line),
    amount,
    fee,
    subjectId: findSubjectId(line, kind),
    bookedAt: new Date(line.created * 1000),
    payout: findAcquirerPayout(line, kind),
  });
}

function toBalanceLineKind({
  type,
  reporting_category: category,
  balance_type: balance,
}: BalanceLineAnswer): BalanceLineKind {
  if (balance !== PAYMENTS_BALANCE) return 'other';
  const [table, vendorType] = type === 'adjustment' ? [ADJUSTMENTS, category] : [KINDS, type];
  return (Object.hasOwn(table, vendorType) && table[vendorType]) || 'other';
}

function formatVendorType({ type, reporting_category: category, balance_type: balance }: BalanceLineAnswer): string {
  const vendorType = type === 'adjustment' ? `${type}:${category}` : type;
  return balance === PAYMENTS_BALANCE ? vendorType : `${balance}:${vendorType}`;
}

function findSubjectId({ source }: BalanceLineAnswer, kind: BalanceLineKind): string {
  if (source === null) return '';
  if (kind === 'charge') return typeof source === 'string' ? '' : getReferenceId(source.payment_intent);
  return getReferenceId(source);
}

function findAcquirerPayout({ source }: BalanceLineAnswer, kind: BalanceLineKind): AcquirerPayout | undefined {
  if (kind !== 'payout' || source === null || typeof source === 'string' || source.arrival_date === undefined)
    return undefined;
  return toAcquirerPayout({ ...source, arrival_date: source.arrival_date });
}

function toAcquirerPayout(answer: Pick<PayoutAnswer, 'id' | 'arrival_date' | 'statement_descriptor'>): AcquirerPayout {
  return {
    payoutId: answer.id,
    arrivesOn: new Date(answer.arrival_date * 1000).toISOString().slice(0, 10),
    descriptor: answer.statement_descriptor ?? '',
  };
}

const PAYOUT_STATUSES: Readonly<Record<string, PayoutStatus>> = {
  pending: 'pending',
  in_transit: 'in_transit',
  paid: 'paid',
  failed: 'failed',
  canceled: 'canceled',
};

/** Stripe reports `completed` once the list of balance transactions by payout is complete. */
const ITEMIZATIONS: Readonly<Record<string, PayoutState['itemization']>> = {
  completed: 'complete',
  in_progress: 'pending',
  not_applicable: 'never',
};

/** Returns undefined for a status that Stripe has added, or an amount that is not exact in its currency. */
export function toPayoutState(answer: PayoutAnswer): PayoutState | undefined {
  const status = Object.hasOwn(PAYOUT_STATUSES, answer.status) && PAYOUT_STATUSES[answer.status];
  const itemization =
    Object.hasOwn(ITEMIZATIONS, answer.reconciliation_status) && ITEMIZATIONS[answer.reconciliation_status];
  const amount = fromStripeAmount(answer.amount, answer.currency);
  return status && itemization && amount ? { ...toAcquirerPayout(answer), status, itemization, amount } : undefined;
}
