import { type Outcome, ok } from '../../../providers/outcome.ts';
import { asksAgain, done, waits } from '../../order/conclusion.ts';
import { defineStep } from '../../order/defineStep.ts';
import { aboutDelivery, type Delivery } from '../currentDelivery.ts';
import type { DeliveryContext } from '../preparePayout.ts';
import { type ReplacementRefusal, replacePayout } from '../replacePayout.ts';

/** Sends every signed form of a payout again that the node has forgotten. What became of it, the watch finds out. */
export const rebroadcastPayout = defineStep({
  effect: 'rebroadcast_payout',
  while: ['delivering'],
  about: aboutDelivery,
  ask: sendAll,
  says: {
    ok: () => waits('confirmations'),
    refused: {
      spent_elsewhere: () => waits('spent_elsewhere'),
      invalid: () => waits('bytes_refused'),
      fee_too_low: () => waits('fee_too_low'),
      too_soon: () => waits('fee_too_low'),
      settled: () => waits('confirmations'),
      cannot_bump: () => waits('cannot_bump'),
      not_cleared: () => waits('not_cleared'),
      not_first: () => waits('earlier_payout'),
      change_spent: () => waits('change_spent'),
      fee_ceiling: () => waits('fee_ceiling'),
      funds_short: () => waits('funds_short'),
      overtaken: () => done(),
    },
    ...asksAgain,
  },
});

/**
 * Oldest first: the node keeps the one with the highest fee, whose answer counts. One that is too cheap by now to be taken
 * back gets a dearer form. Of a payout that is taken back the cancellations alone are sent.
 */
async function sendAll(context: DeliveryContext, delivery: Delivery): Promise<Outcome<void, ReplacementRefusal>> {
  const { chain, variants } = delivery;
  let answer: Awaited<ReturnType<typeof chain.broadcastPayout>> = ok(undefined);
  const forms = variants.filter(({ purpose }) => purpose === variants[0].purpose);
  for (const variant of forms.toReversed()) answer = await chain.broadcastPayout(variant);
  const isTooCheap = answer.kind === 'refused' && answer.reason === 'fee_too_low';
  return isTooCheap ? replacePayout(context, delivery, 'refused') : answer;
}
