import type { Payment } from './usePayment.ts';

/** A page that is opened again after a decline still says why. */
export function earlierDecline({ checkout, phase }: Pick<Payment, 'checkout' | 'phase'>) {
  if (!checkout?.refusal || phase !== 'idle' || checkout.status !== 'awaiting_payment') return null;
  return { reason: checkout.refusal, triesLeft: checkout.triesLeft };
}
