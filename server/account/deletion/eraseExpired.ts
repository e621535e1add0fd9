import type { Database } from '../../platform/database/database.ts';
import {
  countOpenOrders,
  eraseBuyer,
  erasePayers,
  findRetentionEnd,
  lockBuyerToErase,
  postponeErasure,
} from './erasureStore.ts';

const BATCH = 100;

/** Erases closed accounts that are due, or postpones them if orders changed. Skips accounts under a legal hold. */
export async function eraseExpired({ database }: { readonly database: Database }): Promise<void> {
  for (let erased = 0; erased < BATCH; erased += 1) {
    if (!(await eraseNext(database))) return;
  }
}

async function eraseNext(database: Database): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const buyerId = await lockBuyerToErase(transaction);
    if (buyerId === undefined) return false;
    // A dispute or refund may have changed an order since the account was closed: the retention begins with that change.
    const later = await findRetentionEnd(transaction, buyerId);
    if (later || (await countOpenOrders(transaction, buyerId)) > 0) {
      await postponeErasure(transaction, buyerId, later);
    } else {
      await erasePayers(transaction, buyerId);
      await eraseBuyer(transaction, buyerId);
    }
    return true;
  });
}
