import { isOwnPath } from '@slipway/contract/ownPath.ts';
import { findBuyer } from '../../account/buyerStore.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Handlers, Session } from '../../platform/http/handlers.ts';
import type { OrderMachine } from '../order/applyEvent.ts';
import { findOrder } from '../order/orderStore.ts';
import { askVerifier, type VerifierContext } from './identityNews.ts';
import { findCheck, openCheckRecord, ordersWaitingForIdentity, type StoredCheck } from './identityStore.ts';

export type IdentityCallsContext = VerifierContext & { readonly machine: OrderMachine; readonly publicUrl: string };

type IdentityCall =
  | 'checkIdentification'
  | 'checkIdentificationResult'
  | 'getIdentificationUrl'
  | 'getIdentificationResult';

type Outcome = '0' | '1' | '2' | '3';

export function identityCalls(context: IdentityCallsContext): Pick<Handlers, IdentityCall> {
  return {
    async checkIdentification({ orderNo }, { session }) {
      return { data: { isIdentification: await identification(context, session, orderNo) } };
    },

    async checkIdentificationResult({ orderNo }, { session }) {
      await askForNews(context, session);
      return { data: { isIdentification: await identification(context, session, orderNo) } };
    },

    async getIdentificationUrl({ orderNo, redirectUrl, locale }, { session }) {
      const buyer = await findBuyer(context.database, session.buyerId);
      if (!buyer) throw new AppError('invalid_auth_token');
      if (orderNo) await requireOwnOrder(context, session, orderNo);
      const opened = await context.identity.openCheck({
        externalUserId: buyer.verifierReference,
        email: buyer.email,
        redirectUrl: new URL(ownPath(redirectUrl), context.publicUrl).href,
        locale,
      });
      if (opened.kind !== 'ok') throw new AppError('verifier_unavailable');
      await openCheckRecord(context.database, buyer.id, context.identity.id);
      return { data: { url: opened.value.url } };
    },

    async getIdentificationResult({ orderNo }, { session }) {
      await askForNews(context, session);
      const check = await findCheck(context.database, session.buyerId);
      return {
        data: { isIdentification: await identification(context, session, orderNo), message: check?.message ?? '' },
      };
    },
  };
}

/** '0' only for an order that waits for a document: before the card is held no document is asked for. */
async function identification(
  context: IdentityCallsContext,
  session: Session,
  orderNo: string | undefined,
): Promise<Outcome> {
  const buyer = await findBuyer(context.database, session.buyerId);
  if (buyer && buyer.kycLevel >= 2) return '1';
  const order = orderNo ? await requireOwnOrder(context, session, orderNo) : undefined;
  const check = await findCheck(context.database, session.buyerId);
  const spoken = check && outcomeOf(check);
  if (order)
    return order.status === 'awaiting_identity' ? (spoken ?? '0') : spoken === '2' || spoken === '3' ? spoken : '1';
  return spoken ?? '1';
}

function outcomeOf(check: StoredCheck): Outcome {
  switch (check.status) {
    case 'accepted':
      return '1';
    case 'processing':
      return '3';
    case 'rejected':
      return check.retryable ? '0' : '2';
    case 'needs_info':
      return '0';
  }
}

/** The buyer's news are known at once; the orders that wait for them are moved by the worker. */
async function askForNews(context: IdentityCallsContext, session: Session): Promise<void> {
  const buyer = await findBuyer(context.database, session.buyerId);
  if (!buyer || (await askVerifier(context, buyer)).kind !== 'ok') return;
  const waiting = await ordersWaitingForIdentity(context.database, buyer.id);
  await context.database.transaction(async (transaction) => {
    for (const orderId of waiting) {
      await context.machine.jobs.send(transaction, { effect: 'sync_identity', orderId, subject: '', cause: 'buyer' });
    }
  });
}

async function requireOwnOrder({ database }: IdentityCallsContext, session: Session, orderNo: string) {
  const order = await findOrder(database, orderNo);
  if (order?.buyerId !== session.buyerId) throw new AppError('order_not_found');
  return order;
}

/** Back to a page of this site; anything else goes to the KYC status. */
function ownPath(redirectUrl: string | undefined): string {
  return redirectUrl !== undefined && isOwnPath(redirectUrl) ? redirectUrl : '/kyc-status';
}
