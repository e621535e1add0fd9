import { done } from '../../order/conclusion.ts';
import { ALWAYS, defineOwnStep } from '../../order/defineStep.ts';
import { requestBankRefunds } from '../requestBankRefunds.ts';

/** Gives back money that came by bank when nothing was asked for any longer. */
export const refundReceipt = defineOwnStep({
  effect: 'refund_receipt',
  while: ALWAYS,
  concludes: (_context: unknown, order) => done((transaction) => requestBankRefunds(transaction, order.id)),
});
