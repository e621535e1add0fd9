import type { Database } from '../platform/database/database.ts';
import {
  countOpenOrders,
  eraseBuyer,
  erasePayers,
  keepUntil,
  postponeErasure,
  takeBuyerToErase,
} from './erasureStore.ts';

const BATCH = 100;

/**
 * Erases closed accounts whose time has come, unless an authority has asked for them. For a worker to repeat, a few
 * times a day.
 */
export async function eraseExpired({ database }: { readonly database: Database }): Promise<void> {
  for (let erased = 0; erased < BATCH; erased += 1) {
    if (!(await eraseNext(database))) return;
  }
}

async function eraseNext(database: Database): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const buyerId = await takeBuyerToErase(transaction);
    if (buyerId === undefined) return false;
    // A dispute or a refund may have moved an order since the account was closed: the years are counted from it.
    const later = await keepUntil(transaction, buyerId);
    if (later || (await countOpenOrders(transaction, buyerId)) > 0) {
      await postponeErasure(transaction, buyerId, later);
    } else {
      await erasePayers(transaction, buyerId);
      await eraseBuyer(transaction, buyerId);
    }
    return true;
  });
}
