import { defineStep } from '../../order/stepRunner/defineStep.ts';
import { payoutStepDefinition } from '../payoutStepDefinition.ts';

/** Creates the payout once, and sends its stored bytes until the node accepts them. */
export const sendPayout = defineStep({ effect: 'send_payout', ...payoutStepDefinition });
