import type { ExecutionRefusal } from '../../../providers/venue/venuePort.ts';
import { asksAgain, type Conclusion, tells, waits, waitsFor } from '../../order/conclusion.ts';
import { defineStep } from '../../order/defineStep.ts';
import type { Order } from '../../order/order.ts';
import { askOrExecute } from '../askOrExecute.ts';
import type { ConversionContext } from '../conversionContext.ts';
import { type Conversion, conversionsOf, isUnderWay } from '../conversionStore.ts';
import { fillNews } from '../fillNews.ts';
import { type PartsOfOrder, tooManyParts } from '../planPart.ts';

type PartUnderWay = PartsOfOrder & { readonly part: Conversion };

/** Carries out the part of the purchase that is under way at the venue. */
export const syncConversion = defineStep({
  effect: 'sync_conversion',
  while: ['converting'],
  about: aboutPart,
  ask: askOrExecute,
  says: {
    ok: fillNews,
    refused: {
      claimed: () => waits('claimed'),
      not_listed: () => waits('market_unknown'),
      insufficient_funds: failed,
      below_minimum: failed,
      market_closed: failed,
      not_permitted: failed,
      invalid_request: failed,
    },
    ...asksAgain,
    unknown: (_context, { part }) =>
      tells({ kind: 'conversion_unknown', key: `${part.clientOrderId}:unknown`, facts: {} }),
  },
});

async function aboutPart({ database }: ConversionContext, order: Order): Promise<PartUnderWay | Conclusion> {
  const parts = await conversionsOf(database, order.id);
  const part = parts.at(-1);
  if (part && isUnderWay(part)) return { order, parts, part };
  return tooManyParts({ order, parts }) ?? waitsFor('execute_remainder', 'part_requested');
}

/** Our balance at the venue, or its rules: nothing was bought in this part. */
function failed(_context: unknown, { part }: PartUnderWay, reason: ExecutionRefusal): Conclusion {
  const key = `${part.clientOrderId}:refused:${reason}`;
  return tells({ kind: 'conversion_failed', key, facts: { reason } });
}
