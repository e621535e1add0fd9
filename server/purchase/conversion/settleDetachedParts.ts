import type { Log } from '../../platform/log/log.ts';
import type { OrderMachine } from '../order/machine/applyEvent.ts';
import type { Order } from '../order/order.ts';
import { findOrderById } from '../order/orderStore.ts';
import { type Conclusion, concludeDone, concludeWaiting } from '../order/stepRunner/conclusion.ts';
import { applyConclusion } from '../order/stepRunner/runStep.ts';
import { concludeFill } from './concludeFill.ts';
import type { ConversionContext } from './conversionContext.ts';
import {
  type ConversionPart,
  findConversionPart,
  isPartInProgress,
  listConversionParts,
  recordRefusal,
} from './conversionStore.ts';
import { stopCheckingDetachedPart, takeDetachedParts } from './detachedPartStore.ts';
import { acquirePartLease, isPartLeaseHeld } from './partLeaseStore.ts';
import { addMarketRules, queryOrExecutePart } from './queryOrExecutePart.ts';
import { concludeRefusedSale, concludeSale } from './sellBack.ts';

export type DetachedPartContext = ConversionContext & {
  readonly machine: OrderMachine;
  readonly log: Pick<Log, 'error' | 'info'>;
};

const BATCH = 20;

/**
 * Settles parts that no step of an order covers: purchases of orders that are no longer converting, sales, and parts
 * that were sent more than once, whose second order may have reached the venue after the first was booked.
 */
export async function settleDetachedParts(context: DetachedPartContext): Promise<void> {
  const { database, machine, log } = context;
  for (const clientOrderId of await takeDetachedParts(database, BATCH)) {
    try {
      const part = await findConversionPart(database, clientOrderId);
      const order = part && (await findOrderById(database, part.orderId));
      if (!order || isHandledByStep(order, part)) continue;
      const conclusion = await (part.side === 'sell'
        ? queryOrExecuteSale(context, order, part)
        : cancelOrQueryPurchase(context, order, part));
      await database.transaction(async (transaction) => {
        if ((await applyConclusion(machine, transaction, order.id, conclusion)) === 'stale') return;
        if (conclusion.kind !== 'waits') await stopCheckingDetachedPart(transaction, clientOrderId);
      });
      if (conclusion.kind === 'event')
        log.info(
          { orderNo: order.orderNo, clientOrderId },
          'applied a trade to its order after the purchase step had ended',
        );
    } catch (error) {
      log.error({ error, clientOrderId }, 'a trade could not be checked at the exchange; it is checked again');
    }
  }
}

function isHandledByStep({ status }: Order, part: ConversionPart): boolean {
  return part.side === 'buy' && status === 'converting' && isPartInProgress(part);
}

/** Cancels the part if it is open, since its order is no longer converting, and returns the conclusion of its fills. */
async function cancelOrQueryPurchase(
  context: DetachedPartContext,
  order: Order,
  part: ConversionPart,
): Promise<Conclusion> {
  const market = { base: part.base, quote: part.quote };
  const outcome = await (isPartInProgress(part)
    ? context.venue.cancel(part.clientOrderId, market)
    : context.venue.getExecution(part.clientOrderId, market));
  if (outcome.kind === 'refused') return isPartInProgress(part) ? concludeIfNeverSent(context, part) : concludeDone();
  const executed = await addMarketRules(context, part, outcome);
  if (executed.kind !== 'ok') return concludeWaiting('vendor_unavailable');
  return concludeFill(
    context,
    { order, parts: await listConversionParts(context.database, order.id), part },
    executed.value,
  );
}

/**
 * Records the part as refused if the venue still does not know it. While this process has the lease, no other process
 * can be sending the part, and an earlier send can no longer be matched.
 */
async function concludeIfNeverSent(
  { database, venue }: DetachedPartContext,
  part: ConversionPart,
): Promise<Conclusion> {
  const lease = await acquirePartLease(database, part.clientOrderId);
  if (!lease) return concludeWaiting('claimed');
  if (lease.mayHaveBeenSent) {
    const outcome = await venue.getExecution(part.clientOrderId, { base: part.base, quote: part.quote });
    if (outcome.kind !== 'refused') return concludeWaiting('part_under_way');
  }
  return concludeDone(async (transaction) =>
    (await isPartLeaseHeld(transaction, lease)) ? recordRefusal(transaction, part.clientOrderId) : 'stale',
  );
}

async function queryOrExecuteSale(
  context: DetachedPartContext,
  order: Order,
  part: ConversionPart,
): Promise<Conclusion> {
  const market = { base: part.base, quote: part.quote };
  const sold = isPartInProgress(part)
    ? await queryOrExecutePart(context, { part })
    : await addMarketRules(context, part, await context.venue.getExecution(part.clientOrderId, market));
  if (sold.kind === 'ok') return concludeSale(context, { order, part }, sold.value.execution);
  if (sold.kind !== 'refused') return concludeWaiting('vendor_pending');
  if (!isPartInProgress(part)) return concludeDone();
  return sold.reason === 'claimed' ? concludeWaiting('claimed') : concludeRefusedSale({ order, part }, sold.reason);
}
