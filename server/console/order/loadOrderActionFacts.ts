import { createAmount, subtractAmounts } from '@slipway/money/amount.ts';
import type { OrderSections } from '../../operator/show/orderReport.ts';
import type { Database } from '../../platform/database/database.ts';
import { explainSentCoins } from '../../purchase/actions/applyDecision.ts';
import { findEvidenceProblem } from '../../purchase/actions/disputes/submitEvidence.ts';
import { findClearingProblem } from '../../purchase/actions/orders/findClearingProblem.ts';
import { buildRefundBinding } from '../../purchase/actions/refunds/buildRefundBinding.ts';
import { findBatchOrderNumbers } from '../../purchase/delivery/currentDelivery.ts';
import { findDispute } from '../../purchase/dispute/disputeStore.ts';
import type { Order } from '../../purchase/order/order.ts';
import { listUnallocatedCredits } from '../../purchase/payment/bankEntryStore.ts';
import { canReceiveTransfer } from '../../purchase/payment/receipts/receiptMatchRules.ts';
import { findBankRefund } from '../../purchase/refund/bankRefundStore.ts';
import { findRejectionObstacle } from '../../purchase/refund/recordRejectedTransfer.ts';
import { listPossibleBookings } from '../../purchase/refund/settleRefundWithBooking.ts';
import { formatAmountWithCode } from '../presentAmount.ts';
import { computeMatchScore } from '../reviews/matchScore.ts';
import type { FieldOption } from './orderAction.ts';
import type { OrderActionFacts } from './orderActions.ts';

/** Loads the data needed to decide which actions are available. */
export async function loadOrderActionFacts(
  database: Database,
  sections: OrderSections,
  symbol: string,
): Promise<OrderActionFacts> {
  const { record, refunds, payouts, buyer } = sections;
  const { order, now } = record;
  const refundWithoutPayee = refunds.find(
    ({ status, channel, account }) => channel === 'bank' && (account === null || status === 'failed'),
  );
  const [refund, bookings, refundAtBank, refundBooked, paidWith, dispute, clearingProblem, returningProblem] =
    await Promise.all([
      refundWithoutPayee && findBankRefund(database, refundWithoutPayee.id),
      findBookingOptions(database, order, buyer?.name ?? ''),
      findRefundAtBank(database, refunds),
      findBookedRefund(database, refunds),
      findBatchOrderNumbers(database, order.id),
      readDispute(database, sections),
      findClearingProblem(database, order),
      explainSentCoins(database, order.orderNo),
    ]);
  return {
    now,
    symbol,
    hasFailedRefund: refunds.some(({ status, purpose }) => status === 'failed' && purpose === 'order'),
    refundWithoutAccount: refund ? { refund: refund.id, ...buildRefundBinding(refund) } : null,
    bookings,
    refundAtBank,
    refundBooked,
    hasPayouts: payouts.length > 0,
    paidWith,
    dispute,
    clearingProblem,
    returningProblem,
  };
}

const MAX_ENTRIES_READ = 200;
const MOST_OFFERED = 5;
/** A payment whose payer's name is at least this similar to the buyer's may belong to the order. */
const MIN_NAME_PERCENT = 80;

/**
 * Returns at most five unmatched payments in the order's currency with exactly the amount due or a payer's name like the
 * buyer's, best match first.
 */
async function findBookingOptions(database: Database, order: Order, buyer: string): Promise<readonly FieldOption[]> {
  if (order.transferReference === null || !canReceiveTransfer(order)) return [];
  const due = subtractAmounts(order.pay, createAmount(order.pay.asset, order.received.units));
  const entries = await listUnallocatedCredits(database, order.payCurrency, MAX_ENTRIES_READ);
  return entries
    .map((entry) => ({
      entry,
      score: computeMatchScore(
        { units: entry.amount.units, payer: entry.counterpartyName, bookedAt: entry.createdAt },
        { dueUnits: due.units, buyer, createdAt: order.createdAt },
      ),
    }))
    .filter(({ score }) => score.amount === 100 || score.name >= MIN_NAME_PERCENT)
    .toSorted((a, b) => b.score.total - a.score.total)
    .slice(0, MOST_OFFERED)
    .map(({ entry, score }) => ({
      value: entry.id,
      label: `${formatAmountWithCode(entry.amount)}, booked ${entry.bookedOn}, ${entry.reference || entry.id}: match score ${score.total} of 100`,
    }));
}

async function findRefundAtBank(
  database: Database,
  refunds: OrderSections['refunds'],
): Promise<OrderActionFacts['refundAtBank']> {
  const sent = refunds.find(
    ({ status, channel, fileSentAt }) => channel === 'bank' && status === 'pending' && fileSentAt,
  );
  const refund = sent && (await findBankRefund(database, sent.id));
  if (!refund) return null;
  const why = await findRejectionObstacle(database, refund);
  return { id: refund.id, amount: formatAmountWithCode(refund.amount), why: why ?? null };
}

async function findBookedRefund(
  database: Database,
  refunds: OrderSections['refunds'],
): Promise<OrderActionFacts['refundBooked']> {
  for (const { id } of refunds.filter(({ status, channel }) => channel === 'bank' && status === 'requested')) {
    const refund = await findBankRefund(database, id);
    const bookings = refund ? await listPossibleBookings(database, refund) : [];
    if (refund && bookings.length > 0)
      return {
        id,
        amount: buildRefundBinding(refund).amount,
        bookings: bookings.map(({ id: value, amount, bookedOn, reference }) => ({
          value,
          label: `${formatAmountWithCode(amount)}, booked ${bookedOn}, ${reference || value}`,
        })),
      };
  }
  return null;
}

/** Returns the undecided dispute with the earliest deadline; null if there is none. */
async function readDispute(database: Database, { disputes }: OrderSections): Promise<OrderActionFacts['dispute']> {
  const [first] = disputes
    .filter(({ status }) => status === 'open' || status === 'warned')
    .toSorted((a, b) => Number(a.answerBefore ?? Infinity) - Number(b.answerBefore ?? Infinity));
  const dispute = first && (await findDispute(database, first.id));
  if (!first || !dispute) return null;
  const why = (await findEvidenceProblem(database, dispute)) ?? null;
  return { id: first.id, amount: formatAmountWithCode(first.amount), until: dispute.dueAt, why };
}
