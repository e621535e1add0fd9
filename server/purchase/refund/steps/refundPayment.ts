import { defineStep } from '../../order/stepRunner/defineStep.ts';
import { refundStepDefinition } from '../refundStepDefinition.ts';

/**
 * Refunds everything that is owed, fees included. A payment has one refund at a time, committed before the call.
 */
export const refundPayment = defineStep({ effect: 'refund_payment', while: ['refunding'], ...refundStepDefinition });
