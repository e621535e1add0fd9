import { asksAgain, done, waits, waitsFor } from '../../order/conclusion.ts';
import { defineStep } from '../../order/defineStep.ts';
import type { Order } from '../../order/order.ts';
import type { ConversionContext } from '../conversionContext.ts';
import { conversionsOf, isUnderWay } from '../conversionStore.ts';
import { pauseBetweenParts } from '../pauseBetweenParts.ts';
import { insertPart, planPart } from '../planPart.ts';

/** Commits the intent to buy what an earlier part left; the next step carries it out. */
export const executeRemainder = defineStep({
  effect: 'execute_remainder',
  while: ['converting'],
  async about(context: ConversionContext, order: Order) {
    const parts = await conversionsOf(context.database, order.id);
    const newest = parts.at(-1);
    if (!newest || isUnderWay(newest)) return done();
    return (await pauseBetweenParts(context, { order, parts })) ?? { order, parts };
  },
  ask: planPart,
  says: {
    ok: (context, about, plan) =>
      waitsFor('sync_conversion', 'part_requested', 0, (transaction) => insertPart(context, transaction, about, plan)),
    refused: { no_market: () => waits('market_unknown') },
    ...asksAgain,
  },
});
