import { defineStep } from '../../order/defineStep.ts';
import { givingBack } from '../givingBack.ts';

/** Asks what became of a refund, in a hold too: what was sent goes on while the order is held. */
export const syncRefund = defineStep({ effect: 'sync_refund', while: ['refunding', 'on_hold'], ...givingBack });
