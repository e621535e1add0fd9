import { type Buyer, findBuyer } from '../../account/buyerStore.ts';
import type { OrderMachine } from '../order/machine/applyEvent.ts';
import { refreshIdentityCheck, type VerifierContext } from './concludeIdentityCheck.ts';
import { acquireVerifierQuery, listOrdersAffectedByIdentity, releaseVerifierQuery } from './identityStore.ts';

export type VerifierQueryContext = VerifierContext & { readonly machine: OrderMachine };

/**
 * Returns a function that queries the verifier for a buyer's page. It queries at most once in a few seconds, since each
 * query counts towards the verifier's quota. Pages of one process share a pending query; another process uses the stored
 * result.
 */
export function createThrottledVerifierQuery(context: VerifierQueryContext): (buyerId: string) => Promise<void> {
  const pendingQueries = new Map<string, Promise<void>>();
  return (buyerId) => {
    const query =
      pendingQueries.get(buyerId) ?? queryVerifierOnce(context, buyerId).finally(() => pendingQueries.delete(buyerId));
    pendingQueries.set(buyerId, query);
    return query;
  };
}

async function queryVerifierOnce(context: VerifierQueryContext, buyerId: string): Promise<void> {
  const buyer = await findBuyer(context.database, buyerId);
  if (!buyer || !(await acquireVerifierQuery(context.database, buyerId))) return;
  try {
    await refreshCheckAndEnqueueOrders(context, buyer);
  } finally {
    await releaseVerifierQuery(context.database, buyerId);
  }
}

/** Queries the verifier, stores its result, and enqueues the step that applies it to the affected orders. */
async function refreshCheckAndEnqueueOrders(context: VerifierQueryContext, buyer: Buyer): Promise<void> {
  if ((await refreshIdentityCheck(context, buyer)).kind !== 'ok') return;
  const waiting = await listOrdersAffectedByIdentity(context.database, buyer.id);
  await context.database.transaction(async (transaction) => {
    for (const orderId of waiting) {
      await context.machine.jobs.send(transaction, { effect: 'sync_identity', orderId, subject: '', cause: 'buyer' });
    }
  });
}
