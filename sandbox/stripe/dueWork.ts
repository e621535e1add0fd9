import type { DueWork } from './account.ts';
import type { Change } from './change.ts';
import { decideByItself, lapseDispute, openDispute, warnOfFraud } from './disputes.ts';
import { lapseHold } from './holds.ts';
import { arrivePayout } from './payouts.ts';
import { failRefund, settleRefund } from './refunds.ts';

/** What happens once the clock has reached scheduled work. Each finds out for itself whether it still applies. */
export const dueHandlers: Readonly<Record<DueWork['kind'], (change: Change, subject: string) => void>> = {
  hold_lapses: lapseHold,
  refund_settles: settleRefund,
  refund_fails: failRefund,
  dispute_opens: openDispute,
  product_dispute_opens: (change, charge) => openDispute(change, charge, { reason: 'product_not_received' }),
  inquiry_opens: (change, charge) => openDispute(change, charge, { inquiry: true }),
  disputes_open: openTwo,
  dispute_lapses: lapseDispute,
  dispute_won: decideByItself('won'),
  dispute_lost: decideByItself('lost'),
  inquiry_escalates: decideByItself('escalates'),
  fraud_warning: warnOfFraud,
  payout_arrives: arrivePayout,
};

/** Two disputes of one payment, each of a part. */
function openTwo(change: Change, chargeId: string): void {
  const charge = change.state.charges[chargeId];
  if (!charge) return;
  openDispute(change, chargeId, { amount: Math.floor(charge.amount_captured / 2) });
  openDispute(change, chargeId);
}
