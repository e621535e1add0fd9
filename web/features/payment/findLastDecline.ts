import type { Payment } from './usePayment.ts';

/** Returns the last decline, so that a reopened page still shows the reason. */
export function findLastDecline({ checkout, phase }: Pick<Payment, 'checkout' | 'phase'>) {
  if (!checkout?.refusal || phase !== 'idle' || checkout.status !== 'awaiting_payment') return null;
  return { reason: checkout.refusal, triesLeft: checkout.triesLeft };
}
