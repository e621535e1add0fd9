import { defineStep } from '../../order/defineStep.ts';
import { givingBack } from '../givingBack.ts';

/** Asks what became of a refund: the intent that is on record is asked about by its own key. */
export const syncRefund = defineStep({ effect: 'sync_refund', ...givingBack });
