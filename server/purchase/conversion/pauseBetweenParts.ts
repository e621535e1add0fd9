import { raiseAlert } from '../../notification/alertStore.ts';
import { type Conclusion, tells, waits } from '../order/conclusion.ts';
import type { ConversionContext } from './conversionContext.ts';
import { isOverdue, nextPartAt } from './conversionRules.ts';
import { isAnythingBought } from './conversionStore.ts';
import { type PartsOfOrder, stand } from './planPart.ts';

/**
 * What follows while nothing is under way at the venue: undefined when the next part is due. When the operator's time has
 * passed the money goes back if nothing was bought; else a person is called, and further parts are tried now and then.
 */
export async function pauseBetweenParts(
  { database, rules }: ConversionContext,
  { order, parts }: PartsOfOrder,
): Promise<Conclusion | undefined> {
  const now = await database.now();
  const overdue = isOverdue({ parts, rules }, now);
  if (overdue && !isAnythingBought(parts)) {
    const event = { kind: 'conversion_failed', key: 'conversion:overdue', facts: { reason: 'market_away' } } as const;
    return tells(event, async (transaction) => ((await stand(transaction, { order, parts })) ? undefined : 'stale'));
  }
  if (nextPartAt({ parts, rules }, now) <= now) return undefined;
  return waits('market_away', async (transaction) => {
    if (!overdue) return;
    await raiseAlert(transaction, {
      key: `conversion:${order.id}:overdue`,
      orderId: order.id,
      kind: 'conversion_stuck',
      facts: { orderNo: order.orderNo, parts: parts.length },
    });
  });
}
