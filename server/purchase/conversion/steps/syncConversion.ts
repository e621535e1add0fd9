import { raiseAlert } from '../../../notification/alertStore.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { ExecutionRefusal } from '../../../providers/venue/venuePort.ts';
import type { Order } from '../../order/order.ts';
import {
  type Conclusion,
  concludeWaiting,
  concludeWaitingForStep,
  concludeWithEvent,
  retryConclusions,
} from '../../order/stepRunner/conclusion.ts';
import { defineStep } from '../../order/stepRunner/defineStep.ts';
import { concludeBetweenParts } from '../concludeBetweenParts.ts';
import { concludeFill } from '../concludeFill.ts';
import type { ConversionContext } from '../conversionContext.ts';
import {
  type ConversionPart,
  isAnythingBought,
  isPartInProgress,
  listConversionParts,
  recordRefusal,
} from '../conversionStore.ts';
import type { OrderParts } from '../planPart.ts';
import { queryOrExecutePart } from '../queryOrExecutePart.ts';

type PartUnderWay = OrderParts & { readonly part: ConversionPart };

/** Queries or executes the open part of the purchase at the venue. If none is open, starts the next part once it is due. */
export const syncConversion = defineStep({
  effect: 'sync_conversion',
  while: ['converting'],
  about: loadOpenPart,
  call: queryOrExecutePart,
  conclusions: {
    ok: concludeFill,
    refused: {
      claimed: () => concludeWaiting('claimed'),
      not_listed: () => concludeWaiting('market_unknown'),
      insufficient_funds: concludeRefusedPart,
      below_minimum: concludeRefusedPart,
      market_closed: concludeRefusedPart,
      not_permitted: concludeRefusedPart,
      invalid_request: concludeRefusedPart,
    },
    ...retryConclusions,
    unknown: (_context, { part }) =>
      concludeWithEvent({ kind: 'conversion_unknown', key: `${part.clientOrderId}:unknown`, facts: {} }),
  },
});

async function loadOpenPart(context: ConversionContext, order: Order): Promise<PartUnderWay | Conclusion> {
  const parts = await listConversionParts(context.database, order.id);
  const part = parts.at(-1);
  if (part && isPartInProgress(part)) return { order, parts, part };
  return (
    (await concludeBetweenParts(context, { order, parts })) ??
    concludeWaitingForStep('execute_remainder', 'part_requested')
  );
}

/**
 * Returns the conclusion of a part that the venue refused because of the operator's balance or the venue's rules. If no
 * earlier part was filled, the payment is refunded. Otherwise another part is tried, and an alert gives the reason.
 */
function concludeRefusedPart(
  _context: unknown,
  { order, parts, part }: PartUnderWay,
  reason: ExecutionRefusal,
): Conclusion {
  const key = `${part.clientOrderId}:refused:${reason}`;
  const refuse = (transaction: Transaction) => recordRefusal(transaction, part.clientOrderId);
  if (!isAnythingBought(parts)) return concludeWithEvent({ kind: 'conversion_failed', key, facts: { reason } }, refuse);
  return concludeWithEvent({ kind: 'conversion_partial', key, facts: { fill: null } }, async (transaction) => {
    await refuse(transaction);
    const facts = { orderNo: order.orderNo, part: part.part, reason };
    await raiseAlert(transaction, { key, orderId: order.id, kind: 'conversion_stuck', facts });
  });
}
