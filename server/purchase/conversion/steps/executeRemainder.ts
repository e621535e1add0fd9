import type { Order } from '../../order/order.ts';
import {
  concludeDone,
  concludeWaiting,
  concludeWaitingForStep,
  retryConclusions,
} from '../../order/stepRunner/conclusion.ts';
import { defineStep } from '../../order/stepRunner/defineStep.ts';
import { concludeBetweenParts } from '../concludeBetweenParts.ts';
import type { ConversionContext } from '../conversionContext.ts';
import { isPartInProgress, listConversionParts } from '../conversionStore.ts';
import { insertPart, planPart } from '../planPart.ts';

/** Commits the intent to buy the remainder of an earlier part; the next step executes it. */
export const executeRemainder = defineStep({
  effect: 'execute_remainder',
  while: ['converting'],
  async about(context: ConversionContext, order: Order) {
    const parts = await listConversionParts(context.database, order.id);
    const newest = parts.at(-1);
    if (!newest || isPartInProgress(newest)) return concludeDone();
    return (await concludeBetweenParts(context, { order, parts })) ?? { order, parts };
  },
  call: planPart,
  conclusions: {
    ok: (context, about, plan) =>
      concludeWaitingForStep('sync_conversion', 'part_requested', 0, (transaction) =>
        insertPart(context, transaction, about, plan),
      ),
    refused: { no_market: () => concludeWaiting('market_unknown') },
    ...retryConclusions,
  },
});
