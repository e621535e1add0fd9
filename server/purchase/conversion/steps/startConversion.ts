import { asksAgain, tells, waits } from '../../order/conclusion.ts';
import { aboutOrder, defineStep } from '../../order/defineStep.ts';
import type { ConversionContext } from '../conversionContext.ts';
import { insertPart, planPart } from '../planPart.ts';

/** Commits the intent to buy; the next step carries it out. */
export const startConversion = defineStep({
  effect: 'start_conversion',
  while: ['paid'],
  about: aboutOrder,
  ask: (context: ConversionContext, { order }) => planPart(context, { order, parts: [] }),
  says: {
    ok: (context, { order }, plan) =>
      tells({ kind: 'conversion_started', key: 'conversion:1:started', facts: {} }, (transaction) =>
        insertPart(context, transaction, { order, parts: [] }, plan),
      ),
    refused: { no_market: () => waits('market_unknown') },
    ...asksAgain,
  },
});
