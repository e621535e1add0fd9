import type { Transaction } from '../../platform/database/database.ts';
import type { OrderMachine } from '../order/applyEvent.ts';
import { findOrderById } from '../order/orderStore.ts';
import { conclude } from '../order/runStep.ts';
import { withRules } from './askOrExecute.ts';
import type { ConversionContext } from './conversionContext.ts';
import { type Conversion, conversionsOf, isUnderWay, recordRefusal } from './conversionStore.ts';
import { fillNews } from './fillNews.ts';
import { lookAtOnce } from './loosePartStore.ts';
import { holdsLease, releaseLease, takeLease } from './partLeaseStore.ts';
import { type PartsOfOrder, stand } from './planPart.ts';
import { insertSale, planSale, type Sale } from './sellBack.ts';

export type GiveUpContext = ConversionContext & { readonly machine: OrderMachine };

/** What is given up: the order as it is with nothing of it under way, and what is to be sold of it. */
export type GivenUp = PartsOfOrder & { readonly sale: Sale | undefined };

/**
 * Ends what is under way of a purchase, so that it can be given up: an open part is cancelled at the venue, and what was
 * filled of it is told. `later`: it cannot be known now whether anything is under way.
 */
export async function prepareGivingUp(
  context: GiveUpContext,
  orderId: number,
  { sellsBack }: { readonly sellsBack: boolean },
): Promise<GivenUp | 'later' | 'unsalable'> {
  const { database } = context;
  const underWay = (await conversionsOf(database, orderId)).filter(isUnderWay);
  for (const part of underWay) if (!(await endPart(context, part))) return 'later';
  const [order, parts] = await Promise.all([findOrderById(database, orderId), conversionsOf(database, orderId)]);
  if (!order) return 'later';
  if (!sellsBack) return { order, parts, sale: undefined };
  const planned = await planSale(context, parts);
  if (planned.kind === 'refused') return 'unsalable';
  return planned.kind === 'ok' ? { order, parts, sale: planned.value } : 'later';
}

/** In the transaction in which the order is told, under its lock; `stale` when it has gone on meanwhile. */
export async function writeGivingUp(
  context: GiveUpContext,
  transaction: Transaction,
  { order, parts, sale }: GivenUp,
): Promise<void | 'stale'> {
  if (!(await stand(transaction, { order, parts }))) return 'stale';
  if (sale) await lookAtOnce(transaction, await insertSale(context, transaction, order, sale));
}

/** Whether the part has ended. Its lease is taken first, so that no other process sends it while it is cancelled. */
async function endPart(context: GiveUpContext, part: Conversion): Promise<boolean> {
  const { database, machine, venue } = context;
  const { clientOrderId } = part;
  const lease = await takeLease(database, clientOrderId);
  if (!lease) return false;
  const market = { base: part.base, quote: part.quote };
  const ended = lease.mayBeSent ? await venue.cancel(clientOrderId, market) : ({ kind: 'refused' } as const);
  if (ended.kind === 'refused') {
    return database.transaction(async (transaction) => {
      if (!(await holdsLease(transaction, lease))) return false;
      await recordRefusal(transaction, clientOrderId);
      return true;
    });
  }
  const executed = await withRules(context, part, ended);
  const [order, parts] = await Promise.all([
    findOrderById(database, part.orderId),
    conversionsOf(database, part.orderId),
  ]);
  if (executed.kind === 'ok' && order) {
    const conclusion = fillNews(context, { order, parts, part }, executed.value);
    await database.transaction((transaction) => conclude(machine, transaction, order.id, conclusion));
    if (conclusion.kind !== 'waits') return true;
  }
  await releaseLease(database, lease);
  return false;
}
