import { type Outcome, ok } from '../../../providers/outcome.ts';
import { concludeDone, concludeWaiting, retryConclusions } from '../../order/stepRunner/conclusion.ts';
import { defineStep } from '../../order/stepRunner/defineStep.ts';
import { type Delivery, loadDelivery } from '../currentDelivery.ts';
import { type ReplacementRefusal, replacePayout } from '../forms/replacePayout.ts';
import type { DeliveryContext } from '../preparation/preparePayout.ts';

/** Broadcasts the signed forms of a payout that the node has dropped. The watch step finds the result. */
export const rebroadcastPayout = defineStep({
  effect: 'rebroadcast_payout',
  while: ['delivering'],
  about: loadDelivery,
  call: broadcastForms,
  conclusions: {
    ok: () => concludeWaiting('confirmations'),
    refused: {
      spent_elsewhere: () => concludeWaiting('spent_elsewhere'),
      invalid: () => concludeWaiting('bytes_refused'),
      fee_too_low: () => concludeWaiting('fee_too_low'),
      too_soon: () => concludeWaiting('fee_too_low'),
      settled: () => concludeWaiting('confirmations'),
      cannot_bump: () => concludeWaiting('cannot_bump'),
      not_cleared: () => concludeWaiting('not_cleared'),
      earlier_payout_pending: () => concludeWaiting('earlier_payout'),
      change_spent: () => concludeWaiting('change_spent'),
      fee_ceiling: () => concludeWaiting('fee_ceiling'),
      funds_short: () => concludeWaiting('funds_short'),
      overtaken: () => concludeDone(),
    },
    ...retryConclusions,
  },
});

/**
 * Broadcasts the oldest form first, so that the node keeps the newest one, which has the highest fee and whose answer is
 * returned. If the node rejects the newest form's fee as too low, a form with a higher fee is signed and sent. For a
 * cancelled payout only the cancellations are sent.
 */
async function broadcastForms(
  context: DeliveryContext,
  delivery: Delivery,
): Promise<Outcome<void, ReplacementRefusal>> {
  const { chain, variants } = delivery;
  let answer: Awaited<ReturnType<typeof chain.broadcastPayout>> = ok(undefined);
  const forms = variants.filter(({ purpose }) => purpose === variants[0].purpose);
  for (const variant of forms.toReversed()) answer = await chain.broadcastPayout(variant);
  const isTooCheap = answer.kind === 'refused' && answer.reason === 'fee_too_low';
  return isTooCheap ? replacePayout(context, delivery, 'refused') : answer;
}
