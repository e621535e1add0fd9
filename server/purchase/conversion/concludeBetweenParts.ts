import { raiseAlert } from '../../notification/alertStore.ts';
import { type Conclusion, concludeWaiting, concludeWithEvent } from '../order/stepRunner/conclusion.ts';
import type { ConversionContext } from './conversionContext.ts';
import { computeNextPartTime, isConversionOverdue } from './conversionRules.ts';
import { isAnythingBought } from './conversionStore.ts';
import { isConversionUnchanged, type OrderParts } from './planPart.ts';

/**
 * Returns the conclusion while no part is open; undefined if the next part is due. After the operator's time limit the
 * payment is refunded if nothing was bought. Otherwise an alert is raised, and parts are tried at longer intervals.
 */
export async function concludeBetweenParts(
  { database, rules }: ConversionContext,
  { order, parts }: OrderParts,
): Promise<Conclusion | undefined> {
  const now = await database.now();
  const overdue = isConversionOverdue({ parts, rules }, now);
  if (overdue && !isAnythingBought(parts)) {
    const event = {
      kind: 'conversion_failed',
      key: 'conversion:overdue',
      facts: { reason: 'market_above_limit' },
    } as const;
    return concludeWithEvent(event, async (transaction) =>
      (await isConversionUnchanged(transaction, { order, parts })) ? undefined : 'stale',
    );
  }
  if (computeNextPartTime({ parts, rules }, now) <= now) return undefined;
  return concludeWaiting('market_above_limit', async (transaction) => {
    if (!overdue) return;
    await raiseAlert(transaction, {
      key: `conversion:${order.id}:overdue`,
      orderId: order.id,
      kind: 'conversion_stuck',
      facts: { orderNo: order.orderNo, parts: parts.length },
    });
  });
}
