import type { Amount } from '@slipway/money/amount.ts';
import { type StatementLifetimes, statementLifetimesMs } from '../../platform/persons/verifyStatement.ts';
import { VOUCHES, type VouchKind } from '../../platform/persons/vouches.ts';
import type { Order } from '../../purchase/order/order.ts';
import { findSignedRequests, type SignedRequestContext } from './findSignedRequests.ts';
import { findRequestsAbout } from './requestRowStore.ts';

/** For each kind of vouch, the hash of the statement that requested it. */
export type Vouches = ReadonlyMap<VouchKind, string>;

const DAY_MS = 24 * 60 * 60_000;

/** Lifetimes of a manual match: the payout may wait for days while a document is reviewed. */
const MATCHED: StatementLifetimes = { ...statementLifetimesMs, done: 7 * DAY_MS };

/** Returns what people have vouched for about an order. A vouch always needs two people, regardless of the amount. */
export async function findVouches(context: SignedRequestContext, orderNo: string): Promise<Vouches> {
  const requests = await findRequestsAbout(context.database, 'vouch', orderNo);
  const signedRequests = await findSignedRequests(context, requests, { needsSecondApproval: true });
  return new Map(
    signedRequests.flatMap(({ input, hash }) =>
      VOUCHES.flatMap((kind) => (input['for'] === kind ? [[kind, hash]] : [])),
    ),
  );
}

export type MatchContext = SignedRequestContext & {
  /** Returns the amount that the buyer has to pay, in cents of a euro by the signer's own prices; undefined without a price. */
  priceMoney(pay: Amount): Promise<bigint | undefined>;
};

/**
 * Returns the ids of the bookings that people matched with an order manually. A match needs two people if the order exceeds
 * the threshold or has no price. The order's own `euroCents` is not used, since the seal does not cover it.
 */
export async function findManualMatches(context: MatchContext, order: Order): Promise<readonly string[]> {
  const requests = await findRequestsAbout(context.database, 'match', order.orderNo);
  if (requests.length === 0) return [];
  const cents = await context.priceMoney(order.pay);
  const needsSecondApproval = cents === undefined || cents > context.twoAboveEuroCents;
  const signedRequests = await findSignedRequests(context, requests, { needsSecondApproval, lifetimes: MATCHED });
  return [...new Set(signedRequests.flatMap(({ input }) => input['entry'] ?? []))];
}
