import { concludeDone } from '../../order/stepRunner/conclusion.ts';
import { ALL_STATUSES, defineLocalStep } from '../../order/stepRunner/defineStep.ts';
import { requestBankRefunds } from '../requestBankRefunds.ts';

/** Refunds bank receipts that arrived when no money was expected. */
export const refundReceipt = defineLocalStep({
  effect: 'refund_receipt',
  while: ALL_STATUSES,
  concludes: (_context: unknown, order) => concludeDone((transaction) => requestBankRefunds(transaction, order.id)),
});
