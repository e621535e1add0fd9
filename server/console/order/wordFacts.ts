import { amountOf, subtractAmounts } from '@slipway/money/amount.ts';
import { boundOfRefund } from '../../operator/boundOfRefund.ts';
import { againstClearing } from '../../operator/buyer/againstClearing.ts';
import { whyNotNow } from '../../operator/evidence/handInEvidence.ts';
import type { OrderSections } from '../../operator/show/orderReport.ts';
import type { Database } from '../../platform/database/database.ts';
import { ordersPaidWith } from '../../purchase/delivery/currentDelivery.ts';
import { findDispute } from '../../purchase/dispute/disputeStore.ts';
import type { Order } from '../../purchase/order/order.ts';
import { unallocatedCredits } from '../../purchase/payment/bankEntryStore.ts';
import { takesTransfers } from '../../purchase/payment/matchRules.ts';
import { findBankRefund } from '../../purchase/refund/bankRefundStore.ts';
import { whyNotRefused } from '../../purchase/refund/refuseTransfer.ts';
import { scoreOf } from '../reviews/scoredCandidates.ts';
import { saidSum } from '../shownSum.ts';
import type { WordFacts } from './waysOn.ts';
import type { Option } from './word.ts';

/** What of an order's rows its words look at, read as they stand now. */
export async function wordFactsOf(database: Database, sections: OrderSections, symbol: string): Promise<WordFacts> {
  const { record, refunds, payouts, buyer } = sections;
  const { order, now } = record;
  const open = refunds.find(
    ({ status, channel, account }) => channel === 'bank' && (account === null || status === 'failed'),
  );
  const [refund, bookings, refundAtBank, paidWith, dispute, blocked] = await Promise.all([
    open && findBankRefund(database, open.id),
    bookingsFor(database, order, buyer?.name ?? ''),
    refundAtBankOf(database, refunds),
    ordersPaidWith(database, order.id),
    disputeOf(database, sections),
    againstClearing(database, order),
  ]);
  return {
    now,
    symbol,
    hasFailedRefund: refunds.some(({ status, purpose }) => status === 'failed' && purpose === 'order'),
    refundWithoutAccount: refund ? { refund: refund.id, ...boundOfRefund(refund) } : null,
    bookings,
    refundAtBank,
    hasPayouts: payouts.length > 0,
    paidWith,
    dispute,
    againstClearing: blocked,
  };
}

const MOST_LOOKED_AT = 200;
const MOST_OFFERED = 5;
/** Whoever pays under a name this like the buyer's may have meant the order. */
const LIKE_PERCENT = 80;

/** Money of its currency that waits, and is of the very amount that is due, or from somebody of the buyer's name; the best first. */
async function bookingsFor(database: Database, order: Order, buyer: string): Promise<readonly Option[]> {
  if (order.transferReference === null || !takesTransfers(order)) return [];
  const due = subtractAmounts(order.pay, amountOf(order.pay.asset, order.received.units));
  const entries = await unallocatedCredits(database, order.payCurrency, MOST_LOOKED_AT);
  return entries
    .map((entry) => ({
      entry,
      score: scoreOf(
        { units: entry.amount.units, payer: entry.counterpartyName, bookedAt: entry.createdAt },
        { dueUnits: due.units, buyer, madeAt: order.createdAt },
      ),
    }))
    .filter(({ score }) => score.amount === 100 || score.name >= LIKE_PERCENT)
    .toSorted((a, b) => b.score.whole - a.score.whole)
    .slice(0, MOST_OFFERED)
    .map(({ entry, score }) => ({
      value: entry.id,
      label: `${saidSum(entry.amount)}, booked ${entry.bookedOn}, ${entry.reference || entry.id}: fits by ${score.whole} of 100`,
    }));
}

async function refundAtBankOf(
  database: Database,
  refunds: OrderSections['refunds'],
): Promise<WordFacts['refundAtBank']> {
  const sent = refunds.find(
    ({ status, channel, fileSentAt }) => channel === 'bank' && status === 'pending' && fileSentAt,
  );
  const refund = sent && (await findBankRefund(database, sent.id));
  if (!refund) return null;
  const why = await whyNotRefused(database, refund);
  return { id: refund.id, amount: saidSum(refund.amount), why: why ?? null };
}

/** The one whose time ends first, of those that are not decided. */
async function disputeOf(database: Database, { disputes }: OrderSections): Promise<WordFacts['dispute']> {
  const [first] = disputes
    .filter(({ status }) => status === 'open' || status === 'warned')
    .toSorted((a, b) => Number(a.answerBefore ?? Infinity) - Number(b.answerBefore ?? Infinity));
  const dispute = first && (await findDispute(database, first.id));
  if (!first || !dispute) return null;
  const why = (await whyNotNow(database, dispute)) ?? null;
  return { id: first.id, amount: saidSum(first.amount), until: dispute.dueAt, why };
}
