import type Stripe from 'stripe';
import type { Outcome } from '../../outcome.ts';
import type { BalancePage, BalanceRequest, PayoutState } from '../balanceLine.ts';
import { balanceLineListSchema, payoutSchema } from './answers.ts';
import { callStripe, mapRefusedToNotFound } from './client.ts';
import { toBalanceLine, toPayoutState } from './mapBalance.ts';

/** Largest page (docs.stripe.com/api/pagination). */
const LINES_PER_PAGE = 100;
const RETRY_AFTER_MS = 60_000;

/** docs.stripe.com/api/balance_transactions/list */
export async function listBalanceLines(
  stripe: Stripe,
  { since, before, page }: BalanceRequest,
): Promise<Outcome<BalancePage>> {
  return fetchBalanceLines(
    stripe,
    { created: { gte: toUnixSeconds(since), ...(before ? { lt: toUnixSeconds(before) } : {}) } },
    page,
  );
}

/** docs.stripe.com/payouts/reconciliation */
export async function listPayoutLines(
  stripe: Stripe,
  { payoutId, page }: { readonly payoutId: string; readonly page?: string | undefined },
): Promise<Outcome<BalancePage>> {
  return fetchBalanceLines(stripe, { payout: payoutId }, page);
}

/** docs.stripe.com/api/payouts/retrieve */
export async function getPayout(stripe: Stripe, payoutId: string): Promise<Outcome<PayoutState, 'not_found'>> {
  return mapRefusedToNotFound(
    await callStripe('read', payoutSchema, () => stripe.payouts.retrieve(payoutId), toPayoutState),
  );
}

async function fetchBalanceLines(
  stripe: Stripe,
  filter: Pick<Stripe.BalanceTransactionListParams, 'created' | 'payout'>,
  page: string | undefined,
): Promise<Outcome<BalancePage>> {
  const call = () =>
    stripe.balanceTransactions.list({
      ...filter,
      limit: LINES_PER_PAGE,
      ...(page === undefined ? {} : { starting_after: page }),
      expand: ['data.source'],
    });
  const outcome = await callStripe('read', balanceLineListSchema, call, ({ data, has_more: hasMore }) => {
    const lines = data.map(toBalanceLine).filter((line) => line !== undefined);
    // A line that cannot be represented exactly must not be dropped silently: the whole page is `pending`.
    if (lines.length !== data.length) return undefined;
    const last = lines.at(-1);
    return { lines, ...(hasMore && last ? { nextPage: last.lineId } : {}) };
  });
  return outcome.kind === 'refused'
    ? { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail: outcome.detail ?? outcome.reason }
    : outcome;
}

function toUnixSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
