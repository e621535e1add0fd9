import type { Transaction } from '../../platform/database/database.ts';
import type { OrderMachine } from '../order/machine/applyEvent.ts';
import { findOrderById } from '../order/orderStore.ts';
import { applyConclusion } from '../order/stepRunner/runStep.ts';
import { concludeFill } from './concludeFill.ts';
import type { ConversionContext } from './conversionContext.ts';
import { type ConversionPart, isPartInProgress, listConversionParts, recordRefusal } from './conversionStore.ts';
import { schedulePartCheckNow } from './detachedPartStore.ts';
import { acquirePartLease, isPartLeaseHeld, releasePartLease } from './partLeaseStore.ts';
import { isConversionUnchanged, type OrderParts } from './planPart.ts';
import { addMarketRules } from './queryOrExecutePart.ts';
import { insertSale, planSale, type Sale } from './sellBack.ts';

export type GiveUpContext = ConversionContext & { readonly machine: OrderMachine };

/** The order after all parts have ended, and what to sell of it. */
export type GivenUpConversion = OrderParts & { readonly sale: Sale | undefined };

/**
 * Ends the open parts of a purchase, so that it can be given up: cancels them at the venue and applies their fills. Plans the
 * sale of what was bought if `sellsBack`. Returns `later` if a part may still be open or the venue does not answer, and
 * `unsalable` if nothing can be sold.
 */
export async function prepareGiveUp(
  context: GiveUpContext,
  orderId: number,
  { sellsBack }: { readonly sellsBack: boolean },
): Promise<GivenUpConversion | 'later' | 'unsalable'> {
  const { database } = context;
  const underWay = (await listConversionParts(database, orderId)).filter(isPartInProgress);
  for (const part of underWay) if (!(await endPart(context, part))) return 'later';
  const [order, parts] = await Promise.all([findOrderById(database, orderId), listConversionParts(database, orderId)]);
  if (!order) return 'later';
  if (!sellsBack) return { order, parts, sale: undefined };
  const planned = await planSale(context, parts);
  if (planned.kind === 'refused') return 'unsalable';
  return planned.kind === 'ok' ? { order, parts, sale: planned.value } : 'later';
}

/**
 * Stores the sale, if any, due at once. Call in the transaction that applies the event, under the order's lock. Returns
 * `stale` and stores nothing if the order has changed.
 */
export async function saveGiveUp(
  context: GiveUpContext,
  transaction: Transaction,
  { order, parts, sale }: GivenUpConversion,
): Promise<void | 'stale'> {
  if (!(await isConversionUnchanged(transaction, { order, parts }))) return 'stale';
  if (sale) await schedulePartCheckNow(transaction, await insertSale(context, transaction, order, sale));
}

/**
 * Cancels the part at the venue and applies its fills; returns whether it has ended. Acquires its lease first, so that no
 * other process sends it meanwhile.
 */
async function endPart(context: GiveUpContext, part: ConversionPart): Promise<boolean> {
  const { database, machine, venue } = context;
  const { clientOrderId } = part;
  const lease = await acquirePartLease(database, clientOrderId);
  if (!lease) return false;
  const market = { base: part.base, quote: part.quote };
  const ended = lease.mayHaveBeenSent ? await venue.cancel(clientOrderId, market) : ({ kind: 'refused' } as const);
  if (ended.kind === 'refused') {
    return database.transaction(async (transaction) => {
      if (!(await isPartLeaseHeld(transaction, lease))) return false;
      await recordRefusal(transaction, clientOrderId);
      return true;
    });
  }
  const executed = await addMarketRules(context, part, ended);
  const [order, parts] = await Promise.all([
    findOrderById(database, part.orderId),
    listConversionParts(database, part.orderId),
  ]);
  if (executed.kind === 'ok' && order) {
    const conclusion = concludeFill(context, { order, parts, part }, executed.value);
    await database.transaction((transaction) => applyConclusion(machine, transaction, order.id, conclusion));
    if (conclusion.kind !== 'waits') return true;
  }
  await releasePartLease(database, lease);
  return false;
}
