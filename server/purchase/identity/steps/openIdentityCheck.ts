import type { Transaction } from '../../../platform/database/database.ts';
import type { IdentityVerifier } from '../../../providers/identity/identityPort.ts';
import { type Conclusion, waits } from '../../order/conclusion.ts';
import { defineStep } from '../../order/defineStep.ts';
import type { Order } from '../../order/order.ts';
import type { VerifierContext } from '../identityNews.ts';
import { openCheckRecord } from '../identityStore.ts';
import { aboutBuyer } from './aboutBuyer.ts';

export type OpenCheckContext = VerifierContext & {
  readonly publicUrl: string;
  readonly identity: IdentityVerifier;
  /** Writes the letter about the order's present state, in its language. */
  readonly writeLetter: (transaction: Transaction, order: Order) => Promise<void>;
};

/**
 * Announces the buyer to the verifier and asks them for a document by mail. The link itself is made anew when the buyer
 * asks for it, so that a verifier that does not answer now holds nothing up.
 */
export const openIdentityCheck = defineStep({
  effect: 'open_identity_check',
  while: ['awaiting_identity'],
  about: aboutBuyer,
  ask: ({ identity, publicUrl }: OpenCheckContext, { order, buyer }) =>
    identity.openCheck({
      externalUserId: buyer.verifierReference,
      email: buyer.email,
      redirectUrl: `${publicUrl}/verify-id?orderNo=${order.orderNo}&returned=1`,
      locale: order.locale,
    }),
  says: {
    ok: askForDocument,
    refused: {},
    pending: askForDocument,
    unavailable: askForDocument,
    unknown: askForDocument,
  },
});

function askForDocument(context: OpenCheckContext, { order }: { readonly order: Order }): Conclusion {
  return waits('check_open', async (transaction) => {
    if (order.buyerId) await openCheckRecord(transaction, order.buyerId, context.identity.id);
    await context.writeLetter(transaction, order);
  });
}
