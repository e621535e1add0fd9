import { type Buyer, findBuyer } from '../../account/buyerStore.ts';
import type { OrderMachine } from '../order/applyEvent.ts';
import { askVerifier, type VerifierContext } from './identityNews.ts';
import { closeQuestion, openQuestion, ordersWaitingForIdentity } from './identityStore.ts';

export type NewsContext = VerifierContext & { readonly machine: OrderMachine };

/**
 * Asks the verifier for a buyer's page, at most once in a few seconds whatever the page does: each question costs of the
 * verifier's quota. Pages of one process share a question under way; another process answers from what is known.
 */
export function createNewsAsker(context: NewsContext): (buyerId: string) => Promise<void> {
  const underWay = new Map<string, Promise<void>>();
  return (buyerId) => {
    const asking = underWay.get(buyerId) ?? askOnce(context, buyerId).finally(() => underWay.delete(buyerId));
    underWay.set(buyerId, asking);
    return asking;
  };
}

async function askOnce(context: NewsContext, buyerId: string): Promise<void> {
  const buyer = await findBuyer(context.database, buyerId);
  if (!buyer || !(await openQuestion(context.database, buyerId))) return;
  try {
    await tellWaitingOrders(context, buyer);
  } finally {
    await closeQuestion(context.database, buyerId);
  }
}

/** The buyer's news are known at once; the orders that wait for them are moved by the worker. */
async function tellWaitingOrders(context: NewsContext, buyer: Buyer): Promise<void> {
  if ((await askVerifier(context, buyer)).kind !== 'ok') return;
  const waiting = await ordersWaitingForIdentity(context.database, buyer.id);
  await context.database.transaction(async (transaction) => {
    for (const orderId of waiting) {
      await context.machine.jobs.send(transaction, { effect: 'sync_identity', orderId, subject: '', cause: 'buyer' });
    }
  });
}
