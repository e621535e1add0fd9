import { defineStep } from '../../order/defineStep.ts';
import { givingBack } from '../givingBack.ts';

/** Gives back all that was taken, fees included. One live refund for each receipt, its intent committed before the call. */
export const refundPayment = defineStep({ effect: 'refund_payment', ...givingBack });
