import { raiseAlert } from '../../../notification/alertStore.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { ExecutionRefusal } from '../../../providers/venue/venuePort.ts';
import { asksAgain, type Conclusion, tells, waits, waitsFor } from '../../order/conclusion.ts';
import { defineStep } from '../../order/defineStep.ts';
import type { Order } from '../../order/order.ts';
import { askOrExecute } from '../askOrExecute.ts';
import type { ConversionContext } from '../conversionContext.ts';
import { type Conversion, conversionsOf, isAnythingBought, isUnderWay, recordRefusal } from '../conversionStore.ts';
import { fillNews } from '../fillNews.ts';
import { pauseBetweenParts } from '../pauseBetweenParts.ts';
import type { PartsOfOrder } from '../planPart.ts';

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
      insufficient_funds: refusedPart,
      below_minimum: refusedPart,
      market_closed: refusedPart,
      not_permitted: refusedPart,
      invalid_request: refusedPart,
    },
    ...asksAgain,
    unknown: (_context, { part }) =>
      tells({ kind: 'conversion_unknown', key: `${part.clientOrderId}:unknown`, facts: {} }),
  },
});

async function aboutPart(context: ConversionContext, order: Order): Promise<PartUnderWay | Conclusion> {
  const parts = await conversionsOf(context.database, order.id);
  const part = parts.at(-1);
  if (part && isUnderWay(part)) return { order, parts, part };
  return (await pauseBetweenParts(context, { order, parts })) ?? waitsFor('execute_remainder', 'part_requested');
}

/**
 * Our balance at the venue, or its rules: nothing was bought in this part. With nothing bought before, the money goes back;
 * else another part is tried, and a person is told why this one was refused.
 */
function refusedPart(_context: unknown, { order, parts, part }: PartUnderWay, reason: ExecutionRefusal): Conclusion {
  const key = `${part.clientOrderId}:refused:${reason}`;
  const refuse = (transaction: Transaction) => recordRefusal(transaction, part.clientOrderId);
  if (!isAnythingBought(parts)) return tells({ kind: 'conversion_failed', key, facts: { reason } }, refuse);
  return tells({ kind: 'conversion_partial', key, facts: { fill: null } }, async (transaction) => {
    await refuse(transaction);
    const facts = { orderNo: order.orderNo, part: part.part, reason };
    await raiseAlert(transaction, { key, orderId: order.id, kind: 'conversion_stuck', facts });
  });
}
