import { defineStep } from '../../order/defineStep.ts';
import { sending } from '../sending.ts';

/** Makes the payout once, and sends its stored bytes as often as it takes: signed and stored, it is never signed twice. */
export const sendPayout = defineStep({ effect: 'send_payout', ...sending });
