import type Stripe from 'stripe';
import type { Outcome } from '../../outcome.ts';
import type { BalancePage, BalanceRequest } from '../balanceLine.ts';
import { balanceLineListAnswer } from './answers.ts';
import { ask } from './client.ts';
import { toBalanceLine } from './mapBalance.ts';

/** The most of a page (docs.stripe.com/api/pagination). */
const LINES_PER_PAGE = 100;
const RETRY_AFTER_MS = 60_000;

/** docs.stripe.com/api/balance_transactions/list */
export async function listBalanceLines(
  stripe: Stripe,
  { since, before, page }: BalanceRequest,
): Promise<Outcome<BalancePage>> {
  const created = { gte: seconds(since), ...(before ? { lt: seconds(before) } : {}) };
  const call = () =>
    stripe.balanceTransactions.list({
      created,
      limit: LINES_PER_PAGE,
      ...(page === undefined ? {} : { starting_after: page }),
      expand: ['data.source'],
    });
  const outcome = await ask('read', balanceLineListAnswer, call, ({ data, has_more: hasMore }) => {
    const lines = data.map(toBalanceLine).filter((line) => line !== undefined);
    // A line that cannot be said exactly must not go missing quietly.
    if (lines.length !== data.length) return undefined;
    const last = lines.at(-1);
    return { lines, ...(hasMore && last ? { nextPage: last.lineId } : {}) };
  });
  return outcome.kind === 'refused'
    ? { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail: outcome.detail ?? outcome.reason }
    : outcome;
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
