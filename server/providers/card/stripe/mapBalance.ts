import type { AcquirerPayout, BalanceLine, BalanceLineKind } from '../balanceLine.ts';
import type { BalanceLineAnswer } from './answers.ts';
import { dropUndefined, idOf } from './map.ts';
import { fromStripeAmount } from './stripeAmounts.ts';

/**
 * docs.stripe.com/reports/balance-transaction-types. What is not here, as reserves, top-ups and transfers, is for a person:
 * Stripe adds words, and one word may mean several things.
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

/** An `adjustment` says what it is by its category alone (docs.stripe.com/reports/reporting-categories). */
const ADJUSTMENTS: Readonly<Record<string, BalanceLineKind>> = {
  dispute: 'dispute',
  dispute_reversal: 'dispute_reversed',
};

/** Lines of other balances, as that of issued cards, move none of the money that orders brought. */
const PAYMENTS_BALANCE = 'payments';

/** The line in our words, or undefined where its amounts cannot be said exactly or do not add up. */
export function toBalanceLine(line: BalanceLineAnswer): BalanceLine | undefined {
  const amount = fromStripeAmount(line.amount, line.currency);
  const fee = fromStripeAmount(line.fee, line.currency);
  if (!amount || !fee || line.amount - line.fee !== line.net) return undefined;
  const kind = kindOf(line);
  return dropUndefined({
    lineId: line.id,
    kind,
    word: wordOf(line),
    amount,
    fee,
    subjectId: subjectOf(line, kind),
    bookedAt: new Date(line.created * 1000),
    payout: payoutOf(line, kind),
  });
}

function kindOf({ type, reporting_category: category, balance_type: balance }: BalanceLineAnswer): BalanceLineKind {
  if (balance !== PAYMENTS_BALANCE) return 'other';
  const [table, word] = type === 'adjustment' ? [ADJUSTMENTS, category] : [KINDS, type];
  return (Object.hasOwn(table, word) && table[word]) || 'other';
}

function wordOf({ type, reporting_category: category, balance_type: balance }: BalanceLineAnswer): string {
  const word = type === 'adjustment' ? `${type}:${category}` : type;
  return balance === PAYMENTS_BALANCE ? word : `${balance}:${word}`;
}

function subjectOf({ source }: BalanceLineAnswer, kind: BalanceLineKind): string {
  if (source === null) return '';
  if (kind === 'charge') return typeof source === 'string' ? '' : idOf(source.payment_intent);
  return idOf(source);
}

function payoutOf({ source }: BalanceLineAnswer, kind: BalanceLineKind): AcquirerPayout | undefined {
  if (kind !== 'payout' || source === null || typeof source === 'string' || source.arrival_date === undefined)
    return undefined;
  return {
    payoutId: source.id,
    arrivesOn: new Date(source.arrival_date * 1000).toISOString().slice(0, 10),
    descriptor: source.statement_descriptor ?? '',
  };
}
