import { defineStep } from '../../order/stepRunner/defineStep.ts';
import { payoutStepDefinition } from '../payoutStepDefinition.ts';

/** Makes the payout once, and sends its stored bytes as often as needed: once stored, it is never signed again. */
export const sendPayout = defineStep({ effect: 'send_payout', ...payoutStepDefinition });
