import { type Outcome, ok } from '../../../providers/outcome.ts';
import { asksAgain } from '../../order/conclusion.ts';
import { defineStep } from '../../order/defineStep.ts';
import { aboutDelivery, type Delivery } from '../currentDelivery.ts';
import { payoutNews, type Sight } from '../payoutNews.ts';
import type { DeliveryContext } from '../preparePayout.ts';

/** Looks where the payout's transactions stand, until one of them is final. */
export const watchPayout = defineStep({
  effect: 'watch_payout',
  while: ['delivering', 'delivered', 'on_hold'],
  about: aboutDelivery,
  ask: lookAtAll,
  says: { ok: payoutNews, refused: {}, ...asksAgain },
});

/** Any of the variants may be the one that is mined: without an answer about one, nothing is concluded. */
async function lookAtAll(_context: DeliveryContext, { chain, variants }: Delivery): Promise<Outcome<readonly Sight[]>> {
  const sights: Sight[] = [];
  for (const variant of variants) {
    const seen = await chain.getPayout(variant, variant.unsigned);
    if (seen.kind !== 'ok') return seen;
    sights.push({ variant, view: seen.value });
  }
  return ok(sights);
}
