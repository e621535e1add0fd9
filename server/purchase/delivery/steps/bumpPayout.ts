import { done, repeats, waits, waitsFor } from '../../order/conclusion.ts';
import { defineStep } from '../../order/defineStep.ts';
import { aboutDelivery, type Delivery } from '../currentDelivery.ts';
import type { DeliveryContext } from '../preparePayout.ts';
import { replacePayout } from '../replacePayout.ts';

const AGAIN_AFTER_MS = 60_000;

/** Signs a stuck payout again with a higher fee, and looks again for as long as something keeps it from that. */
export const bumpPayout = defineStep({
  effect: 'bump_payout',
  while: ['delivering'],
  about: aboutDelivery,
  ask: (context: DeliveryContext, delivery: Delivery) => replacePayout(context, delivery, 'stuck'),
  says: {
    ok: () => waits('confirmations'),
    refused: {
      too_soon: () => waits('confirmations'),
      settled: () => waits('confirmations'),
      overtaken: () => done(),
      cannot_bump: () => waits('cannot_bump'),
      not_cleared: () => waitsFor('bump_payout', 'not_cleared', AGAIN_AFTER_MS),
      not_first: () => waitsFor('bump_payout', 'earlier_payout', AGAIN_AFTER_MS),
      change_spent: () => waitsFor('bump_payout', 'change_spent', AGAIN_AFTER_MS),
      fee_ceiling: () => waitsFor('bump_payout', 'fee_ceiling', AGAIN_AFTER_MS),
      funds_short: () => waitsFor('bump_payout', 'funds_short', AGAIN_AFTER_MS),
      spent_elsewhere: () => waits('spent_elsewhere'),
      invalid: () => waits('bytes_refused'),
      fee_too_low: () => waitsFor('bump_payout', 'fee_too_low', AGAIN_AFTER_MS),
    },
    ...repeats('bump_payout'),
  },
});
