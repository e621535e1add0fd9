import { defineStep } from '../../order/stepRunner/defineStep.ts';
import { refundStepDefinition } from '../refundStepDefinition.ts';

/**
 * Refunds all that is owed, fees included. One refund of a payment at a time; its intent is committed before the call.
 */
export const refundPayment = defineStep({ effect: 'refund_payment', while: ['refunding'], ...refundStepDefinition });
