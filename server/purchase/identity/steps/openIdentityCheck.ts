import type { Transaction } from '../../../platform/database/database.ts';
import type { IdentityVerifier } from '../../../providers/identity/identityPort.ts';
import type { Order } from '../../order/order.ts';
import { type Conclusion, concludeWaiting } from '../../order/stepRunner/conclusion.ts';
import { defineStep } from '../../order/stepRunner/defineStep.ts';
import type { VerifierContext } from '../concludeIdentityCheck.ts';
import { insertIdentityCheck } from '../identityStore.ts';
import { loadBuyerSubject } from './loadBuyerSubject.ts';

export type OpenCheckContext = VerifierContext & {
  readonly publicUrl: string;
  readonly identity: IdentityVerifier;
  /** Emails the buyer about the order's current state, in the order's language. */
  readonly queueOrderMail: (transaction: Transaction, order: Order) => Promise<void>;
};

/**
 * Registers the buyer with the verifier and requests a document by email. The verifier's link is created only when the
 * buyer opens the page, so that an unavailable verifier does not delay the email.
 */
export const openIdentityCheck = defineStep({
  effect: 'open_identity_check',
  while: ['awaiting_identity'],
  about: loadBuyerSubject,
  call: ({ identity, publicUrl }: OpenCheckContext, { order, buyer }) =>
    identity.openCheck({
      externalUserId: buyer.verifierReference,
      email: buyer.email,
      redirectUrl: `${publicUrl}/verify-id?orderNo=${order.orderNo}&returned=1`,
      locale: order.locale,
    }),
  conclusions: {
    ok: concludeDocumentNeeded,
    refused: {},
    pending: concludeDocumentNeeded,
    unavailable: concludeDocumentNeeded,
    unknown: concludeDocumentNeeded,
  },
});

function concludeDocumentNeeded(context: OpenCheckContext, { order }: { readonly order: Order }): Conclusion {
  return concludeWaiting('check_open', async (transaction) => {
    if (order.buyerId) await insertIdentityCheck(transaction, order.buyerId, context.identity.id);
    await context.queueOrderMail(transaction, order);
  });
}
