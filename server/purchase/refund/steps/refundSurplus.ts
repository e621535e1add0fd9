import { done } from '../../order/conclusion.ts';
import { ALWAYS, defineOwnStep } from '../../order/defineStep.ts';
import { requestBankRefunds } from '../requestBankRefunds.ts';

/** Gives back what came by bank beyond what was asked for, while the order goes on. */
export const refundSurplus = defineOwnStep({
  effect: 'refund_surplus',
  while: ALWAYS,
  concludes: (_context: unknown, order) => done((transaction) => requestBankRefunds(transaction, order.id)),
});
