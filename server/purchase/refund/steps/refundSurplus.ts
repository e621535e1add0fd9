import { ALWAYS, defineStep } from '../../order/defineStep.ts';
import { givingSurplusBack } from '../givingBack.ts';

/** Gives back what came beyond what was asked for, while the order goes on. */
export const refundSurplus = defineStep({ effect: 'refund_surplus', while: ALWAYS, ...givingSurplusBack });
