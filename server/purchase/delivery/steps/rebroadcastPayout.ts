import { type Outcome, ok } from '../../../providers/outcome.ts';
import { asksAgain, waits } from '../../order/conclusion.ts';
import { defineStep } from '../../order/defineStep.ts';
import { aboutDelivery, type Delivery } from '../currentDelivery.ts';
import type { DeliveryContext } from '../preparePayout.ts';

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
    },
    ...asksAgain,
  },
});

/** Oldest first: the node keeps the one with the highest fee, whose answer counts. */
async function sendAll(
  _context: DeliveryContext,
  { chain, variants }: Delivery,
): Promise<Outcome<void, 'spent_elsewhere' | 'invalid' | 'fee_too_low'>> {
  let answer: Awaited<ReturnType<typeof chain.broadcastPayout>> = ok(undefined);
  for (const variant of variants.toReversed()) answer = await chain.broadcastPayout(variant);
  return answer;
}
