import { defineStep } from '../../order/defineStep.ts';
import { sending } from '../sending.ts';

/** The answer to a broadcast was lost: the same bytes go out again. */
export const syncPayout = defineStep({ effect: 'sync_payout', ...sending });
