import type { Log } from '../../platform/log/log.ts';
import type { OrderMachine } from '../order/applyEvent.ts';
import { type Conclusion, done, waits } from '../order/conclusion.ts';
import type { Order } from '../order/order.ts';
import { findOrderById } from '../order/orderStore.ts';
import { conclude } from '../order/runStep.ts';
import { askOrExecute, withRules } from './askOrExecute.ts';
import type { ConversionContext } from './conversionContext.ts';
import { type Conversion, conversionsOf, findConversion, isUnderWay, recordRefusal } from './conversionStore.ts';
import { fillNews } from './fillNews.ts';
import { forgetLoosePart, takeLooseParts } from './loosePartStore.ts';
import { holdsLease, takeLease } from './partLeaseStore.ts';
import { saleNews, saleRefused } from './sellBack.ts';

export type LoosePartContext = ConversionContext & {
  readonly machine: OrderMachine;
  readonly log: Pick<Log, 'error' | 'info'>;
};

const BATCH = 20;

/**
 * Asks about what no step of an order asks about: purchases of orders that are no longer converting, sales, and parts that
 * were let go more than once, whose second order may have come to the venue after the first was booked.
 */
export async function settleLooseParts(context: LoosePartContext): Promise<void> {
  const { database, machine, log } = context;
  for (const clientOrderId of await takeLooseParts(database, BATCH)) {
    try {
      const part = await findConversion(database, clientOrderId);
      const order = part && (await findOrderById(database, part.orderId));
      if (!order || isWithItsStep(order, part)) continue;
      const conclusion = await (part.side === 'sell'
        ? sell(context, order, part)
        : askAfterwards(context, order, part));
      await database.transaction(async (transaction) => {
        if ((await conclude(machine, transaction, order.id, conclusion)) === 'stale') return;
        if (conclusion.kind !== 'waits') await forgetLoosePart(transaction, clientOrderId);
      });
      if (conclusion.kind === 'tells')
        log.info({ orderNo: order.orderNo, clientOrderId }, 'a trade was told afterwards');
    } catch (error) {
      log.error({ error, clientOrderId }, 'a trade could not be looked at');
    }
  }
}

function isWithItsStep({ status }: Order, part: Conversion): boolean {
  return part.side === 'buy' && status === 'converting' && isUnderWay(part);
}

/** Nothing is bought here: what is still open is cancelled, since its order has gone on without it. */
async function askAfterwards(context: LoosePartContext, order: Order, part: Conversion): Promise<Conclusion> {
  const market = { base: part.base, quote: part.quote };
  const asked = await (isUnderWay(part)
    ? context.venue.cancel(part.clientOrderId, market)
    : context.venue.getExecution(part.clientOrderId, market));
  if (asked.kind === 'refused') return isUnderWay(part) ? neverSent(context, part) : done();
  const executed = await withRules(context, part, asked);
  if (executed.kind !== 'ok') return waits('vendor_unavailable');
  return fillNews(context, { order, parts: await conversionsOf(context.database, order.id), part }, executed.value);
}

/** With the lease taken no other process can be sending it, and what was sent before can no longer be matched. */
async function neverSent({ database, venue }: LoosePartContext, part: Conversion): Promise<Conclusion> {
  const lease = await takeLease(database, part.clientOrderId);
  if (!lease) return waits('claimed');
  if (lease.mayBeSent) {
    const asked = await venue.getExecution(part.clientOrderId, { base: part.base, quote: part.quote });
    if (asked.kind !== 'refused') return waits('part_under_way');
  }
  return done(async (transaction) =>
    (await holdsLease(transaction, lease)) ? recordRefusal(transaction, part.clientOrderId) : 'stale',
  );
}

async function sell(context: LoosePartContext, order: Order, part: Conversion): Promise<Conclusion> {
  const market = { base: part.base, quote: part.quote };
  const sold = isUnderWay(part)
    ? await askOrExecute(context, { part })
    : await withRules(context, part, await context.venue.getExecution(part.clientOrderId, market));
  if (sold.kind === 'ok') return saleNews(context, { order, part }, sold.value.execution);
  if (sold.kind !== 'refused') return waits('vendor_pending');
  if (!isUnderWay(part)) return done();
  return sold.reason === 'claimed' ? waits('claimed') : saleRefused({ order, part }, sold.reason);
}
