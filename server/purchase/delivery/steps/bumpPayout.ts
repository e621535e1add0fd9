import type { Outcome } from '../../../providers/outcome.ts';
import { asksAgain, waits } from '../../order/conclusion.ts';
import { defineStep } from '../../order/defineStep.ts';
import { aboutDelivery, type Delivery } from '../currentDelivery.ts';
import { insertVariant } from '../payoutStore.ts';
import type { DeliveryContext } from '../preparePayout.ts';

/** Signs a stuck payout again with a higher fee, claiming the same, so that only one of its forms can be mined. */
export const bumpPayout = defineStep({
  effect: 'bump_payout',
  while: ['delivering'],
  about: aboutDelivery,
  ask: signAndSend,
  says: {
    ok: () => waits('confirmations'),
    refused: {
      cannot_bump: () => waits('confirmations'),
      spent_elsewhere: () => waits('spent_elsewhere'),
      invalid: () => waits('bytes_refused'),
      fee_too_low: () => waits('fee_too_low'),
    },
    ...asksAgain,
  },
});

/** The new form is stored before it is sent. */
async function signAndSend(
  { database }: DeliveryContext,
  { payout, variants: [newest], chain, request }: Delivery,
): Promise<Outcome<void, 'cannot_bump' | 'spent_elsewhere' | 'invalid' | 'fee_too_low'>> {
  const unsigned = chain.bumpPayout(newest.unsigned);
  if (!unsigned) return { kind: 'refused', reason: 'cannot_bump' };
  const signed = await chain.signPayout(unsigned, request);
  await database.transaction((transaction) =>
    insertVariant(transaction, payout.id, newest.number + 1, unsigned, signed),
  );
  return chain.broadcastPayout(signed);
}
