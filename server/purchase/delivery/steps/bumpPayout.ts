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

const RETRY_DELAY_MS = 60_000;

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
      not_cleared: () => concludeWaitingForStep('bump_payout', 'not_cleared', RETRY_DELAY_MS),
      earlier_payout_pending: () => concludeWaitingForStep('bump_payout', 'earlier_payout', RETRY_DELAY_MS),
      change_spent: () => concludeWaitingForStep('bump_payout', 'change_spent', RETRY_DELAY_MS),
      fee_ceiling: () => concludeWaitingForStep('bump_payout', 'fee_ceiling', RETRY_DELAY_MS),
      funds_short: () => concludeWaitingForStep('bump_payout', 'funds_short', RETRY_DELAY_MS),
      spent_elsewhere: () => concludeWaiting('spent_elsewhere'),
      invalid: () => concludeWaiting('bytes_refused'),
      fee_too_low: () => concludeWaitingForStep('bump_payout', 'fee_too_low', RETRY_DELAY_MS),
    },
    ...buildRetryConclusions('bump_payout'),
  },
});
