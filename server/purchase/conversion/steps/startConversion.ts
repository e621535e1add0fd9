import { concludeWaiting, concludeWithEvent, retryConclusions } from '../../order/stepRunner/conclusion.ts';
import { defineStep, loadOrderSubject } from '../../order/stepRunner/defineStep.ts';
import type { ConversionContext } from '../conversionContext.ts';
import { insertPart, planPart } from '../planPart.ts';

/** Commits the intent to buy; the next step executes it. */
export const startConversion = defineStep({
  effect: 'start_conversion',
  while: ['paid'],
  about: loadOrderSubject,
  call: (context: ConversionContext, { order }) => planPart(context, { order, parts: [] }),
  conclusions: {
    ok: (context, { order }, plan) =>
      concludeWithEvent({ kind: 'conversion_started', key: 'conversion:1:started', facts: {} }, (transaction) =>
        insertPart(context, transaction, { order, parts: [] }, plan),
      ),
    refused: { no_market: () => concludeWaiting('market_unknown') },
    ...retryConclusions,
  },
});
