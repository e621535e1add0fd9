import { findBuyer } from '../../account/buyerStore.ts';
import type { Effects } from '../../platform/jobs/effectHandlers.ts';
import { findOrderById } from '../order/orderStore.ts';
import { openCheckRecord } from './identityStore.ts';
import { type IdentityContext, syncIdentity } from './recordCheck.ts';

export type IdentityEffectsContext = IdentityContext & {
  readonly publicUrl: string;
  /** Tells the buyer by e-mail, in the order's language. */
  readonly notifyBuyer: (orderId: number) => Promise<void>;
};

export function identityEffects(context: IdentityEffectsContext): Effects<'open_identity_check' | 'sync_identity'> {
  return {
    async open_identity_check(orderId) {
      const order = await findOrderById(context.database, orderId);
      if (order?.status !== 'awaiting_identity' || !order.buyerId) return;
      const buyer = await findBuyer(context.database, order.buyerId);
      if (!buyer) return;
      // The verifier knows of the buyer from now on; the link itself is made anew when the buyer asks for it.
      await context.identity.openCheck({
        externalUserId: buyer.verifierReference,
        email: buyer.email,
        redirectUrl: `${context.publicUrl}/verify-id?orderNo=${order.orderNo}&returned=1`,
        locale: order.locale,
      });
      await openCheckRecord(context.database, order.buyerId, context.identity.id);
      await context.notifyBuyer(orderId);
    },

    async sync_identity(orderId) {
      const order = await findOrderById(context.database, orderId);
      if (order?.status !== 'awaiting_identity' || !order.buyerId) return;
      const buyer = await findBuyer(context.database, order.buyerId);
      if (buyer) await syncIdentity(context, buyer);
    },
  };
}
