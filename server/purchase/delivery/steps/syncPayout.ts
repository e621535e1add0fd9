import { defineStep } from '../../order/stepRunner/defineStep.ts';
import { payoutStepDefinition } from '../payoutStepDefinition.ts';

/** Sends the same bytes again after the answer to a broadcast was lost. */
export const syncPayout = defineStep({ effect: 'sync_payout', ...payoutStepDefinition });
