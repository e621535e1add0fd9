import { ALL_STATUSES, defineStep } from '../../order/stepRunner/defineStep.ts';
import { surplusStepDefinition } from '../refundStepDefinition.ts';

/** Refunds the surplus while the order continues. */
export const refundSurplus = defineStep({ effect: 'refund_surplus', while: ALL_STATUSES, ...surplusStepDefinition });
