import { defineStep } from '../../order/stepRunner/defineStep.ts';
import { refundStepDefinition } from '../refundStepDefinition.ts';

/** Queries the status of a refund, also during a hold, since a sent refund proceeds. */
export const syncRefund = defineStep({
  effect: 'sync_refund',
  while: ['refunding', 'on_hold'],
  ...refundStepDefinition,
});
