import { defineStep } from '../../order/defineStep.ts';
import { givingBack } from '../givingBack.ts';

/** Gives back all that is owed, fees included. One refund of a payment at a time, its intent committed before the call. */
export const refundPayment = defineStep({ effect: 'refund_payment', while: ['refunding'], ...givingBack });
