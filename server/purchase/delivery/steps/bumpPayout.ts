import {
  buildRetryConclusions,
  concludeDone,
  concludeWaiting,
  concludeWaitingForStep,
} from '../../order/stepRunner/conclusion.ts';
import { defineStep } from '../../order/stepRunner/defineStep.ts';
import { type Delivery, loadDelivery } from '../currentDelivery.ts';
import { replacePayout } from '../forms/replacePayout.ts';
import type { DeliveryContext } from '../preparation/preparePayout.ts';

const AGAIN_AFTER_MS = 60_000;

/** Signs a stuck payout again with a higher fee, and retries while something prevents that. */
export const bumpPayout = defineStep({
  effect: 'bump_payout',
  while: ['delivering'],
  about: loadDelivery,
  call: (context: DeliveryContext, delivery: Delivery) => replacePayout(context, delivery, 'stuck'),
  conclusions: {
    ok: () => concludeWaiting('confirmations'),
    refused: {
      too_soon: () => concludeWaiting('confirmations'),
      settled: () => concludeWaiting('confirmations'),
      overtaken: () => concludeDone(),
      cannot_bump: () => concludeWaiting('cannot_bump'),
      not_cleared: () => concludeWaitingForStep('bump_payout', 'not_cleared', AGAIN_AFTER_MS),
      earlier_payout_pending: () => concludeWaitingForStep('bump_payout', 'earlier_payout', AGAIN_AFTER_MS),
      change_spent: () => concludeWaitingForStep('bump_payout', 'change_spent', AGAIN_AFTER_MS),
      fee_ceiling: () => concludeWaitingForStep('bump_payout', 'fee_ceiling', AGAIN_AFTER_MS),
      funds_short: () => concludeWaitingForStep('bump_payout', 'funds_short', AGAIN_AFTER_MS),
      spent_elsewhere: () => concludeWaiting('spent_elsewhere'),
      invalid: () => concludeWaiting('bytes_refused'),
      fee_too_low: () => concludeWaitingForStep('bump_payout', 'fee_too_low', AGAIN_AFTER_MS),
    },
    ...buildRetryConclusions('bump_payout'),
  },
});
