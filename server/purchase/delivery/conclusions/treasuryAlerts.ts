import { hasOpenAlert, raiseAlert } from '../../../notification/alertStore.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Chain, NonceAuthorization } from '../../../providers/chain/chainPort.ts';
import type { Order } from '../../order/order.ts';
import type { Delivery } from '../currentDelivery.ts';
import type { FormView } from '../forms/formViews.ts';
import { isOurTransaction } from '../payoutFormStore.ts';

/**
 * Raises one alert per payout if a transaction that is not stored here has used the payout's claims, and one per nonce that
 * an authorization has used.
 */
export async function alertClaimsTakenElsewhere(
  database: Queryable,
  { order, payout, chain }: Pick<Delivery, 'order' | 'payout' | 'chain'>,
  views: readonly FormView[],
): Promise<void> {
  const takers = new Map(views.flatMap(({ view }) => (view.replacedBy ? [[view.replacedBy, view] as const] : [])));
  for (const [transaction, { authorizedNonce }] of takers) {
    if (authorizedNonce !== undefined) {
      await alertAuthorization(database, chain, { nonce: authorizedNonce, transactionId: transaction }, order);
      continue;
    }
    if (await isOurTransaction(database, transaction)) continue;
    await raiseAlert(database, {
      key: `key_used:${payout.batchId}`,
      orderId: order.id,
      kind: 'treasury_key_used',
      facts: { orderNo: order.orderNo, address: chain.treasuryAddress, transaction },
    });
  }
}

const AUTHORIZATION = 'EIP-7702 authorization';

/**
 * Raises one alert per nonce of the paying address that an authorization has used (EIP-7702). No coins move, so no difference
 * of the ledger halts payouts: {@link hasOpenAuthorizationAlert} halts them.
 */
export async function alertAuthorization(
  database: Queryable,
  { network, treasuryAddress: address }: Pick<Chain, 'network' | 'treasuryAddress'>,
  { nonce, transactionId: transaction }: NonceAuthorization,
  order?: Order,
): Promise<void> {
  await raiseAlert(database, {
    key: `authorization:${network}:${address}:${nonce}`,
    orderId: order?.id ?? null,
    kind: 'treasury_key_used',
    facts: { ...(order && { orderNo: order.orderNo }), network, address, nonce, transaction, use: AUTHORIZATION },
  });
}

/** Returns true if no person has settled the alert about an authorization that was signed with an address's key. */
export function hasOpenAuthorizationAlert(database: Queryable, address: string): Promise<boolean> {
  return hasOpenAlert(database, 'treasury_key_used', { use: AUTHORIZATION, address });
}
