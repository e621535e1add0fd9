import type { DueWork } from './account.ts';
import type { Change } from './change.ts';
import { openDispute, warnOfFraud } from './disputes.ts';
import { lapseHold } from './holds.ts';
import { failRefund, settleRefund } from './refunds.ts';

/** What happens once the clock has reached scheduled work. Each finds out for itself whether it still applies. */
export const dueHandlers: Readonly<Record<DueWork['kind'], (change: Change, subject: string) => void>> = {
  hold_lapses: lapseHold,
  refund_settles: settleRefund,
  refund_fails: failRefund,
  dispute_opens: openDispute,
  fraud_warning: warnOfFraud,
};
