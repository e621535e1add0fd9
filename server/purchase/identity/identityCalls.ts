import { findBuyer } from '../../account/buyerStore.ts';
import { findDocumentRequestEnd } from '../../account/identityLevels/documentRequestStore.ts';
import { findAllowedRedirect, type Partners } from '../../partner/partner.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Handlers, Session } from '../../platform/http/handlers.ts';
import type { Order } from '../order/order.ts';
import { findOrder, findOrderByQuote } from '../order/orderStore.ts';
import type { QuoteTokens } from '../quote/quoteToken.ts';
import { findIdentityCheck, insertIdentityCheck, type StoredIdentityCheck } from './identityStore.ts';
import { createThrottledVerifierQuery, type VerifierQueryContext } from './throttledVerifierQuery.ts';

export type IdentityCallsContext = VerifierQueryContext & {
  readonly publicUrl: string;
  readonly partners: () => Partners;
  readonly quoteTokens: QuoteTokens;
};

type IdentityCall =
  | 'checkIdentification'
  | 'checkIdentificationResult'
  | 'getIdentificationUrl'
  | 'getIdentificationResult';

type IdentityOutcomeCode = '0' | '1' | '2' | '3';

export function identityCalls(context: IdentityCallsContext): Pick<Handlers, IdentityCall> {
  const queryVerifier = createThrottledVerifierQuery(context);
  return {
    async checkIdentification(named, { session }) {
      const order = await findNamedOrder(context, session, named);
      return { data: { isIdentification: await findIdentityOutcome(context, session, order) } };
    },

    async checkIdentificationResult(named, { session }) {
      await queryVerifier(session.buyerId);
      const order = await findNamedOrder(context, session, named);
      return { data: { isIdentification: await findIdentityOutcome(context, session, order) } };
    },

    async getIdentificationUrl({ orderNo, redirectUrl, locale }, { session }) {
      const buyer = await findBuyer(context.database, session.buyerId);
      if (!buyer) throw new AppError('invalid_auth_token');
      const order = await findNamedOrder(context, session, { orderNo });
      const opened = await context.identity.openCheck({
        externalUserId: buyer.verifierReference,
        email: buyer.email,
        redirectUrl: buildReturnUrl(context, redirectUrl, order?.partnerId ?? session.partnerId),
        locale,
      });
      if (opened.kind !== 'ok') throw new AppError('verifier_unavailable');
      await insertIdentityCheck(context.database, buyer.id, context.identity.id);
      return { data: { url: opened.value.url } };
    },

    async getIdentificationResult({ orderNo }, { session }) {
      await queryVerifier(session.buyerId);
      const order = await findNamedOrder(context, session, { orderNo });
      const check = await findIdentityCheck(context.database, session.buyerId);
      return {
        data: { isIdentification: await findIdentityOutcome(context, session, order), message: check?.message ?? '' },
      };
    },
  };
}

/**
 * Returns '0' if the buyer must provide a document, '1' if none is needed or it was accepted, '2' if it was finally rejected
 * and '3' while it is checked. '0' only for an order that waits for a document; without an order, for an unfinished check or
 * an operator's request.
 */
async function findIdentityOutcome(
  context: IdentityCallsContext,
  session: Session,
  order: Order | undefined,
): Promise<IdentityOutcomeCode> {
  const buyer = await findBuyer(context.database, session.buyerId);
  if (buyer && buyer.kycLevel >= 2) return '1';
  const check = await findIdentityCheck(context.database, session.buyerId);
  const outcome = check && getOutcome(check);
  if (order)
    return order.status === 'awaiting_identity' ? (outcome ?? '0') : outcome === '2' || outcome === '3' ? outcome : '1';
  return outcome ?? ((await findDocumentRequestEnd(context.database, session.buyerId)) ? '0' : '1');
}

function getOutcome(check: StoredIdentityCheck): IdentityOutcomeCode {
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

/**
 * Returns the buyer's order with this number, else the order created from the token's quote; undefined if there is none.
 * Throws `order_not_found` if the buyer has no order with this number, and `malformed` if the token is invalid.
 */
async function findNamedOrder(
  { database, quoteTokens }: IdentityCallsContext,
  session: Session,
  { orderNo, token }: { readonly orderNo?: string | undefined; readonly token?: string | undefined },
): Promise<Order | undefined> {
  const number = orderNo ?? (token === undefined ? undefined : await findOrderNoByToken(database, quoteTokens, token));
  if (number === undefined) return undefined;
  const order = await findOrder(database, number);
  if (order?.buyerId === session.buyerId) return order;
  if (orderNo === undefined) return undefined;
  throw new AppError('order_not_found');
}

async function findOrderNoByToken(
  database: Queryable,
  quoteTokens: QuoteTokens,
  token: string,
): Promise<string | undefined> {
  const signed = quoteTokens.open(token);
  if (!signed) throw new AppError('malformed', { field: 'token', problem: 'is not a quote of ours' });
  return (await findOrderByQuote(database, signed.id))?.orderNo;
}

/**
 * Returns the page to which the verifier redirects the buyer: the given page of this site or of the partner's origins;
 * otherwise the KYC status page.
 */
function buildReturnUrl(
  { partners, publicUrl }: IdentityCallsContext,
  redirectUrl: string | undefined,
  partnerId: string,
): string {
  const allowed = redirectUrl && findAllowedRedirect(partners().get(partnerId), redirectUrl);
  return new URL(allowed || '/kyc-status', publicUrl).href;
}
