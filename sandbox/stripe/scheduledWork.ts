import type { AccountChange } from './accountChange.ts';
import type { ScheduledWork } from './accountState.ts';
import { markPayoutPaid, reconcilePayout } from './balance/payouts.ts';
import { createScheduledVerdict, lapseDispute, openDispute, warnOfFraud } from './disputes/disputes.ts';
import { lapseHold } from './payments/holds.ts';
import { failRefund, settleRefund } from './payments/refunds.ts';

/**
 * Handlers of scheduled work. Each does nothing if the state of its subject no longer fits, except `payout_reconciled`, which
 * always applies.
 */
export const scheduledWorkHandlers: Readonly<
  Record<ScheduledWork['kind'], (change: AccountChange, subject: string) => void>
> = {
  hold_lapses: lapseHold,
  refund_settles: settleRefund,
  refund_fails: failRefund,
  dispute_opens: openDispute,
  product_dispute_opens: (change, charge) => openDispute(change, charge, { reason: 'product_not_received' }),
  inquiry_opens: (change, charge) => openDispute(change, charge, { inquiry: true }),
  disputes_open: openTwoDisputes,
  dispute_lapses: lapseDispute,
  dispute_won: createScheduledVerdict('won'),
  dispute_lost: createScheduledVerdict('lost'),
  inquiry_escalates: createScheduledVerdict('escalates'),
  fraud_warning: warnOfFraud,
  payout_reconciled: reconcilePayout,
  payout_arrives: markPayoutPaid,
};

/** Opens two disputes of one payment, each for a part of it. */
function openTwoDisputes(change: AccountChange, chargeId: string): void {
  const charge = change.state.charges[chargeId];
  if (!charge) return;
  openDispute(change, chargeId, { amount: Math.floor(charge.amount_captured / 2) });
  openDispute(change, chargeId);
}
